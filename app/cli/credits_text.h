#pragma once

#include <string>

#include "engine/host/live_status_json.h"

namespace cli {

/// A status as a few lines for people.
std::string creditsText(const engine::LiveStatus& status, const engine::LiveStatusContext& context);

/// The same on one line, under creditsHeading().
std::string creditsLine(const engine::LiveStatus& status);
std::string creditsHeading();

/// "1 h 23 min", "4 min", "12 s".
std::string durationText(double seconds);

}  // namespace cli
