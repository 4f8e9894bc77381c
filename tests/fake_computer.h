#pragma once

#include <QTemporaryDir>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "engine/host/cpu_meter.h"
#include "engine/host/linux_cpu_source.h"

/// What the tests of the meters share.

// A clock that the test moves.
class HandClock final : public engine::Clock {
 public:
  double seconds() const override { return now; }
  double cpuSeconds() const override { return process; }
  double now = 1000, process = 5;
};

inline bool near(double actual, double expected, double tolerance = 1e-9) {
  if (std::abs(actual - expected) <= tolerance) return true;
  qWarning("got %.12g, expected %.12g", actual, expected);
  return false;
}

/// A computer's /proc and /sys in a folder, written by the test.
class FakeComputer {
 protected:
  std::filesystem::path root() const { return m_folder->path().toStdString(); }
  void write(const std::string& name, const std::string& text) const {
    const auto path = root() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  engine::CpuMeter meter() const {
    return engine::CpuMeter(std::make_unique<engine::LinuxCpuSource>(root(), m_clock));
  }
  engine::CpuCounters read() const { return engine::LinuxCpuSource(root(), m_clock).read(); }

  std::unique_ptr<QTemporaryDir> m_folder;
  HandClock m_clock;
};
