#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
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

/// Seconds since some moment: of the wall, or, as the environment variable PEER_CLOCK=cpu wants it,
/// those that this process has computed. The latter on one thread alone, where other programs run.
inline double now() {
  static const char* const kind = std::getenv("PEER_CLOCK");
  static const bool isCpu = kind && std::string(kind) == "cpu";
  timespec time{};
  clock_gettime(isCpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Median milliseconds of a call, after a tenth of the time to warm up.
template <typename Call>
double medianMilliseconds(double seconds, const Call& call) {
  for (const double start = now(); now() - start < seconds / 10;) call();
  std::vector<double> times;
  for (const double start = now(); now() - start < seconds || times.size() < 5;) {
    const double callStart = now();
    call();
    times.push_back((now() - callStart) * 1e3);
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
