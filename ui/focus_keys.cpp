#include "ui/focus_keys.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>

namespace ui {

bool focusNeedsKey(const QKeyEvent& key) {
  if (key.key() != Qt::Key_Space || key.modifiers() != Qt::NoModifier) return false;
  const QWidget* focus = QApplication::focusWidget();
  return qobject_cast<const QAbstractButton*>(focus) || qobject_cast<const QComboBox*>(focus) ||
         qobject_cast<const QAbstractItemView*>(focus);
}

}  // namespace ui
