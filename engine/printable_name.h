#pragma once

#include <string>
#include <string_view>

namespace engine {

/// A name out of somebody's file, for a message: control characters, which could steer a terminal,
/// as \xNN, and the end of a long one as "...".
std::string printableName(std::string_view name);

}  // namespace engine
