#include "app/cli/live_training.h"

#include <cstdio>
#include <utility>

#include "app/cli/arguments.h"
#include "app/cli/credits_text.h"
#include "engine/error.h"
#include "engine/log/number_text.h"
#include "engine/pace/pace_text.h"

namespace cli {
namespace {

using engine::RunEvent;

constexpr double kSecondsBetweenLooks = 1;
constexpr double kLongRest = 60;         // seconds; worth a line
constexpr double kThrottledShare = 0.1;  // of the CPU, or of a control group's periods

double now() {
  return engine::steadyClock().seconds();
}

}  // namespace

std::optional<LiveOptions> readLiveOptions(const Arguments& arguments) {
  const std::string machine = arguments.text("machine");
  if (machine != "live" && !machine.starts_with("live:")) return std::nullopt;
  for (const char* option : {"ms-per-step", "machine-threads", "pace"})
    if (arguments.isSet(option))
      throw UsageError(std::string("--") + option +
                       " is about a simulated machine and does not go with --machine live.");
  LiveOptions options;
  if (machine.size() > 5) options.type = machine.substr(5);
  try {
    if (!options.type.empty()) engine::InstanceCatalogue::bundled().find(options.type);
    if (arguments.isSet("credit-policy"))
      options.policy = engine::readPolicy(arguments.text("credit-policy"));
  } catch (const engine::Error& error) {
    throw UsageError(error.what());
  }
  return options;
}

// News may end a rest that waits for credits; others end by themselves.
LiveTraining::LiveTraining(const LiveOptions& options, bool quiet, engine::TrainControl& control,
                           std::function<void(const engine::RunNews&)> tell)
    : m_quiet(quiet),
      m_control(control),
      m_tell(std::move(tell)),
      m_pace(options.policy),
      m_start(now()),
      m_session({}, options.type, [&control, wakes = m_pace.needsCredits()] {
        if (wakes) control.delay(0);
      }) {}

void LiveTraining::stepDone(const engine::StepDone& step) {
  const bool isFirstNews = !m_session.hasNews() && m_session.takeNews();
  if (isFirstNews || now() - m_watchedAt >= kSecondsBetweenLooks) watch(step.step);
  if (m_pace.needsCredits() && !m_session.hasNews()) return;
  if (m_pace.needsCredits() && !m_session.status().type && !std::exchange(m_warned, true))
    complain("warning: The policy has nothing to go by. " + m_session.context().problem +
             " Name the type of instance, as in --machine live:t2.micro.");
  obey(m_pace.stepDone(step, m_session.status(), now()), step.step);
}

void LiveTraining::validationDone(const engine::ValidationDone& report) {
  obey(m_pace.validationDone(report, now()), report.step.step);
}

void LiveTraining::watch(std::int64_t step) {
  m_watchedAt = now();
  m_session.update();
  const engine::LiveStatus& status = m_session.status();
  const engine::CpuUse& use = status.use;
  engine::CreditSample sample{.step = step,
                              .seconds = m_watchedAt - m_start,
                              .utilisation = use.share(use.busy),
                              .ownUse = use.share(use.process),
                              .steal = use.share(use.steal)};
  if (status.truth != m_truth) {
    m_truth = status.truth;
    m_tell(engine::CreditSample{.step = step,
                                .seconds = sample.seconds - *status.secondsSinceTruth,
                                .balance = m_truth->value,
                                .measured = true});
  }
  if (status.type) sample.balance = status.balance;
  m_tell(sample);
  tellOfThrottling(step);
}

void LiveTraining::tellOfThrottling(std::int64_t step) {
  const engine::CpuUse& use = m_session.status().use;
  const bool throttled =
      use.share(use.steal) > kThrottledShare || use.throttledShare > kThrottledShare;
  if (throttled == std::exchange(m_throttled, throttled)) return;
  m_tell(RunEvent{.kind = throttled ? RunEvent::Kind::ThrottleStart : RunEvent::Kind::ThrottleEnd,
                  .step = step + 1,
                  .elapsed = now() - m_start});
}

void LiveTraining::obey(const engine::LivePace::Order& order, std::int64_t step) {
  if (order.stop) {
    m_stopped = true;
    m_control.stop(/*skipTest=*/true);
  }
  if (order.restSeconds <= 0) return;
  m_control.delay(order.restSeconds);
  if (order.restSeconds < kLongRest) return;
  m_tell(RunEvent{.kind = RunEvent::Kind::Pause,
                  .step = step + 1,
                  .value = order.restSeconds,
                  .elapsed = now() - m_start});
  if (!m_quiet)
    complain("Resting for " + durationText(order.restSeconds) + " behind step " +
             std::to_string(step) + ", " + outcome() + ".");
}

std::string LiveTraining::outcome() const {
  const engine::LiveStatus& status = m_session.status();
  if (!status.type) return "on a computer whose credits are not known";
  return "with " + engine::fixedText(status.balance, 1) + " credits left of a " +
         status.type->name + (status.measured ? "" : " by an estimate alone");
}

void LiveTraining::complain(const std::string& text) const {
  std::fprintf(stderr, "burstlab-cli: %s\n", text.c_str());
}

}  // namespace cli
