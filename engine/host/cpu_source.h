#pragma once

#include <memory>

#include "engine/host/cpu_counters.h"

namespace engine {

/// Where CPU counters come from. Reading never fails: what is missing is left empty.
class CpuSource {
 public:
  virtual ~CpuSource() = default;
  virtual CpuCounters read() = 0;
};

/// The counters of the system that the program runs on.
std::unique_ptr<CpuSource> systemCpuSource();

}  // namespace engine
