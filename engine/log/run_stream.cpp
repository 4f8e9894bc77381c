#include "engine/log/run_stream.h"

#include <utility>

#include "engine/error.h"
#include "engine/log/run_table.h"

namespace engine {
namespace {

constexpr std::size_t kLongestFirstLine = 1 << 20;

}  // namespace

void RunStream::feed(std::string_view bytes) {
  if (m_log) return m_log->feed(bytes);
  if (m_console) return m_console->feed(bytes);
  m_beginning += bytes;
  if (m_beginning.find('\n') == m_beginning.npos && m_beginning.size() < kLongestFirstLine) return;
  detect();
}

void RunStream::finish() {
  if (!m_kind && !m_beginning.empty()) detect();
  if (m_log) m_log->finish();
  if (m_console) m_console->finish();
}

void RunStream::detect() {
  if (looksLikeRunLog(m_beginning)) {
    m_kind = RunFileKind::RunLog;
    m_log = std::make_unique<RunLogReader>(m_take);
  } else if (looksLikeRunTable(m_beginning)) {
    m_kind = RunFileKind::Table;
    throw Error("It is a table, which is not written while a run goes on. Open it to compare.");
  } else {
    m_kind = RunFileKind::ConsoleLog;
    m_console = std::make_unique<ConsoleParser>(m_take);
  }
  feed(std::exchange(m_beginning, {}));
}

}  // namespace engine
