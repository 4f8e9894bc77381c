#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/log/console_items.h"
#include "engine/log/console_lines.h"
#include "engine/log/run_record.h"

namespace engine {

/// Reads console logs of TensorFlow's convolutional.py in all its dialects, of Burstlab, and of
/// alexnet_benchmark.py, with whatever stands between their lines. Every run in the log begins with
/// a RecordedStart: at "Initialized!", where the steps begin anew, and at each part of the
/// benchmark.
///
/// - Printed times become scriptMilliseconds, also where no validation error is told; elapsed adds
///   them up, and the pauses that "passed time=" lines tell.
/// - Of the dialect that prints epochs alone, the steps follow from batch and data set, and are
///   marked as derived.
/// - A block that lost its step line is an orphan: where it lies between two steps its place
/// follows
///   from its neighbours, and it is marked as derived; otherwise it is only counted.
class ConsoleParser {
 public:
  using Take = std::function<void(const RunNews&)>;

  /// What the log does not say about the training set.
  struct Assumptions {
    std::int64_t trainCount = 55'000, batchSize = 64;
    bool batchSizeTold = false;  ///< true for a benchmark's, too
  };

  explicit ConsoleParser(Take take, const Assumptions& assumptions);
  explicit ConsoleParser(Take take) : ConsoleParser(std::move(take), Assumptions()) {}
  ConsoleParser(const ConsoleParser&) = delete;

  /// Bytes of the log, however they are cut. A block is told when its validation error is known or
  /// the next one begins. Throws Error where decimal points and commas are mixed.
  void feed(std::string_view bytes);
  /// The log ends here. A number at the very end of a last line without its end is not taken, for
  /// it may lack digits.
  void finish();

  std::size_t lines() const { return m_lineCount; }
  /// Lines that say something else, but for the messages of TensorFlow and the like.
  std::size_t notUnderstood() const { return m_notUnderstood; }
  std::size_t orphans() const { return m_orphanCount; }  ///< blocks without a step

 private:
  enum class Program { None, Sample, Benchmark };
  struct Block {
    RecordedStep step;
    double milliseconds = kUnknown, validationError = kUnknown;
    bool orphan = false;
  };

  void readLine(const ConsoleLine& line);
  void take(const ConsoleItem& item);
  void takeStep(const ConsoleItem& item);
  void takeEpoch(const ConsoleItem& item);
  void takeValue(const ConsoleItem& item);
  void takePause(const ConsoleItem& item);
  void takeTestError(double percent);
  void takeDuration(const ConsoleItem& item);
  void takeSummary(const ConsoleItem& item);
  void openBlock(std::int64_t step);
  void closeBlock();
  void placeOrphans(std::int64_t next);
  void tell(Block& block);
  void advanceTime(Block& block);
  void startRun(Program program);
  bool continues(Program program, std::int64_t step) const;

  Take m_take;
  Assumptions m_assumptions;
  ConsoleLines m_lines;
  ConsoleScanner m_scanner;
  bool m_rewritten = false;  ///< the present line

  Program m_program = Program::None;
  bool m_startSeen = false;  ///< the next step begins another run
  bool m_selfTest = false;
  std::optional<RecordedEnd> m_end;  ///< of the present run
  std::int64_t m_lastStep = -1;      ///< told or open
  std::int64_t m_lastTold = -1, m_lastTimed = -1;
  std::int64_t m_imagesPerBatch;  ///< of the benchmark
  double m_elapsed = 0;
  double m_firstTime = kUnknown;  ///< of the benchmark, on its own clock
  double m_sleepBegan = kUnknown;
  std::optional<Block> m_block;
  std::vector<Block> m_orphans;  ///< that wait for the next step

  std::size_t m_lineCount = 0, m_notUnderstood = 0, m_orphanCount = 0;
};

}  // namespace engine
