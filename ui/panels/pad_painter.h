#pragma once

#include <QPainter>

#include "ui/panels/pad_content.h"

namespace ui {

struct PadColors;

// What is seen on the pad; all in the coordinates of Sketch.

void paintPicture(QPainter& painter, const PadPicture& picture, const PadColors& colors);
void paintStrokes(QPainter& painter, const Strokes& strokes, const QColor& color);
void paintKeyboardPen(QPainter& painter, QPointF pen, bool isDown, const QColor& color);
void paintEraser(QPainter& painter, QPointF middle, const QColor& color);

}  // namespace ui
