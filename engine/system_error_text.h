#pragma once

#include <string>

namespace engine {

/// What an errno value means, in English whatever the locale, so that a message never mixes
/// languages. Without a full stop.
std::string systemErrorText(int code);

}  // namespace engine
