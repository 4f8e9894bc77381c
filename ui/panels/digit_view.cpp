#include "ui/panels/digit_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/data/dataset.h"
#include "ui/panels/accessible_value.h"
#include "ui/panels/pad_colors.h"

namespace ui {

using engine::kImageSide;

DigitView::DigitView(QWidget* parent)
    : QWidget(parent), m_copy(new QAction(tr("&Copy Picture"), this)) {
  m_copy->setShortcut(QKeySequence::Copy);
  m_copy->setShortcutContext(Qt::WidgetShortcut);
  connect(m_copy, &QAction::triggered, this, &DigitView::copy);
  addAction(m_copy);
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
  m_copy->setEnabled(!m_image.isNull());
  update();
}

void DigitView::copy() const {
  if (!m_image.isNull()) QApplication::clipboard()->setImage(m_image);
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
