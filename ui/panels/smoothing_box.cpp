#include "ui/panels/smoothing_box.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <cmath>

#include "ui/charts/smoothing.h"

namespace ui {
namespace {

constexpr int kSliderEnd = 99;  // hundredths

}  // namespace

SmoothingBox::SmoothingBox(const QString& series, QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal)), m_number(new QDoubleSpinBox) {
  const QString toolTip =
      tr("Smoothing: a mean over the steps so far in which older ones weigh less; at 0.95 about 20 "
         "steps count. The raw values stay visible behind.");
  m_slider->setRange(0, kSliderEnd);
  m_slider->setAccessibleName(tr("Smoothing of %1").arg(series));
  m_slider->setToolTip(toolTip);
  m_slider->setFixedWidth(56);
  m_number->setRange(0, SmoothedMean::kMaxWeight);
  m_number->setDecimals(3);
  m_number->setSingleStep(0.01);
  m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
  m_number->setFrame(false);
  m_number->setKeyboardTracking(false);
  m_number->setAccessibleName(tr("Smoothing of %1, as a number").arg(series));
  m_number->setToolTip(toolTip);
  m_number->findChild<QLineEdit*>()->setAccessibleName(m_number->accessibleName());
  for (QWidget* control : {static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_number)})
    control->setMaximumHeight(fontMetrics().height() + 4);

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(4, 0, 4, 0);
  layout->setSpacing(2);
  layout->addWidget(m_slider);
  layout->addWidget(m_number);

  connect(m_slider, &QSlider::valueChanged, m_number,
          [this](int hundredths) { m_number->setValue(hundredths / 100.0); });
  connect(m_number, &QDoubleSpinBox::valueChanged, this, [this](double weight) {
    setWeight(weight);
    emit weightChanged(weight);
  });
}

void SmoothingBox::setWeight(double weight) {
  const QSignalBlocker noNumber(m_number), noSlider(m_slider);
  m_number->setValue(weight);
  m_slider->setValue(static_cast<int>(std::lround(100 * weight)));
}

double SmoothingBox::weight() const {
  return m_number->value();
}

}  // namespace ui
