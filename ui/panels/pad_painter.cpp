#include "ui/panels/pad_painter.h"

#include "ui/panels/pad_colors.h"
#include "ui/panels/sketch.h"

namespace ui {

namespace {

constexpr double kRadius = Sketch::kPenWidth / 2;

}  // namespace

void paintPicture(QPainter& painter, const PadPicture& picture, const PadColors& colors) {
  constexpr int side = engine::kImageSide;
  QImage image(picture.pixels.data(), side, side, side, QImage::Format_Indexed8);
  image.setColorTable(colors.shades());
  painter.drawImage(QRectF(0, 0, Sketch::kSide, Sketch::kSide), image);
}

void paintStrokes(QPainter& painter, const Strokes& strokes, const QColor& color) {
  QPen pen(color, Sketch::kPenWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
  const auto setWidth = [&](double width) {
    pen.setWidthF(Sketch::kPenWidth * width);
    painter.setPen(pen);
  };
  // Line by line: one long polyline would cost the square of its length.
  for (const engine::Stroke& stroke : strokes) {
    engine::Stroke::Point from = stroke.points.front();
    setWidth(from.width);
    painter.drawPoint(QPointF(from.x, from.y));
    for (const engine::Stroke::Point& to : stroke.points) {
      setWidth((from.width + to.width) / 2);
      painter.drawLine(QPointF(from.x, from.y), QPointF(to.x, to.y));
      from = to;
    }
  }
}

void paintKeyboardPen(QPainter& painter, QPointF pen, bool isDown, const QColor& color) {
  painter.setPen(QPen(color, 2));
  painter.setBrush(isDown ? QBrush(color) : QBrush());
  painter.drawEllipse(pen, kRadius, kRadius);
  for (const QPointF arm : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
    painter.drawLine(pen + kRadius * arm, pen + (kRadius + 6) * arm);
}

void paintEraser(QPainter& painter, QPointF middle, const QColor& color) {
  painter.setPen(QPen(color, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(middle, kRadius, kRadius);
}

}  // namespace ui
