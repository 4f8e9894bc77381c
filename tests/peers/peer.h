#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// What the contenders share: the tasks, the clock, and one line of figures on stdout that
// tests/peers/compare reads:  step=38.412 evaluation=13.402 digit=0.256

namespace peer {

struct Options {
  std::string data;  ///< folder of MNIST
  int threads = 1;
  double seconds = 3;   ///< per task
  bool direct = false;  ///< convolution by the definition
  int batch = 128;      ///< of AlexNet
};

/// --data FOLDER --threads N --seconds S --conv direct --batch N
inline Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--data") options.data = argv[i + 1];
    if (name == "--threads") options.threads = std::atoi(argv[i + 1]);
    if (name == "--seconds") options.seconds = std::atof(argv[i + 1]);
    if (name == "--conv") options.direct = std::string(argv[i + 1]) == "direct";
    if (name == "--batch") options.batch = std::atoi(argv[i + 1]);
  }
  return options;
}

/// Median milliseconds of a call, after a tenth of the time to warm up.
template <typename Call>
double medianMilliseconds(double seconds, const Call& call) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  for (const auto start = Clock::now(); since(start) < seconds / 10;) call();
  std::vector<double> times;
  for (const auto start = Clock::now(); since(start) < seconds || times.size() < 5;) {
    const auto callStart = Clock::now();
    call();
    times.push_back(since(callStart) * 1e3);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

inline void print(double step, double evaluation, double digit) {
  std::printf("step=%.4f evaluation=%.4f digit=%.4f\n", step, evaluation, digit);
}

inline void printAlexnet(double forward, double forwardBackward) {
  std::printf("forward=%.3f forward_backward=%.3f\n", forward, forwardBackward);
}

}  // namespace peer
