// How far apart the first two CPUs are: half a round trip of a cache line between them, in ns. A
// hypervisor may move virtual CPUs between "one L3" (below about 60 ns) and "two" (above 120),
// which changes every figure that two threads reach.

#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

namespace {

struct alignas(64) Line {
  std::atomic<int> turn{0};
};

void pinTo(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

void bounce(Line& line, int self, int rounds) {
  pinTo(self);
  for (int i = 0; i < rounds; ++i) {
    while (line.turn.load(std::memory_order_acquire) != self) {
    }
    line.turn.store(1 - self, std::memory_order_release);
  }
}

}  // namespace

int main() {
  constexpr int kRounds = 200000;
  Line line;
  const auto start = std::chrono::steady_clock::now();
  std::thread other([&] { bounce(line, 1, kRounds); });
  bounce(line, 0, kRounds);
  other.join();
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  std::printf("latency=%.0f\n", time.count() / kRounds / 2);
}
