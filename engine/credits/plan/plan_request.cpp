#include "engine/credits/plan/plan_request.h"

#include "engine/train/schedule.h"

namespace engine {

Job sampleJob(int epochs) {
  constexpr std::int64_t kTrainCount = 55'000;  // MNIST without the validation images
  const TrainConfig config{.epochs = epochs};
  return {.steps = totalSteps(config, kTrainCount),
          .stepsPerEpoch = static_cast<double>(kTrainCount) / config.batchSize,
          .secondsPerStep = [](const InstanceType&) { return kArticleSecondsPerStep; }};
}

}  // namespace engine
