#include "app/cli/alexnet_command.h"
#include "app/cli/bench_command.h"
#include "app/cli/classify_command.h"
#include "app/cli/command.h"
#include "app/cli/credits_command.h"
#include "app/cli/export_command.h"
#include "app/cli/log_command.h"
#include "app/cli/plan_command.h"
#include "app/cli/train_command.h"

namespace cli {

std::span<const Command> commands() {
  static constexpr Command kCommands[] = {
      kTrainCommand, kPlanCommand,    kExportCommand, kClassifyCommand,
      kBenchCommand, kAlexnetCommand, kLogCommand,    kCreditsCommand,
  };
  return kCommands;
}

}  // namespace cli
