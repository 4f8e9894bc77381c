#include "engine/log/alexnet_log.h"

#include <ctime>

#include "engine/log/number_text.h"

namespace engine {
namespace {

// As Python prints a datetime.
std::string stamp(WallTime time) {
  using namespace std::chrono;
  const auto second = floor<seconds>(time);
  const std::time_t plain = system_clock::to_time_t(second);
  std::tm local{};
  localtime_r(&plain, &local);
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  const auto micros = duration_cast<microseconds>(time - second).count();
  if (micros == 0) return {text, size};
  const std::string digits = std::to_string(micros);
  return std::string(text, size) + "." + std::string(6 - digits.size(), '0') + digits;
}

}  // namespace

std::string shapeLine(const std::string& layer, int batch, const std::array<int, 3>& output) {
  std::string line = layer + "   [" + std::to_string(batch);
  for (const int extent : output) line += ", " + std::to_string(extent);
  return line + "]";
}

std::string stepLine(WallTime time, int step, double seconds) {
  return stamp(time) + ": step " + std::to_string(step) + ", duration = " + fixedText(seconds, 3);
}

bool isPrintedStep(int step) {
  return step > 0 && step % 10 == 0;
}

std::string summaryLine(WallTime time, AlexnetTask task, int steps,
                        const MeanAndDeviation& result) {
  return stamp(time) + ": " + taskName(task) + " across " + std::to_string(steps) + " steps, " +
         fixedText(result.mean, 3) + " +/- " + fixedText(result.deviation, 3) + " sec / batch";
}

}  // namespace engine
