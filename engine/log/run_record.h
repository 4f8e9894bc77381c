#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/log/unknown.h"
#include "engine/train/train_observer.h"

namespace engine {

/// One step in the record of a run; see StepDone. Whatever a source does not tell is kUnknown,
/// which is not the same as a loss that is not a number.
struct RecordedStep {
  std::int64_t step = 0;
  double epoch = kUnknown;
  double loss = kUnknown;
  double crossEntropy = kUnknown;  ///< without the L2 penalty
  double learningRate = kUnknown;
  double minibatchError = kUnknown;  ///< percent
  double seconds = kUnknown;         ///< of this step alone
  double elapsed = kUnknown;         ///< seconds from the start of the run to its end, with pauses
  bool derived = false;              ///< the number of the step was worked out, not read
};

struct RecordedValidation {
  std::int64_t step = 0;        ///< after which it was done
  double errorRate = kUnknown;  ///< percent
  double seconds = kUnknown;    ///< that it took
  /// What the sample prints: the mean over the interval, with the validation that it begins with;
  /// at step 0 the start of the program divided by the interval.
  double scriptMilliseconds = kUnknown;
  std::int64_t count = 0, wrong = 0;  ///< images; 0 if unknown
};

/// Something that happened between two steps.
struct RunEvent {
  enum class Kind { LearningRate, Pause, Resume, ThrottleStart, ThrottleEnd, Note };
  Kind kind = Kind::Note;
  std::int64_t step = 0;      ///< the next step
  double value = kUnknown;    ///< of LearningRate: the new base; of Pause: its seconds, if known
  double elapsed = kUnknown;  ///< seconds since the start of the run
  std::string text = {};      ///< of Note
};

/// The state of the machine, simulated or measured, after a step.
struct CreditSample {
  std::int64_t step = 0;
  double seconds = kUnknown;  ///< of the machine's own clock: virtual time where it is simulated
  double balance = kUnknown;  ///< credits
  double utilisation = kUnknown;  ///< share of the whole CPU that is used, 0..1
  double ownUse = kUnknown;       ///< the part of it that is this process's
  double steal = kUnknown;        ///< share of the whole CPU that the host took away
  bool measured = false;          ///< the balance is the cloud's own figure, no estimate
};

/// Matrix of the last evaluation that told one; test: of the test set.
struct RecordedConfusion {
  std::int64_t step = 0;
  bool test = false;
  ConfusionMatrix counts{};
};

/// The last line of a benchmark: mean and deviation over so many batches.
struct BenchmarkSummary {
  std::string name;                              ///< "Forward"; empty if the line has none
  double mean = kUnknown, deviation = kUnknown;  ///< seconds per batch
  std::int64_t batches = 0;                      ///< 0 if unknown
};

struct RecordedEnd {
  StopReason reason = StopReason::Finished;
  std::int64_t steps = 0;       ///< updates
  std::int64_t lastStep = -1;   ///< see RunFinished
  double testError = kUnknown;  ///< percent
  double seconds = kUnknown;    ///< of the whole run without pauses
  std::optional<BenchmarkSummary> benchmark = {};
};

struct RecordedStart {
  std::string name = {};     ///< for legends; may be empty
  std::string source = {};   ///< "burstlab", "convolutional.py", ...
  std::string started = {};  ///< wall time in UTC, ISO 8601; empty if unknown
  std::string machine = {};  ///< what the credit samples are of: "t2.micro, simulated"
  std::optional<RunStarted> settings = {};  ///< none where the source does not tell them
  /// Data set and batch that the epochs of a foreign log imply.
  std::int64_t trainCount = 55'000, batchSize = 64;
  /// False where nobody told them and they are the sample's, as for a foreign benchmark.
  bool trainCountTold = true, batchSizeTold = true;
};

/// All that can happen in a run, in the order in which it happens. A RecordedStart begins a run.
using RunNews = std::variant<RecordedStart, RecordedStep, RecordedValidation, RunEvent,
                             CreditSample, RecordedConfusion, RecordedEnd>;

/// One run as it was told, in full. Steps, validations and samples are in rising order of steps.
struct RunRecord {
  RecordedStart start;
  std::vector<RecordedStep> steps;
  std::vector<RecordedValidation> validations;
  std::vector<RunEvent> events;
  std::vector<CreditSample> credits;
  std::optional<RecordedConfusion> confusion;
  std::optional<RecordedEnd> end;

  /// What came from a step that was done before replaces what was known from there on: a run that
  /// was resumed from a checkpoint goes on as one curve.
  void add(const RunNews& news);
};

/// Calls take for everything in the record, in an order in which it can have happened.
void forEachNews(const RunRecord& run, const std::function<void(const RunNews&)>& take);

RecordedStep recordOf(const StepDone& step);
RecordedValidation recordOf(const ValidationDone& validation);
RecordedEnd recordOf(const RunFinished& run);

}  // namespace engine
