#pragma once

#include <QString>
#include <span>
#include <vector>

namespace ui {

struct Range {
  double min = 0;
  double max = 1;
  double width() const { return max - min; }
  bool contains(double value) const { return value >= min && value <= max; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// How values of one axis become plot coordinates: themselves, or their decimal logarithm. A
/// logarithmic scale lifts what is not above its floor, zeros included, to the floor.
struct ValueScale {
  bool logarithmic = false;
  double floor = 0;  ///< > 0 where logarithmic

  double toPlot(double value) const;
  double toValue(double plot) const;
  bool lifts(double value) const { return logarithmic && value < floor; }
};

struct Tick {
  double position = 0;  ///< in plot coordinates
  QString label;        ///< in the user's locale
  friend bool operator==(const Tick&, const Tick&) = default;
};

/// At most maxCount ticks inside range, at steps of 1, 2 or 5 times a power of ten.
std::vector<Tick> linearTicks(Range range, int maxCount);
/// The same for a logarithmic scale; range is in decades. Ticks at 1, or at 1, 2 and 5, of each.
std::vector<Tick> logarithmicTicks(Range range, int maxCount);
/// The same for seconds, at whole seconds, minutes or hours.
std::vector<Tick> elapsedTicks(Range seconds, int maxCount);

/// The smallest of 1, 2, 5 times a power of ten that is not less than value > 0.
double niceCeiling(double value);

/// From here on numbers are written with an exponent.
inline constexpr double kHugeValue = 1e6;

/// For people: so many significant digits, an exponent below 1e-4 and from kHugeValue on.
QString formatValue(double value, int digits = 3);
/// "2:05" or "1:02:05".
QString formatElapsed(double seconds);

/// The part of values that deserves the space: where a few high values would squeeze the rest into
/// less than a third, the range ends a little above the rest. values need not be sorted.
Range robustRange(std::span<const double> values);

/// A range that follows the data without jitter: it changes only when the data leave it or use less
/// than half of it, and then leaves room for a while.
class SteadyRange {
 public:
  const Range& follow(Range data);
  const Range& range() const { return m_range; }
  void reset() { m_set = false; }

 private:
  Range m_range;
  bool m_set = false;
};

}  // namespace ui
