#pragma once

namespace ui {

/// Exponential mean of values along the steps, without the bias towards the start: each value
/// weighs weight times less per step that has passed since, divided by the sum of all weights. A
/// value that stands for several steps weighs like that many, so the density of the points does not
/// matter. A constant gives exactly that constant, the first value stays, weight 0 changes nothing.
/// At one value per step it equals s = s * w + y, d = d * w + 1, mean = s / d.
class SmoothedMean {
 public:
  static constexpr double kMaxWeight = 0.999;

  /// weight in [0, kMaxWeight], others are brought into it.
  explicit SmoothedMean(double weight = 0);

  /// The mean including value, which came steps after the one before. A value that is not finite
  /// is returned as it is and not remembered.
  double add(double value, double steps = 1);

 private:
  double m_weight;
  double m_mean = 0;
  double m_debias = 0;
};

}  // namespace ui
