#include "engine/host/live_status_json.h"

#include <nlohmann/json.hpp>

namespace engine {
namespace {

using nlohmann::ordered_json;

template <typename Value>
ordered_json orNull(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json cpuJson(const LiveStatus& status) {
  const CpuUse& use = status.use;
  if (use.seconds <= 0) return {};
  return {{"seconds", use.seconds},
          {"cpus", use.cpus},
          {"ofMachine", use.ofMachine},
          {"busyPercent", 100 * use.share(use.busy)},
          {"processPercent", 100 * use.share(use.process)},
          {"stealPercent", 100 * use.share(use.steal)},
          {"missingSeconds", use.missing},
          {"throttledSeconds", use.throttledSeconds},
          {"quotaCpus", orNull(status.quota)}};
}

ordered_json creditsJson(const LiveStatus& status) {
  if (!status.type) return {};
  return {{"balance", status.balance},
          {"source", status.measured ? "measured" : "estimated"},
          {"measuredBalance", status.truth ? ordered_json(status.truth->value) : ordered_json()},
          {"measuredSecondsAgo", orNull(status.secondsSinceTruth)},
          {"estimateError", orNull(status.error)},
          {"surplus", status.surplus},
          {"slowDownBalance", status.slowDownBalance},
          {"secondsToSlowDown", orNull(status.secondsToSlowDown)},
          {"secondsToEmpty", orNull(status.secondsToEmpty)},
          {"secondsToFull", orNull(status.secondsToFull)}};
}

}  // namespace

std::string liveStatusJson(const LiveStatus& status, const LiveStatusContext& context) {
  ordered_json root;
  root["instance"] = context.instance ? ordered_json(context.instance->id) : ordered_json();
  root["region"] = context.instance ? ordered_json(context.instance->region) : ordered_json();
  root["type"] = status.type ? ordered_json(status.type->name) : ordered_json();
  if (status.type) {
    root["mode"] = status.mode == CreditMode::Standard ? "standard" : "unlimited";
    root["modeIsKnown"] = status.modeIsKnown;
  }
  root["cpu"] = cpuJson(status);
  if (status.utilization)
    root["cloudCpu"] = {{"percent", status.utilization->value},
                        {"secondsAgo", *status.secondsSinceUtilization}};
  root["credits"] = creditsJson(status);
  if (!context.problem.empty()) root["problem"] = context.problem;
  if (!context.notes.empty()) root["notes"] = context.notes;
  return root.dump();
}

}  // namespace engine
