#include "engine/bench/machine_benchmark.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/data/dataset_folder.h"
#include "engine/error.h"
#include "engine/nn/network.h"
#include "engine/train/schedule.h"

namespace engine {
namespace {

constexpr int kBatch = 64;
constexpr std::size_t kFewest = 3;  // measurements of a kind, however short the time

// The parts of the time that the kinds of measurement get.
constexpr double kPeakShare = 0.1, kStepShare = 0.6, kEvaluationShare = 0.2, kDigitShare = 0.1;

struct GivenUp {};

Dataset benchmarkData() {
  const auto mnist = bundledMnist();
  return mnist ? loadDataset(mnist->folder) : selfTestDataset();
}

// Repeats calls for shares of a given time and tells how far it has come.
class Sampler {
 public:
  Sampler(const Clock& clock, double seconds, const std::function<bool(double)>& progress)
      : m_clock(clock), m_seconds(seconds), m_progress(progress) {}

  // Seconds that a call takes. A tenth of the share warms up.
  template <typename Call>
  std::vector<double> sample(double share, const Call& call) {
    std::vector<double> times;
    const double start = m_clock.seconds();
    for (double now = start; now < start + share * m_seconds || times.size() < kFewest;) {
      const double callStart = m_clock.seconds();
      call();
      now = m_clock.seconds();
      if (callStart >= start + share * m_seconds / 10) times.push_back(now - callStart);
      report(std::min(share, (now - start) / m_seconds));
    }
    m_done += share;
    return times;
  }

 private:
  void report(double part) const {
    if (m_progress && !m_progress(std::min(1.0, m_done + part))) throw GivenUp();
  }

  const Clock& m_clock;
  double m_seconds;
  const std::function<bool(double)>& m_progress;
  double m_done = 0;
};

// One kernel set on one number of threads; weight is its part of the whole benchmark.
class Measurement {
 public:
  Measurement(const LabeledImages& images, const Kernels& kernels, int threads, double weight,
              Sampler& sampler)
      : m_images(images),
        m_kernels(kernels),
        m_pool(threads),
        m_weight(weight),
        m_sampler(sampler) {}

  MachineSpeed run() {
    Network network(sampleLenet(), m_kernels, m_pool, kBatch);
    network.initialize(TrainConfig().seed);
    return {.kernels = m_kernels.name,
            .threads = m_pool.size(),
            .peak = peak(),
            .step = steps(network),
            .imagesPerSecond = kBatch / predictions(network, kBatch, kEvaluationShare),
            .digit = digit(network.weights())};
  }

 private:
  double peak() {
    constexpr std::int64_t kRounds = 1'000'000;  // some milliseconds, so that waking up is nothing
    std::vector<double> operations(m_pool.size());
    const std::vector<double> times = m_sampler.sample(kPeakShare * m_weight, [&] {
      m_pool.run(m_pool.size(), [&](int, int worker) {
        float sum = 0;
        operations[worker] = m_kernels.multiplyAdds(kRounds, sum);
      });
    });
    return std::reduce(operations.begin(), operations.end()) / summarize(times).minimum;
  }

  Timing steps(Network& network) {
    const TrainConfig config;
    BatchSequence batches(m_images, config);
    StepRule rule{.momentum = {.learningRate = static_cast<float>(config.learningRate),
                               .momentum = static_cast<float>(config.momentum),
                               .weightDecay = static_cast<float>(config.weightDecay)},
                  .keepProbability = static_cast<float>(config.keepProbability),
                  .dropout = Philox(config.seed)};
    std::int64_t step = 0;
    return summarize(m_sampler.sample(kStepShare * m_weight, [&] {
      const BatchSequence::Batch batch = batches.at(step++);
      network.train(batch.pixels, batch.labels, rule);
      rule.dropoutCounter +=
          kBatch * kReservedPerOutput * sampleLenet().dense.front().shape.outputs;
    }));
  }

  double digit(const Weights& weights) {
    Network network(sampleLenet(), m_kernels, m_pool, 1);
    network.setWeights(weights);
    return predictions(network, 1, kDigitShare);
  }

  // Median seconds for so many images.
  double predictions(Network& network, int count, double share) {
    const auto pixels = std::span(m_images.pixels).first(std::size_t(count) * kImagePixels);
    return summarize(m_sampler.sample(share * m_weight, [&] { network.predict(pixels); })).median;
  }

  const LabeledImages& m_images;
  const Kernels& m_kernels;
  ThreadPool m_pool;
  double m_weight;
  Sampler& m_sampler;
};

struct Contender {
  const Kernels* kernels;
  int threads;
};

std::vector<Contender> contenders(const BenchmarkConfig& config) {
  const Kernels& chosen = selectKernels(config.kernels, config.convMethod);
  std::vector<Contender> result{{&chosen, 1}};
  if (config.threads > 1) result.push_back({&chosen, config.threads});
  for (const Kernels* other : availableKernels(config.convMethod))
    if (other != &chosen && std::ranges::count(config.comparisons, other->name))
      result.push_back({other, 1});
  return result;
}

std::int64_t peakMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace

double tenEpochs(const MachineSpeed& speed) {
  constexpr std::int64_t kTrainImages = 55'000, kValidationImages = 5'000, kTestImages = 10'000;
  const TrainConfig config;
  const std::int64_t steps = totalSteps(config, kTrainImages);
  const std::int64_t validations = (steps - 1) / config.evaluationInterval + 1;
  const std::int64_t images = validations * kValidationImages + kTestImages;
  return static_cast<double>(steps) * speed.step.median +
         static_cast<double>(images) / speed.imagesPerSecond;
}

MachineBenchmark::MachineBenchmark(const BenchmarkConfig& config, const Clock& clock)
    : m_config(config), m_clock(clock) {
  if (m_config.threads == 0) m_config.threads = usefulThreads();
  if (m_config.threads < 1 || m_config.threads > kMaxThreads)
    throw Error("The number of threads must lie between 1 and " + std::to_string(kMaxThreads) +
                ".");
  if (!(m_config.seconds > 0 && std::isfinite(m_config.seconds)))
    throw Error("The time for the benchmark must be a positive number of seconds.");
  selectKernels(m_config.kernels, m_config.convMethod);
}

std::optional<MachineResult> MachineBenchmark::run(
    const std::function<bool(double done)>& progress) const {
  if (progress && !progress(0)) return std::nullopt;
  const Dataset data = benchmarkData();
  const std::vector<Contender> all = contenders(m_config);
  MachineResult result;
  result.kernels = all.front().kernels->description;
  result.data = data.name;
  Sampler sampler(m_clock, m_config.seconds, progress);
  const double weight = 1 / static_cast<double>(all.size());
  try {
    for (const Contender& contender : all) {
      result.speeds.push_back(
          Measurement(data.train, *contender.kernels, contender.threads, weight, sampler).run());
    }
  } catch (const GivenUp&) {
    return std::nullopt;
  }
  result.peakMemory = peakMemory();
  return result;
}

}  // namespace engine
