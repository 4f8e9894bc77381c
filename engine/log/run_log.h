#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/clock.h"
#include "engine/log/run_record.h"
#include "engine/train/learning_rate_watch.h"

namespace engine {

// The run log: JSON lines, that is one JSON object on a line of its own for everything that happens
// in a run, so that a file can be followed while it is written. Schema 1:
//
//   {"event":"run","schema":1,"name":..,"source":..,"started":"2026-12-01T15:00:00Z","machine":..,
//    "train_count":55000,"batch_size":64,"settings":{"batch_size","epochs","max_steps",
//    "learning_rate","learning_rate_decay","momentum","weight_decay","keep_probability","seed",
//    "shuffle","distort","evaluation_interval","threads","kernels","convolution","total_steps",
//    "train_count","validation_count","test_count","parameter_count"}}
//   {"event":"step","step":0,"epoch":0.0,"loss":12.05,"cross_entropy":8.94,"learning_rate":0.01,
//    "minibatch_error":90.625,"seconds":0.0145,"elapsed":0.0145}
//   {"event":"validation","step":0,"validation_error":84.6,"seconds":0.33,"script_ms":6.8,
//    "count":5000,"wrong":4230}
//   {"event":"confusion","step":0,"set":"validation","counts":[[..10 numbers..],..10 rows..]}
//   {"event":"learning_rate"|"pause"|"resume"|"throttle_start"|"throttle_end"|"note","step":100,
//    "value":0.005,"elapsed":2.1,"text":..}
//   {"event":"credits","step":99,"seconds":43.2,"balance":29.4,"utilisation":1.0,"own_use":0.98,
//    "steal":0.0,"measured":false}
//   {"event":"end","reason":"finished"|"step limit"|"stopped"|"non-finite","steps":8593,
//    "last_step":8592,"test_error":0.8,"seconds":131.4,
//    "benchmark":{"name":"Forward","mean":9.553,"deviation":0.962,"batches":100}}
//
// Keys and units are those of RunRecord; errors are percent, rows of counts are labels. A key that
// is left out is unknown. A number that is not finite is the string "nan", "inf" or "-inf". Numbers
// have as many digits as they need to read back as the same value. Readers skip events and keys
// that they do not know; the schema rises only when old readers would go wrong. A "run" line begins
// another run in the same file.

inline constexpr int kRunLogSchema = 1;

/// One line, with its \n.
std::string runLogLine(const RunNews& news);

/// Writes the events of a run as lines. write gets whole lines, one event or several, and is to
/// pass them on at once.
class RunLogWriter : public TrainObserver {
 public:
  using Write = std::function<void(std::string_view lines)>;

  RunLogWriter(Write write, RecordedStart start, const Clock& clock = steadyClock());

  /// For what a trainer does not tell: credits, notes.
  void add(const RunNews& news);

  void runStarted(const RunStarted& run) override;
  void stepDone(const StepDone& step) override;
  void validationDone(const ValidationDone& validation) override;
  void paused(std::int64_t nextStep) override;
  void resumed() override;
  void runFinished(const RunFinished& run) override;
  void paced(const PaceMoment& moment) override;

 private:
  double elapsed() const { return m_clock.seconds() - m_begin; }

  Write m_write;
  RecordedStart m_start;
  const Clock& m_clock;
  double m_begin = 0;
  std::optional<LearningRateWatch> m_watch;
  std::int64_t m_nextStep = 0;
  bool m_slowed = false;
};

/// Makes news of the bytes of a run log, however they are cut into pieces.
class RunLogReader {
 public:
  using Take = std::function<void(const RunNews&)>;

  explicit RunLogReader(Take take) : m_take(std::move(take)) {}

  /// A last line without its end waits for the rest. Throws Error where the log is of a newer
  /// schema or begins with a line that no run log has; then nothing more can be fed.
  void feed(std::string_view bytes);

  /// Tells that nothing follows: a last line without its end is read if it is whole.
  void finish();

  std::size_t lines() const { return m_lines; }
  std::size_t notUnderstood() const { return m_notUnderstood; }  ///< lines

 private:
  void readLine(std::string_view line);

  Take m_take;
  std::string m_rest;
  std::size_t m_lines = 0, m_notUnderstood = 0;
  bool m_begun = false;
};

/// True if the first line could be one of a run log.
bool looksLikeRunLog(std::string_view beginning);

}  // namespace engine
