#pragma once

#include <QStringList>
#include <span>

namespace cli {

class LineOutput;

/// One command of burstlab-cli; each lives in a file of its own.
struct Command {
  const char* name;
  const char* summary;
  /// arguments are those behind the command's name. Throws UsageError or engine::Error.
  void (*run)(const QStringList& arguments, LineOutput& output);
};

/// All commands, in the order of the help text.
std::span<const Command> commands();

}  // namespace cli
