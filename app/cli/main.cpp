#include <signal.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/line_output.h"
#include "app/cli/text_columns.h"
#include "engine/kernels/kernels.h"

namespace {

std::string helpText() {
  std::string text =
      "Usage: burstlab-cli COMMAND [options]\n" BURSTLAB_DESCRIPTION ".\n\nCommands:\n";
  for (const cli::Command& command : cli::commands())
    text += "  " + cli::left(command.name, 9) + command.summary + "\n";
  return text +
         "\nOptions:\n"
         "  -h, --help     Show this help; behind a command, its own.\n"
         "  -v, --version  Show the version and the kernels that run on this computer.\n";
}

void run(const QStringList& words, cli::LineOutput& output) {
  if (words.isEmpty()) throw cli::UsageError("Which command? See burstlab-cli --help.");
  const QString& first = words.first();
  if (first == "-h" || first == "--help") return output.print(helpText());
  if (first == "-v" || first == "--version")
    return output.print("burstlab-cli " BURSTLAB_VERSION "\nKernels: " +
                        std::string(engine::selectKernels().description) + "\n");
  for (const cli::Command& command : cli::commands())
    if (first == command.name) return command.run(words.mid(1), output);
  throw cli::UsageError("There is no command '" + first.toStdString() +
                        "'. See burstlab-cli --help.");
}

int complain(const char* reason, int exitCode) {
  std::fprintf(stderr, "burstlab-cli: %s\n", reason);
  return exitCode;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that closes the pipe is seen as a failed write, so that weights can still be saved.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);  // likewise a file that grows beyond the user's limit
  // No QCoreApplication: only the network needs one, and it switches to the user's locale.
  QStringList words;
  for (int i = 1; i < argc; ++i) words += QString::fromLocal8Bit(argv[i]);
  try {
    cli::LineOutput output;
    run(words, output);
    output.requireWritten();
    return 0;
  } catch (const cli::UsageError& error) {
    return complain(error.what(), 2);
  } catch (const cli::EarlyEnd& end) {
    return complain(end.what(), 3);
  } catch (const std::bad_alloc&) {
    return complain("There is not enough memory. A smaller batch or fewer threads need less.", 1);
  } catch (const std::exception& error) {
    return complain(error.what(), 1);
  }
}
