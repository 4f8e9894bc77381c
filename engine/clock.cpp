#include "engine/clock.h"

#include <chrono>
#include <ctime>

namespace engine {
namespace {

class SteadyClock final : public Clock {
 public:
  double seconds() const override {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
  }

  double cpuSeconds() const override {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
  }
};

}  // namespace

const Clock& steadyClock() {
  static const SteadyClock clock;
  return clock;
}

}  // namespace engine
