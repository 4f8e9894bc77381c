#pragma once

#include <QDoubleSpinBox>

namespace ui {

/// A number box that shows no more digits than the value needs and reads a decimal comma as well as
/// a decimal point, whatever the locale. No group separators: 0.01 typed in a German locale is a
/// hundredth, not one. Steps are by the leading digit: 0.01, 0.02 ... or 0.010, 0.011.
class DecimalSpinBox : public QDoubleSpinBox {
  Q_OBJECT

 public:
  DecimalSpinBox(double minimum, double maximum, int decimals, QWidget* parent = nullptr);

  QString textFromValue(double value) const override;
  double valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;

 private:
  QString inLocale(QString text) const;
};

}  // namespace ui
