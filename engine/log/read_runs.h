#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/log/console_parser.h"
#include "engine/log/run_record.h"

namespace engine {

enum class RunFileKind { RunLog, Table, ConsoleLog };

/// What a file tells of runs. Runs without a name are called after the file.
struct RunFile {
  RunFileKind kind = RunFileKind::ConsoleLog;
  std::vector<RunRecord> runs;
  std::size_t lines = 0;
  std::size_t notUnderstood = 0;  ///< lines
  std::size_t orphans = 0;        ///< blocks of a console log without a step
};

/// Makes runs of the bytes of a file, however they are cut: a run log in JSON lines, a table in CSV
/// or a console log, told apart by their beginning.
class RunFileReader {
 public:
  explicit RunFileReader(const ConsoleParser::Assumptions& assumptions = {});
  ~RunFileReader();

  /// Throws Error like RunLogReader, readRunTable() and ConsoleParser.
  void feed(std::string_view bytes);
  /// Throws Error if the file tells of no run.
  RunFile finish();

 private:
  class Private;
  std::unique_ptr<Private> d;
};

/// Reads a whole file. progress, if given, gets the share that is read, 0..1, many times a second;
/// where it returns false, the result has no runs. Throws Error, naming the file.
RunFile readRuns(const std::filesystem::path& file,
                 const ConsoleParser::Assumptions& assumptions = {},
                 const std::function<bool(double)>& progress = {});

}  // namespace engine
