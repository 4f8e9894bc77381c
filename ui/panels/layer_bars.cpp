#include "ui/panels/layer_bars.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "ui/panels/accessible_value.h"
#include "ui/theme.h"

namespace ui {
namespace {

constexpr int kGap = 6;        // between name, bar and text
constexpr int kBarSpace = 2;   // between the two bars of a layer
constexpr int kRowSpace = 10;  // between two layers
constexpr int kLayerCount = 5;

}  // namespace

LayerBars::LayerBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
  describePainted(*this, QAccessible::Chart, tr("Time of each layer"));
  setLayers({});
}

void LayerBars::setLayers(std::vector<engine::StageSpeed> layers) {
  m_layers = std::move(layers);
  QStringList parts;
  for (std::size_t i = 0; i < m_layers.size(); ++i) {
    QStringList texts{text(i, false), text(i, true)};
    texts.removeAll(QString());
    parts += tr("%1: %2").arg(QString::fromStdString(m_layers[i].name), texts.join(tr(" and ")));
  }
  setAccessibleValue(
      *this, parts.isEmpty() ? tr("nothing measured yet") : parts.join(QStringLiteral("; ")));
  update();
}

QString LayerBars::text(std::size_t layer, bool backward) const {
  const engine::StageSpeed& speed = m_layers.at(layer);
  const double seconds = backward ? speed.backward : speed.forward;
  if (seconds == 0) return {};
  return tr("%1 ms, %2 GFLOP/s")
      .arg(locale().toString(seconds * 1e3, 'f', 1),
           locale().toString(backward ? speed.backwardGigaflops : speed.forwardGigaflops, 'f', 0));
}

QString LayerBars::tabSeparated() const {
  const auto line = [](const QStringList& cells) {
    return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  };
  QString result =
      line({tr("Layer"), tr("Forward, ms"), tr("GFLOP/s"), tr("Backward, ms"), tr("GFLOP/s")});
  for (const engine::StageSpeed& speed : m_layers)
    result +=
        line({QString::fromStdString(speed.name), locale().toString(speed.forward * 1e3, 'f', 1),
              locale().toString(speed.forwardGigaflops, 'f', 0),
              locale().toString(speed.backward * 1e3, 'f', 1),
              locale().toString(speed.backwardGigaflops, 'f', 0)});
  return result;
}

QSize LayerBars::minimumSizeHint() const {
  const int row = 2 * (fontMetrics().height() + kBarSpace) + kRowSpace;
  return {60 * fontMetrics().averageCharWidth(),
          kLayerCount * row + fontMetrics().height() + kRowSpace};
}

QSize LayerBars::sizeHint() const {
  return minimumSizeHint() + QSize(160, 0);
}

void LayerBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QFontMetrics metrics = painter.fontMetrics();
  const QColor ink = palette().color(QPalette::WindowText);
  const bool dark = isDark(palette());
  const QColor colors[] = {seriesColor(0, dark), seriesColor(1, dark)};
  const int line = metrics.height();

  // The legend.
  double x = 0;
  const QString names[] = {tr("forward"), tr("backward")};
  for (int i = 0; i < 2; ++i) {
    painter.fillRect(QRectF(x, line * 0.2, line * 0.6, line * 0.6), colors[i]);
    x += line;
    painter.setPen(ink);
    painter.drawText(QPointF(x, metrics.ascent()), names[i]);
    x += metrics.horizontalAdvance(names[i]) + 2 * line;
  }
  if (m_layers.empty()) return;

  double longest = 0;
  int nameWidth = 0, textWidth = 0;
  for (std::size_t i = 0; i < m_layers.size(); ++i) {
    longest = std::max({longest, m_layers[i].forward, m_layers[i].backward});
    nameWidth =
        std::max(nameWidth, metrics.horizontalAdvance(QString::fromStdString(m_layers[i].name)));
    for (const bool backward : {false, true})
      textWidth = std::max(textWidth, metrics.horizontalAdvance(text(i, backward)));
  }
  const double left = nameWidth + kGap;
  const double room = std::max(0.0, width() - left - kGap - textWidth);
  const double top = line + kRowSpace;
  const double row = (height() - top) / static_cast<double>(m_layers.size());
  for (std::size_t i = 0; i < m_layers.size(); ++i) {
    const double y = top + static_cast<double>(i) * row;
    painter.setPen(ink);
    painter.drawText(QRectF(0, y, nameWidth, row - kRowSpace), Qt::AlignRight | Qt::AlignVCenter,
                     QString::fromStdString(m_layers[i].name));
    const double barHeight = std::min<double>(line, (row - kRowSpace - kBarSpace) / 2);
    const double first = y + (row - kRowSpace) / 2 - barHeight - kBarSpace / 2.0;
    for (const bool backward : {false, true}) {
      const double seconds = backward ? m_layers[i].backward : m_layers[i].forward;
      if (seconds == 0) continue;
      const QRectF bar(left, first + (backward ? barHeight + kBarSpace : 0),
                       std::max(1.0, room * seconds / longest), barHeight);
      painter.fillRect(bar, colors[backward]);
      painter.drawText(QRectF(bar.right() + kGap, bar.top(), textWidth + 1, barHeight),
                       Qt::AlignLeft | Qt::AlignVCenter, text(i, backward));
    }
  }
}

}  // namespace ui
