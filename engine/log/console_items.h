#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/log/line_cursor.h"
#include "engine/log/unknown.h"

namespace engine {

/// One thing that a line of a console log says.
struct ConsoleItem {
  enum class Kind {
    Step,             ///< "Step 100 (epoch 0.12), 432.6 ms" or "Step 100, 432.6 ms"
    Epoch,            ///< "Epoch 0.12" alone in its line
    Loss,             ///< "Minibatch loss: 3.276"
    LearningRate,     ///< "learning rate: 0.010000"
    MinibatchError,   ///< "Minibatch error: 6.2%"
    ValidationError,  ///< "Validation error: 7.2%"
    TestError,        ///< "Test error: 0.8%" or "test_error 0.008"
    Sleep,            ///< "sleep t2.micro cpu. passed time=2480"
    Wake,             ///< "run t2.micro cpu. passed time=5480"
    Duration,         ///< "2016-10-24 16:18:03.743222: step 10, duration = 9.735"
    Summary,          ///< "Forward across 100 steps, 9.553 +/- 0.962 sec / batch"
    Shape,            ///< "conv1   [128, 56, 56, 64]"
    Start,            ///< "Initialized!", "Running self-test."
    Message,          ///< what programs say besides; no value
  };
  Kind kind = Kind::Message;
  std::int64_t step = 0;    ///< of Step and Duration; batches of a Summary; images of a Shape
  double epoch = kUnknown;  ///< of Step and Epoch
  double value = kUnknown;  ///< ms of Step, seconds of Duration, mean of Summary in seconds, ...
  double deviation = kUnknown;  ///< of Summary, seconds
  double time = kUnknown;       ///< of Duration: seconds since some midnight; dates are counted
  std::string_view name = {};   ///< of Summary; of Start "self-test" where it is one
};

/// Finds what lines of console logs say, by label and wherever it stands in the line: indented,
/// quoted, behind other text, several on one line.
class ConsoleScanner {
 public:
  using Take = std::function<void(const ConsoleItem&)>;

  explicit ConsoleScanner(Take take) : m_take(std::move(take)) {}

  /// Returns the number of items found. complete: see ConsoleLine. Numbers may be nan or inf in any
  /// spelling, and have a decimal point or, in all of a log, a decimal comma: throws Error at the
  /// first number that differs.
  int scan(std::string_view line, bool complete = true);

 private:
  std::size_t scanAt(std::size_t at);
  std::size_t step(std::size_t at);
  std::size_t epoch(std::size_t at);
  std::size_t labelled(std::size_t at);
  std::size_t passedTime(std::size_t at);
  std::size_t summary(std::size_t at);
  std::size_t shape(std::size_t at);
  double timeBefore(std::size_t at) const;
  bool isMessage() const;
  void give(const ConsoleItem& item);

  Take m_take;
  std::string_view m_line;
  LineCursor m_cursor;
  int m_found = 0;
};

}  // namespace engine
