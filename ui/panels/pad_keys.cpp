#include "ui/panels/pad_keys.h"

#include <QKeyEvent>

namespace ui {

std::optional<QPointF> penDirection(int key) {
  switch (key) {
    case Qt::Key_Left:
      return QPointF(-1, 0);
    case Qt::Key_Right:
      return QPointF(1, 0);
    case Qt::Key_Up:
      return QPointF(0, -1);
    case Qt::Key_Down:
      return QPointF(0, 1);
    case Qt::Key_Home:
      return QPointF(-1, -1);
    case Qt::Key_End:
      return QPointF(-1, 1);
    case Qt::Key_PageUp:
      return QPointF(1, -1);
    case Qt::Key_PageDown:
      return QPointF(1, 1);
    default:
      return std::nullopt;
  }
}

bool clearsPad(int key) {
  return key == Qt::Key_Delete || key == Qt::Key_Backspace || key == Qt::Key_Escape;
}

bool isPadKey(const QKeyEvent& event) {
  if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
  return penDirection(event.key()) || clearsPad(event.key()) || event.key() == Qt::Key_Space;
}

}  // namespace ui
