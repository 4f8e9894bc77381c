#include "ui/panels/verdict.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace ui {

namespace {

/// Why the drawing is no single digit, or nothing. Digits are seldom wide; of other things nobody
/// knows.
QString faultOf(const engine::NormalizedDigit& digit, bool ofDigits) {
  if (digit.largeParts == 2)
    return ofDigits ? Verdict::tr("Two shapes: draw one digit")
                    : Verdict::tr("Two shapes: draw only one");
  if (digit.largeParts != 1)
    return ofDigits ? Verdict::tr("Several shapes: draw one digit")
                    : Verdict::tr("Several shapes: draw only one");
  if (ofDigits && digit.isWide) return Verdict::tr("Too wide for one digit");
  return {};
}

}  // namespace

Verdict judge(const engine::NormalizedDigit& digit,
              const std::optional<engine::Probabilities>& probabilities,
              const QStringList& classNames, float sureFrom) {
  if (digit.isEmpty) return {Verdict::tr("Nothing drawn")};
  if (digit.hasTooLittleInk) return {Verdict::tr("Too little ink")};
  if (!probabilities) return {Verdict::tr("No answer yet: start a run")};
  // Finite weights may still overflow on the way to the answer.
  if (!std::ranges::all_of(*probabilities, [](float p) { return std::isfinite(p); }))
    return {Verdict::tr("No answer: the network gives no finite numbers")};
  if (const QString fault = faultOf(digit, areDigits(classNames)); !fault.isEmpty())
    return {fault, QStringLiteral("?"), std::nullopt, true};

  const std::vector<int> order = ranking(*probabilities);
  const double first = (*probabilities)[order[0]];
  const double second = (*probabilities)[order[1]];
  const QString winner = classNames.value(order[0]);
  const QString rival = classNames.value(order[1]);
  if (first < static_cast<double>(sureFrom))
    return {Verdict::tr("Not sure: %1 (%2) or %3 (%4)")
                .arg(winner, percentText(first), rival, percentText(second)),
            winner + QLatin1Char('?'), std::nullopt, true};
  // Differences round to 100.0 points where nothing is 100 % sure.
  if (first - second >= 0.9995)
    return {Verdict::tr("%1, far ahead of all others").arg(percentText(first)), winner, order[0],
            true};
  return {Verdict::tr("%1, ahead of %2 by %3 points")
              .arg(percentText(first), rival, QLocale().toString(100 * (first - second), 'f', 1)),
          winner, order[0], true};
}

std::vector<int> ranking(const engine::Probabilities& probabilities) {
  std::vector<int> order(probabilities.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](int i) { return probabilities[i]; });
  return order;
}

bool areDigits(const QStringList& classNames) {
  for (int digit = 0; digit < classNames.size(); ++digit)
    if (classNames[digit] != QString::number(digit)) return false;
  return true;
}

QString percentText(double fraction) {
  if (fraction > 0 && fraction < 0.0005)
    return Verdict::tr("< %1\u00a0%").arg(QLocale().toString(0.1, 'f', 1));
  if (fraction < 1 && fraction >= 0.9995)
    return Verdict::tr("> %1\u00a0%").arg(QLocale().toString(99.9, 'f', 1));
  return Verdict::tr("%1\u00a0%").arg(QLocale().toString(100 * fraction, 'f', 1));
}

}  // namespace ui
