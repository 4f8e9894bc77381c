#include "engine/nn/softmax.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

// exp(logit - maximum) into terms; returns their sum. With the maximum taken off, no term
// overflows and one of them is 1, so that the sum's logarithm is finite.
float expTerms(int classes, const float* logits, float maximum, float* terms) noexcept {
  float sum = 0;
  for (int i = 0; i < classes; ++i) {
    terms[i] = std::exp(logits[i] - maximum);
    sum += terms[i];
  }
  return sum;
}

}  // namespace

void softmax(int images, int classes, const float* logits, float* probabilities) noexcept {
  for (int image = 0; image < images; ++image, logits += classes, probabilities += classes) {
    const float maximum = *std::max_element(logits, logits + classes);
    const float sum = expTerms(classes, logits, maximum, probabilities);
    for (int i = 0; i < classes; ++i) probabilities[i] /= sum;
  }
}

int argmax(int classes, const float* values) noexcept {
  return static_cast<int>(std::max_element(values, values + classes) - values);
}

double softmaxCrossEntropy(int images, int classes, const float* logits, const std::uint8_t* labels,
                           float* gradient) noexcept {
  double loss = 0;
  const float scale = 1.0f / static_cast<float>(images);
  for (int image = 0; image < images; ++image, logits += classes, gradient += classes) {
    const float maximum = *std::max_element(logits, logits + classes);
    const float sum = expTerms(classes, logits, maximum, gradient);
    loss += static_cast<double>(std::log(sum) - (logits[labels[image]] - maximum));
    for (int i = 0; i < classes; ++i) gradient[i] *= scale / sum;
    gradient[labels[image]] -= scale;
  }
  return loss / images;
}

}  // namespace engine
