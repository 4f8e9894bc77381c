#include "engine/bench/alexnet_batch.h"

#include "engine/bench/alexnet.h"
#include "engine/bench/timing.h"
#include "engine/error.h"

namespace engine {
namespace {

constexpr std::uint64_t kSeed = 66478;

int checkedBatch(int batchSize) {
  if (batchSize < 1 || batchSize > kMaxAlexnetBatch)
    throw Error("The batch size must lie between 1 and " + std::to_string(kMaxAlexnetBatch) + ".");
  return batchSize;
}

int checkedThreads(int threads) {
  if (threads == 0) return usefulThreads();
  if (threads < 1 || threads > kMaxThreads)
    throw Error("The number of threads must lie between 1 and " + std::to_string(kMaxThreads) +
                ".");
  return threads;
}

double median(const std::vector<double>& times) {
  return times.empty() ? 0 : summarize(times).median;
}

double gigaflops(double operations, double seconds) {
  return seconds > 0 ? operations / seconds * 1e-9 : 0;
}

}  // namespace

AlexnetBatch::AlexnetBatch(const AlexnetConfig& config, const Clock& clock,
                           const std::atomic<bool>* cancelled)
    : m_clock(clock),
      m_batchSize(checkedBatch(config.batchSize)),
      m_kernels(selectKernels(config.kernels, config.convMethod)),
      m_stages(alexnetStages()),
      m_pool(checkedThreads(config.threads)),
      m_chain(m_stages, m_kernels, m_pool, m_batchSize, clock, cancelled),
      m_forward(m_stages.size()),
      m_backward(m_stages.size()) {
  m_chain.initialize(kSeed);
}

AlexnetBatch::Time AlexnetBatch::run(AlexnetTask task) {
  const double wall = m_clock.seconds(), cpu = m_clock.cpuSeconds();
  if (task == AlexnetTask::Forward)
    m_chain.forward();
  else
    m_chain.forwardBackward();
  const Time time{m_clock.seconds() - wall, m_clock.cpuSeconds() - cpu};
  const auto stageTimes = m_chain.stageTimes();
  for (std::size_t i = 0; i < m_stages.size(); ++i) {
    m_forward[i].push_back(stageTimes[i].forward);
    if (task == AlexnetTask::ForwardBackward) m_backward[i].push_back(stageTimes[i].backward);
  }
  return time;
}

std::vector<StageSpeed> AlexnetBatch::speeds() const {
  std::vector<StageSpeed> result;
  for (std::size_t i = 0; i < m_stages.size(); ++i) {
    const ConvStageShape& shape = m_stages[i].shape;
    StageSpeed speed{.name = stageName(m_stages[i]),
                     .forward = median(m_forward[i]),
                     .backward = median(m_backward[i])};
    speed.forwardGigaflops = gigaflops(forwardOperations(shape, m_batchSize), speed.forward);
    speed.backwardGigaflops =
        gigaflops(backwardOperations(shape, m_batchSize, i == 0), speed.backward);
    result.push_back(speed);
  }
  return result;
}

}  // namespace engine
