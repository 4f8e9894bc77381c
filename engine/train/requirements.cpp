#include "engine/train/requirements.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/error.h"
#include "engine/kernels/thread_pool.h"

namespace engine {
namespace {

void require(bool condition, const std::string& message) {
  if (!condition) throw Error(message);
}

}  // namespace

void requireTrainable(const TrainConfig& c, const Dataset& dataset) {
  require(c.batchSize >= 1 && c.batchSize <= kMaxBatchSize,
          "The batch size must lie between 1 and " + std::to_string(kMaxBatchSize) + ".");
  require(c.epochs >= 1, "The number of epochs must be at least 1.");
  require(!c.maxSteps || *c.maxSteps >= 0, "The number of steps must not be negative.");
  require(std::isfinite(c.learningRate) && c.learningRate > 0,
          "The learning rate must be a positive number.");
  require(c.learningRateDecay > 0 && c.learningRateDecay <= 1,
          "The learning rate decay must lie above 0 and not above 1.");
  require(c.momentum >= 0 && c.momentum < 1, "The momentum must lie in [0, 1).");
  require(std::isfinite(c.weightDecay) && c.weightDecay >= 0,
          "The weight decay must not be negative.");
  require(c.keepProbability > 0 && c.keepProbability <= 1,
          "The dropout's keep probability must lie above 0 and not above 1.");
  require(c.evaluationInterval >= 1, "The evaluation interval must be at least 1 step.");
  require(c.threads >= 1 && c.threads <= kMaxThreads,
          "The number of threads must lie between 1 and " + std::to_string(kMaxThreads) + ".");
  for (const auto& [images, name] :
       {std::pair(&dataset.train, "training"), std::pair(&dataset.validation, "validation"),
        std::pair(&dataset.test, "test")}) {
    const std::string set = "The " + std::string(name) + " set of " + dataset.name;
    if (images->count() == 0) throw Error(set + " is empty. Choose a data set with more images.");
    if (const int label = std::ranges::max(images->labels); label >= kClassCount)
      throw Error(set + " has the label " + std::to_string(label) +
                  ". Choose a data set whose labels are 0 to 9.");
  }
  if (c.batchSize > dataset.train.count())
    throw Error("A batch of " + std::to_string(c.batchSize) + " is larger than the training set (" +
                std::to_string(dataset.train.count()) + " images). Choose a smaller batch size.");
}

}  // namespace engine
