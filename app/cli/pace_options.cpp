#include "app/cli/pace_options.h"

#include "app/cli/arguments.h"
#include "engine/error.h"
#include "engine/pace/pace_text.h"

namespace cli {
namespace {

// Replaces value if the option is given, by what the reader makes of its text.
template <typename Value, typename Reader>
void read(const Arguments& arguments, const char* option, Value& value, const Reader& reader) {
  if (!arguments.isSet(option)) return;
  try {
    value = reader(arguments.text(option));
  } catch (const engine::Error& error) {
    throw UsageError(std::string("--") + option + ": " + error.what());
  }
}

}  // namespace

QList<QCommandLineOption> paceOptions() {
  return {
      {"machine",
       "Let a simulated burstable instance go along, with its credits at the start, mode and rules "
       "as in t2.micro:39.5 or t3.micro:20:standard; the log tells of its time. Any field can be "
       "changed: custom,vcpus=2,baseline=20,rate=24,cap=576,launch=60. live: the credits of this "
       "computer itself, for --credit-policy; live:t2.micro where it does not tell its type.",
       "type[:credits]"},
      {"ms-per-step",
       "CPU time of a step at that machine's full speed: a number of ms as the sample prints it, "
       "with its share of an evaluation every 100 steps (432); measured: what this computer needs; "
       "8x: so many times that.",
       "ms|measured|factor"},
      {"machine-threads", "vCPUs of that machine that the run keeps busy (1).", "number"},
      {"credit-policy",
       "What the run does when credits get low: none; sleep:3000ms:50min (rest so long after a "
       "report of slower steps); stop-at:2credits (save and end with exit code 3); "
       "duty:10min:50min (work and rest in turn); duty:40% (rest after every step); adaptive (rest "
       "so that the slow-down never begins).",
       "policy"},
      {"pace",
       "How fast that machine's time passes: virtual, as fast as this computer can (the default); "
       "real; or a factor such as 60x.",
       "pace"},
  };
}

void requireNoPaceOptions(const Arguments& arguments) {
  for (const char* option : {"ms-per-step", "machine-threads", "credit-policy", "pace"})
    if (arguments.isSet(option))
      throw UsageError(std::string("--") + option +
                       " is about a machine; name one, as in --machine t2.micro.");
}

void readPaceOptions(const Arguments& arguments, PaceOptions& options) {
  read(arguments, "ms-per-step", options.settings.cost, engine::readStepCost);
  read(arguments, "credit-policy", options.settings.policy, engine::readPolicy);
  read(arguments, "pace", options.pace, engine::readPace);
  arguments.readNumber("machine-threads", 1, 1024, options.settings.threads);
}

std::optional<PaceOptions> readPaceOptions(const Arguments& arguments) {
  if (!arguments.isSet("machine")) return {};
  engine::MachineChoice machine;
  read(arguments, "machine", machine, [](const std::string& text) {
    return engine::readMachine(text, engine::InstanceCatalogue::bundled());
  });
  PaceOptions options{{.type = machine.type, .machine = machine.options},
                      engine::readPace("virtual")};
  readPaceOptions(arguments, options);
  return options;
}

}  // namespace cli
