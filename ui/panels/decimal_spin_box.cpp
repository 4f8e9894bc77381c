#include "ui/panels/decimal_spin_box.h"

namespace ui {

DecimalSpinBox::DecimalSpinBox(double minimum, double maximum, int decimals, QWidget* parent)
    : QDoubleSpinBox(parent) {
  setDecimals(decimals);
  setRange(minimum, maximum);
  setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  setKeyboardTracking(false);
  QLocale plain = locale();
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  setLocale(plain);
}

QString DecimalSpinBox::textFromValue(double value) const {
  QString text = locale().toString(value, 'f', decimals());
  const QString zero = locale().zeroDigit();
  while (text.endsWith(zero)) text.chop(zero.size());
  if (text.endsWith(locale().decimalPoint())) text.chop(locale().decimalPoint().size());
  return text;
}

double DecimalSpinBox::valueFromText(const QString& text) const {
  return locale().toDouble(inLocale(text).trimmed());
}

QValidator::State DecimalSpinBox::validate(QString& text, int& position) const {
  text = inLocale(text);
  return QDoubleSpinBox::validate(text, position);
}

QString DecimalSpinBox::inLocale(QString text) const {
  const QString point = locale().decimalPoint();
  return text.replace(QLatin1Char('.'), point).replace(QLatin1Char(','), point);
}

}  // namespace ui
