#include "ui/panels/verdict.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace ui {

Verdict judge(const engine::NormalizedDigit& digit,
              const std::optional<engine::Probabilities>& probabilities,
              const QStringList& classNames) {
  if (digit.isEmpty) return {Verdict::tr("Nothing drawn")};
  if (digit.hasTooLittleInk) return {Verdict::tr("Too little ink")};
  if (!probabilities) return {Verdict::tr("No answer yet: start a run")};
  // Finite weights may still overflow on the way to the answer.
  if (!std::ranges::all_of(*probabilities, [](float p) { return std::isfinite(p); }))
    return {Verdict::tr("No answer: the network gives no finite numbers")};
  if (digit.largeParts > 1)
    return {Verdict::tr("Two shapes: draw one digit"), QStringLiteral("?"), std::nullopt, true};

  const std::vector<int> order = ranking(*probabilities);
  const double first = (*probabilities)[order[0]];
  const double second = (*probabilities)[order[1]];
  const QString winner = classNames.value(order[0]);
  const QString rival = classNames.value(order[1]);
  if (first < kSureProbability)
    return {Verdict::tr("Not sure: %1 (%2) or %3 (%4)")
                .arg(winner, percentText(first), rival, percentText(second)),
            winner + QLatin1Char('?'), std::nullopt, true};
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

QString percentText(double fraction) {
  return Verdict::tr("%1\u00a0%").arg(QLocale().toString(100 * fraction, 'f', 1));
}

}  // namespace ui
