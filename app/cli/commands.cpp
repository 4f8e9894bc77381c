#include "app/cli/command.h"
#include "app/cli/train_command.h"

namespace cli {

std::span<const Command> commands() {
  static constexpr Command kCommands[] = {
      kTrainCommand,
  };
  return kCommands;
}

}  // namespace cli
