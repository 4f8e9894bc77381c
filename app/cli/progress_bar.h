#pragma once

#include <cstdint>
#include <optional>

namespace cli {

/// A bar with the time left on the last line of the terminal (standard error). Where that is no
/// terminal, or one that cannot clear a line, nothing is written. A narrow one gets a shorter bar.
class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);

  /// Draws at most ten times a second.
  void update(std::int64_t done, std::int64_t total, std::optional<double> secondsLeft);

  /// Clears the line, for other output; the next update draws the bar again.
  void hide();

 private:
  bool m_enabled;
  double m_drawnAt = 0;  ///< steadyClock() seconds; 0: nothing is drawn
};

}  // namespace cli
