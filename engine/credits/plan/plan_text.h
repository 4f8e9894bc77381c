#pragma once

#include <string>

#include "engine/log/number_text.h"

namespace engine {

/// "45 s", "12 min", "5 h 19 min", "3 d 4 h".
std::string durationText(double seconds);

/// "$0.046", "0.50 CNY"; three decimals, so that small sums differ.
std::string moneyText(double amount, const std::string& currency);

}  // namespace engine
