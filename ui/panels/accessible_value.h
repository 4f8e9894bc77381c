#pragma once

#include <QAccessible>

class QString;
class QWidget;

namespace ui {

/// Makes a widget that paints itself known to screen readers: role and name once (in its
/// constructor), then a value, such as "7, 98.2 %", whenever what it shows has changed.
void describePainted(QWidget& widget, QAccessible::Role role, const QString& name);
void setAccessibleValue(QWidget& widget, const QString& value);
QString accessibleValue(const QWidget& widget);

}  // namespace ui
