#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/data/digit_normalizer.h"
#include "engine/nn/classifier.h"

namespace ui {

/// Below this probability of the winner the answer counts as "not sure" where it has not been
/// measured what the network's probabilities are worth.
inline constexpr float kSureProbability = 0.8F;

/// The network's answer in words.
struct Verdict {
  QString detail;                  ///< how sure and how far ahead, or why there is no answer
  QString headline = {};           ///< the class, with a question mark if unsure
  std::optional<int> winner = {};  ///< only of an answer to be believed
  bool isAnswer = false;           ///< the probabilities mean something

  Q_DECLARE_TR_FUNCTIONS(ui::Verdict)
};

/// probabilities: nothing if the network is untrained. sureFrom: the least probability of the
/// winner that is to be believed.
Verdict judge(const engine::NormalizedDigit& digit,
              const std::optional<engine::Probabilities>& probabilities,
              const QStringList& classNames, float sureFrom = kSureProbability);

/// Whether the classes are the digits, and may be called so.
bool areDigits(const QStringList& classNames);

/// Class indices, the most probable first.
std::vector<int> ranking(const engine::Probabilities& probabilities);

/// 0.982 -> "98.2 %", in the user's locale. What is not quite 0 or 1 is never said to be.
QString percentText(double fraction);

}  // namespace ui
