#pragma once

#include <cmath>
#include <optional>
#include <span>

#include "ui/charts/axis_scale.h"

namespace ui {

/// The y axis of a chart: linear or logarithmic, following the data calmly, fixed, or zoomed.
class ValueAxis {
 public:
  void setLogarithmic(bool logarithmic);
  bool isLogarithmic() const { return m_scale.logarithmic; }

  void fix(Range values) { m_fixed = values; }
  bool isFixed() const { return m_fixed.has_value(); }

  /// Of values that cannot be higher, such as percentages: the axis ends there.
  void setCeiling(double value) { m_ceiling = value; }

  /// Stops to spare the space of a few high values.
  void setShowAll(bool all);
  bool showsAll() const { return m_showAll; }

  /// By factor (< 1: closer) around the plot coordinate at; lasts until resetZoom().
  void zoom(double factor, double at);
  void resetZoom() { m_zoom.reset(); }
  bool isZoomed() const { return m_zoom.has_value(); }

  /// Chooses the range for what is visible. On a logarithmic axis the floor lies a little below the
  /// smallest positive value, but not more than four decades below the median.
  void fit(std::span<const double> values);

  const ValueScale& scale() const { return m_scale; }
  Range range() const;  ///< in plot coordinates
  std::vector<Tick> ticks(int maxCount) const;

 private:
  ValueScale m_scale{false, 1};
  SteadyRange m_steady;
  std::optional<Range> m_fixed, m_zoom;
  double m_ceiling = HUGE_VAL;
  bool m_showAll = false;
};

}  // namespace ui
