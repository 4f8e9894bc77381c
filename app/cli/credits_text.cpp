#include "app/cli/credits_text.h"

#include <cmath>

#include "engine/log/number_text.h"

namespace cli {
namespace {

using engine::fixedText;
using engine::LiveStatus;

std::string percent(double share) {
  return fixedText(100 * share, 1) + " %";
}

std::string line(const std::string& name, const std::string& text) {
  return name + std::string(12 - name.size(), ' ') + text + "\n";
}

std::string machineLine(const LiveStatus& status, const engine::LiveStatusContext& context) {
  std::string text = context.instance ? context.instance->id + " in " + context.instance->region
                                      : std::string("this computer");
  if (context.instance) text += ", " + context.instance->type;
  if (!context.instance && status.type) text += ", as if it were a " + status.type->name;
  if (status.use.cpus > 0)
    text += ", " + std::to_string(status.use.cpus) + (status.use.cpus == 1 ? " CPU" : " CPUs");
  if (status.type)
    text +=
        std::string(status.mode == engine::CreditMode::Standard ? ", standard" : ", unlimited") +
        (status.modeIsKnown ? " mode" : " mode assumed");
  return line("Machine", text);
}

std::string cpuLine(const engine::CpuUse& use) {
  if (!use.ofMachine)
    return line("CPU", percent(use.share(use.process)) +
                           " by this program; the system does not tell of others");
  return line("CPU", percent(use.share(use.busy)) + " used (" + percent(use.share(use.process)) +
                         " by this program), " + percent(use.share(use.steal)) + " steal, " +
                         percent(use.share(use.idle)) + " idle");
}

// Half a tick a second and CPU may be missing just by rounding.
std::string throttlingText(const LiveStatus& status) {
  const engine::CpuUse& use = status.use;
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (use.share(use.steal) > 0.05)
    add("the hypervisor keeps back " + percent(use.share(use.steal)));
  if (use.missing > 0.05 * use.seconds * use.cpus)
    add(percent(use.missing / (use.seconds * use.cpus)) +
        " of the time is missing in the counters");
  if (use.throttledSeconds > 0)
    add("a control group waited " + fixedText(use.throttledSeconds, 2) + " s, in " +
        percent(use.throttledShare) + " of its periods");
  if (text.empty()) text = "none seen";
  if (status.quota) text += "; a control group allows " + fixedText(*status.quota, 2) + " CPUs";
  return text;
}

std::string balanceText(const LiveStatus& status) {
  std::string text =
      fixedText(status.balance, 1) + " credits of " + fixedText(status.type->maxCredits, 0) + ", ";
  if (!status.measured) return text + "estimated from the CPU use since the computer was started";
  text += "measured " + fixedText(status.truth->value, 1) + " " +
          durationText(*status.secondsSinceTruth) + " ago and estimated since";
  if (status.error) text += "; the estimate before was off by " + fixedText(*status.error, 1);
  return text;
}

std::string until(const std::optional<double>& seconds, const std::string& what) {
  return seconds ? durationText(*seconds) + " until " + what : "never " + what;
}

std::string fullSpeedText(const LiveStatus& status) {
  if (status.mode == engine::CreditMode::Unlimited)
    return until(status.secondsToEmpty, "credits are borrowed") + "; it is never slowed down";
  if (status.secondsToSlowDown == 0.0)
    return "none left: below " + fixedText(status.slowDownBalance, 0) +
           " credits it is slowed down";
  return until(status.secondsToSlowDown, "it is slowed down") + ", at " +
         fixedText(status.slowDownBalance, 0) + " credits; " +
         until(status.secondsToEmpty, "it is empty");
}

}  // namespace

std::string durationText(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 60) return std::to_string(whole) + " s";
  const auto minutes = std::llround(seconds / 60);
  if (minutes < 60) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

std::string creditsText(const LiveStatus& status, const engine::LiveStatusContext& context) {
  std::string text = machineLine(status, context);
  if (status.use.seconds > 0)
    text += cpuLine(status.use) + line("Throttling", throttlingText(status));
  else if (status.utilization)
    text += line("CPU", fixedText(status.utilization->value, 1) +
                            " % used in the five minutes that began " +
                            durationText(*status.secondsSinceUtilization) + " ago");
  if (status.type) {
    text += line("Balance", balanceText(status));
    if (status.surplus > 0) text += line("Surplus", fixedText(status.surplus, 1) + " borrowed");
    text += line("Full speed", fullSpeedText(status));
    text += line("Full", status.secondsToFull == 0.0
                             ? std::string("now")
                             : until(status.secondsToFull, "it is full, if idle"));
  } else {
    text += line("Balance", "not known; --type t2.micro estimates it for that type");
  }
  if (!context.problem.empty()) text += line("Cloud", context.problem);
  for (const std::string& note : context.notes) text += line("Note", note);
  return text;
}

std::string creditsHeading() {
  return "  used   own  steal  balance  slow-down in  full in\n";
}

std::string creditsLine(const LiveStatus& status) {
  const engine::CpuUse& use = status.use;
  const auto column = [](const std::string& text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 1, ' ') + text;
  };
  const auto number = [&](double share) { return fixedText(100 * share, 1); };
  const bool seen = use.seconds > 0;
  const auto when = [](const std::optional<double>& seconds) {
    return seconds ? durationText(*seconds) : std::string("never");
  };
  return column(seen ? number(use.share(use.busy)) : "-", 6) +
         column(seen ? number(use.share(use.process)) : "-", 6) +
         column(seen ? number(use.share(use.steal)) : "-", 7) +
         column(status.type ? fixedText(status.balance, 2) : "-", 9) +
         column(status.type ? when(status.secondsToSlowDown) : "-", 14) +
         column(status.type ? when(status.secondsToFull) : "-", 9) + "\n";
}

}  // namespace cli
