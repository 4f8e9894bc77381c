#pragma once

#include <string>

#include "engine/host/live_machine.h"

namespace engine {

/// What goes with a status in its JSON; empty texts are left out.
struct LiveStatusContext {
  std::optional<CloudInstance> instance;
  std::string problem;  ///< why the cloud tells nothing
  std::vector<std::string> notes;
};

/// One JSON object on one line, without a newline. CPU numbers are percent of all CPUs, durations
/// seconds; what is not known is null.
std::string liveStatusJson(const LiveStatus& status, const LiveStatusContext& context);

}  // namespace engine
