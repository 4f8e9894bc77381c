#pragma once

#include <cstddef>

#include "engine/kernels/kernels.h"

namespace engine {

/// Applies the rule to count values. Returns the sum of squares / 2 of the old values, which is
/// their share of the L2 penalty (tf.nn.l2_loss).
double momentumUpdate(const MomentumRule& rule, std::size_t count, const float* gradient,
                      float* value, float* velocity) noexcept;

}  // namespace engine
