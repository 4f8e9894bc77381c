#pragma once

#include <QString>

#include "engine/train/train_observer.h"

namespace ui {

// Facts of a run in words, in the user's language.

/// "3 min 20 s" or "2 h 5 min": two units at most.
QString durationText(double seconds);

/// "AVX2 on 2 threads".
QString computedByText(const engine::RunStarted& run);

/// "Test error: 0.84 % · Steps: 8,593 · Time: 2 min 3 s".
QString resultText(const engine::RunFinished& run);

/// What happened where the loss became nan or inf, what the weights are worth, and the remedy.
QString nonFiniteText(const engine::RunFinished& run);

}  // namespace ui
