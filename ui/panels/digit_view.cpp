#include "ui/panels/digit_view.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QFile>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <algorithm>
#include <cmath>

#include "engine/atomic_file.h"
#include "engine/data/dataset.h"
#include "engine/data/drawing_set.h"
#include "ui/file_choices.h"
#include "ui/panels/accessible_value.h"
#include "ui/panels/pad_colors.h"

namespace ui {

using engine::kImageSide;

DigitView::DigitView(QWidget* parent) : QWidget(parent) {
  auto* copy = new QAction(tr("&Copy the 28×28 picture"), this);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  connect(copy, &QAction::triggered, this, &DigitView::copy);
  auto* copyIdx = new QAction(tr("Copy as an &IDX file"), this);
  connect(copyIdx, &QAction::triggered, this, &DigitView::copyIdx);
  auto* save = new QAction(tr("&Save as PNG or IDX file..."), this);
  connect(save, &QAction::triggered, this, &DigitView::askAndSave);
  addActions({copy, copyIdx, save});
  setContextMenuPolicy(Qt::ActionsContextMenu);
  setFocusPolicy(Qt::StrongFocus);
  setToolTip(tr("What the network sees: 28×28 pixels"));
  describePainted(*this, QAccessible::Graphic, tr("What the network sees"));
  setPixels({});
}

void DigitView::setPixels(std::span<const std::uint8_t> pixels) {
  m_image = pixels.empty() ? QImage() : QImage(kImageSide, kImageSide, QImage::Format_Grayscale8);
  for (int y = 0; y < m_image.height(); ++y) {
    std::ranges::copy(pixels.subspan(y * kImageSide, kImageSide), m_image.scanLine(y));
  }
  const auto inked = std::ranges::count_if(pixels, [](std::uint8_t value) { return value > 0; });
  setAccessibleValue(*this, tr("%n of 784 pixels have ink", nullptr, static_cast<int>(inked)));
  for (QAction* action : actions()) action->setEnabled(!m_image.isNull());
  update();
}

void DigitView::copy() const {
  if (!m_image.isNull()) QApplication::clipboard()->setImage(m_image);
}

void DigitView::copyIdx() {
  if (m_image.isNull()) return;
  const QString file = m_folder.filePath(QStringLiteral("digit-images-idx3-ubyte"));
  const std::vector<std::byte> bytes = idx();
  try {
    engine::writeFileAtomically(QFile::encodeName(file).toStdString(), bytes);
  } catch (const std::exception& error) {
    return emit failed(QString::fromUtf8(error.what()));
  }
  auto* data = new QMimeData;
  data->setData(QStringLiteral("application/x-idx"),
                QByteArray(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes)));
  data->setUrls({QUrl::fromLocalFile(file)});
  QApplication::clipboard()->setMimeData(data);
}

void DigitView::save(const QString& file) const {
  if (m_image.isNull()) return;
  const auto path = QFile::encodeName(file).toStdString();
  if (!file.endsWith(QLatin1String(".png"), Qt::CaseInsensitive))
    return engine::writeFileAtomically(path, idx());
  QByteArray png;
  QBuffer buffer(&png);
  m_image.save(&buffer, "PNG");
  engine::writeFileAtomically(path, std::as_bytes(std::span(png.constData(), png.size())));
}

void DigitView::askAndSave() {
  const QString file = chooseDigitTarget(*this);
  if (file.isEmpty()) return;
  try {
    save(file);
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

std::vector<std::byte> DigitView::idx() const {
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < m_image.height(); ++y)
    pixels.insert(pixels.end(), m_image.constScanLine(y),
                  m_image.constScanLine(y) + m_image.width());
  return engine::idxBytes({1, kImageSide, kImageSide}, pixels);
}

QSize DigitView::minimumSizeHint() const {
  return {2 * kImageSide, 2 * kImageSide};
}

QSize DigitView::sizeHint() const {
  return {4 * kImageSide, 4 * kImageSide};
}

void DigitView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  // A whole number of device pixels per image pixel, so that all squares are equal.
  const double ratio = devicePixelRatioF();
  const double cell =
      std::max(1.0, std::floor(std::min(width(), height()) * ratio / kImageSide)) / ratio;
  const QRectF frame(0, 0, cell * kImageSide, cell * kImageSide);

  const PadColors colors(palette());
  painter.fillRect(frame, colors.paper);
  if (!m_image.isNull()) {
    QImage shaded = m_image;
    shaded.reinterpretAsFormat(QImage::Format_Indexed8);
    shaded.setColorTable(colors.shades());
    painter.drawImage(frame, shaded);
  }
  painter.setPen(QPen(colors.guide, 0, Qt::DashLine));
  painter.drawRect(frame.adjusted(4 * cell, 4 * cell, -4 * cell, -4 * cell));
  painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : colors.guide, 0));
  painter.drawRect(frame.adjusted(0, 0, -1 / ratio, -1 / ratio));
}

}  // namespace ui
