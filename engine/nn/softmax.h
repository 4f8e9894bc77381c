#pragma once

#include <cstdint>

namespace engine {

/// probabilities [N, classes] = softmax(logits [N, classes]); the two may be the same memory.
void softmax(int images, int classes, const float* logits, float* probabilities) noexcept;

/// Index of the largest value; the first one of equals.
int argmax(int classes, const float* values) noexcept;

/// Mean over the batch of the cross-entropy of softmax(logits) [N, classes] with the labels,
/// computed from the logits so that a probability of 0 gives a finite loss. gradient gets its
/// derivative, (softmax - onehot) / N.
double softmaxCrossEntropy(int images, int classes, const float* logits, const std::uint8_t* labels,
                           float* gradient) noexcept;

}  // namespace engine
