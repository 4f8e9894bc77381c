#pragma once

#include <string_view>

#include "app/cli/train_options.h"
#include "engine/data/dataset.h"
#include "engine/log/run_log.h"

namespace cli {

class LineOutput;

/// The run log that --log asks for: every event is in the file, behind what was there before, or on
/// standard output, as soon as it has happened. Does nothing where there is no --log.
class RunLogFile : public engine::RunLogWriter {
 public:
  /// Throws engine::Error if the file cannot be written or holds anything but a run log.
  RunLogFile(const TrainOptions& options, const engine::Dataset& dataset, LineOutput& output);
  ~RunLogFile() override;
  RunLogFile(const RunLogFile&) = delete;

  /// Throws engine::Error if not all of the log could be written. The run goes on all the same.
  void requireWritten() const;

 private:
  void write(std::string_view lines);

  const TrainOptions& m_options;
  LineOutput& m_output;
  int m_file = -1;
  int m_error = 0;  ///< errno
};

}  // namespace cli
