#include "ui/charts/axis_scale.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

constexpr std::array kNiceDigits{1.0, 2.0, 5.0};

/// Calls place(k * step) for every multiple of step inside range.
template <typename Place>
void forMultiples(Range range, double step, Place place) {
  const double tolerance = 1e-9 * range.width();
  const auto last = static_cast<qint64>(std::floor((range.max + tolerance) / step));
  for (auto k = static_cast<qint64>(std::ceil((range.min - tolerance) / step)); k <= last; ++k)
    place(static_cast<double>(k) * step);
}

/// A distance such that not more than maxCount multiples of it fit into range.
double gap(Range range, int maxCount) {
  return range.width() / std::max(maxCount - 1, 1);
}

double niceElapsedStep(double seconds) {
  for (const double nice : {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600})
    if (nice >= seconds) return nice;
  return 3600 * niceCeiling(seconds / 3600);
}

/// "8.3e25", "1.2e-9".
QString withExponent(double value, int digits) {
  const QStringList parts =
      QString::number(value, 'e', std::max(digits, 1) - 1).split(QLatin1Char('e'));
  return QLocale().toString(parts[0].toDouble(), 'f', std::max(digits, 1) - 1) + QLatin1Char('e') +
         QString::number(parts[1].toInt());
}

int exponentOf(double value) {
  return static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
}

}  // namespace

double ValueScale::toPlot(double value) const {
  return logarithmic ? std::log10(std::max(value, floor)) : value;
}

double ValueScale::toValue(double plot) const {
  return logarithmic ? std::pow(10, plot) : plot;
}

double niceCeiling(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : kNiceDigits)
    if (digit * decade >= value * (1 - 1e-12)) return digit * decade;
  return 10 * decade;
}

std::vector<Tick> linearTicks(Range range, int maxCount) {
  std::vector<Tick> ticks;
  if (!(range.width() > 0)) return ticks;
  const double step = niceCeiling(gap(range, maxCount));
  const bool huge = std::max(std::abs(range.min), std::abs(range.max)) >= kHugeValue;
  forMultiples(range, step, [&](double value) {
    ticks.push_back(
        {value, huge && value != 0
                    ? withExponent(value, exponentOf(value) - exponentOf(step) + 1)
                    : QLocale().toString(value, 'f', huge ? 0 : std::max(0, -exponentOf(step)))});
  });
  return ticks;
}

std::vector<Tick> logarithmicTicks(Range range, int maxCount) {
  maxCount = std::max(maxCount, 1);
  std::vector<Tick> ticks;
  if (!(range.width() > 0)) return ticks;
  const auto collect = [&](double decades, std::span<const double> digits) {
    ticks.clear();
    forMultiples({range.min - decades, range.max}, decades, [&](double decade) {
      for (const double digit : digits) {
        const double position = decade + std::log10(digit);
        if (range.contains(position))
          ticks.push_back({position, formatValue(digit * std::pow(10, decade), 1)});
      }
    });
    return ticks.size() <= static_cast<std::size_t>(maxCount);
  };
  if (!collect(1, kNiceDigits)) {
    double decades = std::max(1.0, std::floor(range.width() / (maxCount + 1)));
    while (!collect(decades, std::array{1.0})) ++decades;
  }
  if (ticks.size() > 1 || range.width() > 2) return ticks;

  // Too narrow for round decades: round values instead.
  ticks = linearTicks({std::pow(10, range.min), std::pow(10, range.max)}, maxCount);
  for (Tick& tick : ticks) tick.position = std::log10(tick.position);
  return ticks;
}

std::vector<Tick> elapsedTicks(Range seconds, int maxCount) {
  if (seconds.width() < 2) return linearTicks(seconds, maxCount);
  std::vector<Tick> ticks;
  forMultiples(seconds, niceElapsedStep(gap(seconds, maxCount)), [&](double value) {
    ticks.push_back({value, formatElapsed(value)});
  });
  return ticks;
}

QString formatValue(double value, int digits) {
  const double size = std::abs(value);
  if (!std::isfinite(value)) return QLocale().toString(value);
  if (value != 0 && (size >= kHugeValue || size < 1e-4)) return withExponent(value, digits);
  const int exponent = value == 0 ? 0 : exponentOf(value);
  return QLocale().toString(value, 'f', std::max(0, digits - 1 - exponent));
}

QString formatElapsed(double seconds) {
  const auto whole = static_cast<qint64>(std::llround(std::max(seconds, 0.0)));
  const auto twoDigits = [](qint64 n) {
    return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0'));
  };
  const QString tail = twoDigits(whole % 60);
  if (whole < 3600) return QString::number(whole / 60) + QLatin1Char(':') + tail;
  return QString::number(whole / 3600) + QLatin1Char(':') + twoDigits(whole / 60 % 60) +
         QLatin1Char(':') + tail;
}

Range robustRange(std::span<const double> values) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double value) { return std::isfinite(value); });
  if (finite.empty()) return {0, 1};
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  Range range{std::min(0.0, *low), *high};

  constexpr std::size_t kEnoughToJudge = 40;
  if (finite.size() >= kEnoughToJudge) {
    const auto rest = finite.begin() + static_cast<std::ptrdiff_t>(finite.size() * 97 / 100);
    std::nth_element(finite.begin(), rest, finite.end());
    if (*rest > 0 && range.max > 3 * *rest) range.max = 1.25 * *rest;
  }
  if (!(range.width() > 0)) range.max = range.min + 1;
  return range;
}

const Range& SteadyRange::follow(Range data) {
  const bool fits = m_set && data.min >= m_range.min && data.max <= m_range.max &&
                    data.width() * 2 >= m_range.width();
  if (fits) return m_range;
  const double room = data.width() > 0 ? 0.12 * data.width() : 0.5;
  // Little room below zero, only so that a line along it is seen whole.
  m_range = {data.min - (data.min == 0 ? room / 3 : room), data.max + room};
  m_set = true;
  return m_range;
}

}  // namespace ui
