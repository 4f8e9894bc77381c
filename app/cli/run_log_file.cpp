#include "app/cli/run_log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "app/cli/line_output.h"
#include "engine/error.h"
#include "engine/system_error_text.h"

namespace cli {
namespace {

constexpr mode_t kReadableByAll = 0644;

// What a full disk or a kill has left behind.
bool endsInMidLine(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  file.seekg(-1, std::ios::cur);
  const int last = file.get();
  return file && last != '\n';
}

// Blank files and such as cannot be looked into are left to open().
void requireRunLog(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return;
  std::ifstream file(path, std::ios::binary);
  if (char first = 0; file >> first && first != '{')
    throw engine::Error(
        path.string() + " is no run log, and a run log would damage it; give --log another name.",
        path.string());
}

}  // namespace

RunLogFile::RunLogFile(const TrainOptions& options, const engine::Dataset& dataset,
                       LineOutput& output)
    : RunLogWriter([this](std::string_view lines) { write(lines); },
                   {.name = dataset.name, .source = "burstlab"}),
      m_options(options),
      m_output(output) {
  if (options.log.empty() || options.log == "-") return;
  requireRunLog(options.log);
  const bool startsNewLine = endsInMidLine(options.log);
  m_file = open(options.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kReadableByAll);
  if (m_file < 0)
    throw engine::Error("Cannot write the run log " + options.log.string() + ": " +
                            engine::systemErrorText(errno) + ".",
                        options.log.string());
  if (startsNewLine) write("\n");
}

RunLogFile::~RunLogFile() {
  if (m_file >= 0) close(m_file);
}

void RunLogFile::write(std::string_view lines) {
  if (m_options.log == "-") return m_output.print(lines);
  while (!lines.empty() && m_file >= 0 && m_error == 0) {
    const ssize_t written = ::write(m_file, lines.data(), lines.size());
    if (written >= 0)
      lines.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      m_error = errno;
  }
}

void RunLogFile::requireWritten() const {
  if (m_error != 0)
    throw engine::Error("The run log " + m_options.log.string() +
                            " is not complete: " + engine::systemErrorText(m_error) + ".",
                        m_options.log.string());
}

}  // namespace cli
