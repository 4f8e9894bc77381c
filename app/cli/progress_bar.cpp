#include "app/cli/progress_bar.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "engine/clock.h"

namespace cli {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr std::size_t kMostCells = 30;
constexpr char kClearLine[] = "\r\033[K";

std::size_t terminalColumns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

// For 0 to 99.
std::string twoDigits(std::int64_t number) {
  return std::to_string(100 + number).substr(1);
}

// "3:21" or "1:03:21".
std::string durationText(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  const std::string text =
      hours > 0 ? std::to_string(hours) + ":" + twoDigits(minutes) : std::to_string(minutes);
  return text + ":" + twoDigits(whole % 60);
}

// "[###   ] ", or nothing where the columns do not suffice.
std::string bar(std::int64_t done, std::int64_t total, std::size_t columns) {
  constexpr std::size_t kFrame = 3, kFewestCells = 5;
  if (columns < kFrame + kFewestCells) return {};
  const auto cells = static_cast<std::int64_t>(std::min(kMostCells, columns - kFrame));
  const auto filled = static_cast<std::size_t>(cells * done / total);
  return "[" + std::string(filled, '#') + std::string(cells - filled, ' ') + "] ";
}

bool understandsClearLine() {
  const char* terminal = std::getenv("TERM");
  return terminal && *terminal && std::strcmp(terminal, "dumb") != 0;
}

}  // namespace

ProgressBar::ProgressBar(bool wanted)
    : m_enabled(wanted && isatty(STDERR_FILENO) && understandsClearLine()) {}

void ProgressBar::update(std::int64_t done, std::int64_t total, std::optional<double> secondsLeft) {
  const double now = m_enabled ? engine::steadyClock().seconds() : 0;
  if (!m_enabled || now - m_drawnAt < kRedrawSeconds) return;
  m_drawnAt = now;

  std::string text = std::to_string(100 * done / total) + " %";
  if (secondsLeft) text += ", " + durationText(*secondsLeft) + " left";
  text += ", step " + std::to_string(done) + " of " + std::to_string(total);
  // One column stays free: a full line makes some terminals scroll.
  const std::size_t columns = terminalColumns() - 1;
  text.resize(std::min(text.size(), columns));
  text.insert(0, bar(done, total, columns - text.size()));
  std::fputs((kClearLine + text).c_str(), stderr);
}

void ProgressBar::hide() {
  if (m_drawnAt != 0) std::fputs(kClearLine, stderr);
  m_drawnAt = 0;
}

}  // namespace cli
