#include "ui/panels/accessible_value.h"

#include <QAccessibleWidget>
#include <QVariant>
#include <QWidget>

namespace ui {

namespace {

constexpr char kRole[] = "burstlabAccessibleRole";
constexpr char kValue[] = "burstlabAccessibleValue";

class PaintedWidget : public QAccessibleWidget {
 public:
  using QAccessibleWidget::QAccessibleWidget;

  QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Value ? accessibleValue(*widget()) : QAccessibleWidget::text(kind);
  }
};

QAccessibleInterface* createInterface(const QString&, QObject* object) {
  const QVariant role = object->property(kRole);
  if (!role.isValid()) return nullptr;
  return new PaintedWidget(static_cast<QWidget*>(object),
                           static_cast<QAccessible::Role>(role.toInt()));
}

}  // namespace

void describePainted(QWidget& widget, QAccessible::Role role, const QString& name) {
  QAccessible::installFactory(createInterface);  // does nothing the second time
  widget.setProperty(kRole, static_cast<int>(role));
  widget.setAccessibleName(name);
}

void setAccessibleValue(QWidget& widget, const QString& value) {
  if (accessibleValue(widget) == value) return;
  widget.setProperty(kValue, value);
  QAccessibleValueChangeEvent event(&widget, value);
  QAccessible::updateAccessibility(&event);
}

QString accessibleValue(const QWidget& widget) {
  return widget.property(kValue).toString();
}

}  // namespace ui
