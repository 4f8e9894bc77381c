#pragma once

#include <QWidget>

class QDoubleSpinBox;
class QSlider;

namespace ui {

/// Chooses how much a series is smoothed: a slider from 0 to 0.99 and the number, which may go up
/// to SmoothedMean::kMaxWeight.
class SmoothingBox : public QWidget {
  Q_OBJECT

 public:
  /// series: what is smoothed, for accessibility.
  explicit SmoothingBox(const QString& series, QWidget* parent = nullptr);

  void setWeight(double weight);  ///< tells nobody
  double weight() const;

 signals:
  void weightChanged(double weight);

 private:
  QSlider* m_slider;
  QDoubleSpinBox* m_number;
};

}  // namespace ui
