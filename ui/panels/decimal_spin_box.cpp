#include "ui/panels/decimal_spin_box.h"

#include <QLineEdit>

#include "ui/theme.h"

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
  // The line does not tell of texts that the box itself sets.
  connect(lineEdit(), &QLineEdit::textChanged, this, &DecimalSpinBox::showValidity);
  connect(this, &QDoubleSpinBox::textChanged, this, &DecimalSpinBox::showValidity);
  connect(this, &QAbstractSpinBox::editingFinished, this, &DecimalSpinBox::showValidity);
}

QString DecimalSpinBox::textFromValue(double value) const {
  QString text = locale().toString(value, 'f', decimals());
  const QString zero = locale().zeroDigit();
  while (text.endsWith(zero)) text.chop(zero.size());
  if (text.endsWith(locale().decimalPoint())) text.chop(locale().decimalPoint().size());
  return text;
}

double DecimalSpinBox::valueFromText(const QString& text) const {
  return read(text).value_or(value());
}

QValidator::State DecimalSpinBox::validate(QString& text, int&) const {
  text = inLocale(text);
  // Never Invalid: that would swallow single characters and make another number of the rest.
  return read(text) ? QValidator::Acceptable : QValidator::Intermediate;
}

void DecimalSpinBox::fixup(QString& text) const {
  emit refused(
      tr("\"%1\" is not a number from %2 to %3; %4 stays.")
          .arg(text, textFromValue(minimum()), textFromValue(maximum()), textFromValue(value())));
}

QString DecimalSpinBox::inLocale(QString text) const {
  const QString point = locale().decimalPoint();
  return text.replace(QLatin1Char('.'), point).replace(QLatin1Char(','), point);
}

std::optional<double> DecimalSpinBox::read(const QString& text) const {
  bool ok = false;
  const double number = locale().toDouble(inLocale(text).trimmed(), &ok);
  if (ok && number >= minimum() && number <= maximum()) return number;
  return std::nullopt;
}

void DecimalSpinBox::showValidity() {
  QPalette colors;
  if (!hasAcceptableInput()) colors.setColor(QPalette::Text, bannerColors(isDark(palette())).text);
  lineEdit()->setPalette(colors);
}

}  // namespace ui
