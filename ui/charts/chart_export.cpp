#include "ui/charts/chart_export.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/decimation.h"
#include "ui/run/run_model.h"

namespace ui {
namespace {

constexpr double kPictureScale = 2;

void appendNumber(QByteArray& text, auto number) {
  char digits[32];
  text.append(digits, std::to_chars(digits, std::end(digits), number).ptr - digits);
}

QByteArray quoted(QString name) {
  const bool plain = !name.contains(QLatin1Char(',')) && !name.contains(QLatin1Char('"'));
  if (plain) return name.toUtf8();
  return '"' + name.replace(QLatin1Char('"'), QStringLiteral("\"\"")).toUtf8() + '"';
}

/// Walks along the points of a curve while the rows go on.
struct Column {
  const Curve* curve;
  std::size_t next, end;
  double x() const { return next < end ? curve->x[next] : HUGE_VAL; }
};

QImage picture(ChartPane& pane) {
  QImage image(pane.size() * kPictureScale, QImage::Format_RGB32);
  image.setDevicePixelRatio(kPictureScale);
  image.fill(pane.palette().color(QPalette::Window));
  QPainter painter(&image);
  pane.draw(painter);
  return image;
}

QByteArray png(ChartPane& pane) {
  QBuffer buffer;
  picture(pane).save(&buffer, "PNG");
  return buffer.data();
}

QByteArray svg(ChartPane& pane) {
  QBuffer buffer;
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(pane.size());
  generator.setViewBox(pane.rect());
  generator.setTitle(pane.title());
  QPainter painter(&generator);
  painter.fillRect(pane.rect(), pane.palette().color(QPalette::Window));
  pane.draw(painter);
  painter.end();
  return buffer.data();
}

}  // namespace

QByteArray chartTable(const ChartPane& pane, Range x, char separator) {
  const LinkedAxes& axes = pane.axes();
  const RunModel& model = axes.model();
  QByteArray text = QByteArray("step") + separator + "epoch" + separator + "active_seconds";
  std::vector<Column> columns;
  for (const Curve& curve : pane.curves()) {
    if (curve.style.name.isEmpty()) continue;
    const auto [first, last] = visiblePart(curve.x, x);
    columns.push_back({&curve, first, last});
    const QString name =
        *curve.style.key != 0 ? QString::fromLatin1(curve.style.key) : curve.style.name;
    text += separator + quoted(name);
  }
  text += '\n';
  const auto nextX = [&columns] {
    return columns.empty() ? HUGE_VAL : std::ranges::min(columns, {}, &Column::x).x();
  };
  for (double at = nextX(); at < HUGE_VAL; at = nextX()) {
    const auto step = std::llround(axes.stepOfX(at));
    appendNumber(text, step);
    text += separator;
    appendNumber(text, axes.epochOfStep(step));
    text += separator;
    const auto row = step - (model.steps().empty() ? 0 : model.steps().front().step);
    if (row < std::ssize(model.activeSeconds()))
      appendNumber(text, model.activeSeconds()[static_cast<std::size_t>(row)]);
    for (Column& column : columns) {
      text += separator;
      if (column.x() == at) appendNumber(text, column.curve->y[column.next++]);
    }
    text += '\n';
  }
  return text;
}

void copyChart(ChartPane& pane) {
  auto data = std::make_unique<QMimeData>();
  data->setImageData(picture(pane));
  data->setText(QString::fromUtf8(chartTable(pane, pane.axes().visible(), '\t')));
  QGuiApplication::clipboard()->setMimeData(data.release());
}

void saveChart(ChartPane& pane, const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  QByteArray bytes;
  if (suffix == QLatin1String("png"))
    bytes = png(pane);
  else if (suffix == QLatin1String("svg"))
    bytes = svg(pane);
  else if (suffix == QLatin1String("csv"))
    bytes = chartTable(pane, {-HUGE_VAL, HUGE_VAL}, ',');
  else
    throw engine::Error("Cannot save a chart as " + path.toStdString() +
                            ": give it a name that ends in .png, .svg or .csv.",
                        path.toStdString());
  engine::writeFileAtomically(path.toStdU16String(),
                              std::as_bytes(std::span(bytes.constData(), bytes.size())));
}

}  // namespace ui
