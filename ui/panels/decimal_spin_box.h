#pragma once

#include <QDoubleSpinBox>
#include <optional>

namespace ui {

/// A number box that shows no more digits than the value needs and reads a decimal comma as well as
/// a decimal point, whatever the locale, and 1e-3. No group separators: 0.01 typed in a German
/// locale is a hundredth, not one. Steps are by the leading digit: 0.01, 0.02 ... or 0.010, 0.011.
/// Anything can be typed; what is no number in range stands in the colour of errors and, when it is
/// to be applied, gives way to the value before.
class DecimalSpinBox : public QDoubleSpinBox {
  Q_OBJECT

 public:
  DecimalSpinBox(double minimum, double maximum, int decimals, QWidget* parent = nullptr);

  QString textFromValue(double value) const override;
  double valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;
  void fixup(QString& text) const override;

 signals:
  /// Why an entry was not taken.
  void refused(const QString& message) const;

 private:
  QString inLocale(QString text) const;
  std::optional<double> read(const QString& text) const;
  void showValidity();
};

}  // namespace ui
