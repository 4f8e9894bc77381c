#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/log/run_record.h"

namespace engine::run_log {

// The words of the run log that stand for enumerators; run_log.h has the schema.

inline constexpr std::array<std::pair<RunEvent::Kind, std::string_view>, 6> kEventNames{{
    {RunEvent::Kind::LearningRate, "learning_rate"},
    {RunEvent::Kind::Pause, "pause"},
    {RunEvent::Kind::Resume, "resume"},
    {RunEvent::Kind::ThrottleStart, "throttle_start"},
    {RunEvent::Kind::ThrottleEnd, "throttle_end"},
    {RunEvent::Kind::Note, "note"},
}};

inline constexpr std::array<std::pair<StopReason, std::string_view>, 4> kReasonNames{{
    {StopReason::Finished, "finished"},
    {StopReason::StepLimit, "step limit"},
    {StopReason::Stopped, "stopped"},
    {StopReason::NonFinite, "non-finite"},
}};

template <typename Names, typename Value>
std::string_view nameOf(const Names& names, Value value) {
  for (const auto& [known, name] : names)
    if (known == value) return name;
  return {};
}

template <typename Names>
auto valueOf(const Names& names, std::string_view word) {
  std::optional<typename Names::value_type::first_type> found;
  for (const auto& [value, name] : names)
    if (name == word) found = value;
  return found;
}

}  // namespace engine::run_log
