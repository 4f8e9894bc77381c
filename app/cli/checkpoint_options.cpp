#include "app/cli/checkpoint_options.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/cli/arguments.h"

namespace cli {
namespace {

struct Quantity {
  double number = 0;
  std::string_view unit;
};

std::optional<Quantity> readQuantity(std::string_view text) {
  Quantity quantity;
  const auto [rest, error] =
      std::from_chars(text.data(), text.data() + text.size(), quantity.number);
  if (error != std::errc() || !(quantity.number >= 0) || !std::isfinite(quantity.number)) return {};
  quantity.unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  return quantity;
}

std::optional<double> inSeconds(const Quantity& quantity) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
      {{"ms", 0.001}, {"s", 1}, {"min", 60}, {"h", 3600}}};
  for (const auto& [unit, seconds] : kUnits)
    if (quantity.unit == unit) return quantity.number * seconds;
  return {};
}

double readSeconds(const Arguments& arguments, const char* option) {
  const std::string text = arguments.text(option);
  const auto quantity = readQuantity(text);
  const auto seconds = quantity ? inSeconds(*quantity) : std::nullopt;
  if (!seconds)
    throw UsageError(std::string("--") + option + " takes a time such as 90s, 5min or 1.5h, not '" +
                     text + "'.");
  return *seconds;
}

StopAt readStopAt(const std::string& text) {
  StopAt stopAt;
  if (const auto quantity = readQuantity(text)) {
    if (quantity->unit == "steps")
      stopAt.steps = std::llround(std::min(quantity->number, 1e15));
    else if (quantity->unit == "epochs")
      stopAt.epochs = quantity->number;
    else if (quantity->unit == "credits")
      stopAt.credits = quantity->number;
    else
      stopAt.seconds = inSeconds(*quantity);
  }
  if (!stopAt.isSet())
    throw UsageError("--stop-at takes 4000steps, 2.5epochs, 38min or 2credits, not '" + text +
                     "'.");
  return stopAt;
}

}  // namespace

QList<QCommandLineOption> checkpointOptions() {
  return {
      {"checkpoint",
       "Keep a checkpoint of the run in this file, and the one before it in FILE~: at intervals, "
       "on Ctrl-C or SIGTERM and at the end.",
       "file"},
      {"autosave", "Time from one checkpoint to the next (60s).", "time"},
      {"resume",
       "Go on from this checkpoint, to the last bit as if nothing had happened, and keep it up to "
       "date. The data must be the same; what the run computes is settled by the file.",
       "file"},
      {"stop-at",
       "End for now, with exit code 3, when the run has come so far: 4000steps, 2.5epochs, 38min "
       "(of a simulated machine, if there is one) or 2credits.",
       "how far"},
      {"time-limit",
       "End for now, with exit code 3, when the program has run so long: 230s. For slices in a "
       "loop, until the exit code is 0.",
       "time"},
  };
}

void requireNoStopAtCredits(const StopAt& stopAt) {
  if (stopAt.credits)
    throw UsageError("--stop-at credits needs a simulated machine; name one with --machine.");
}

CheckpointOptions readCheckpointOptions(const Arguments& arguments) {
  CheckpointOptions options;
  for (const char* option : {"checkpoint", "resume"})
    if (arguments.isSet(option) &&
        (arguments.text(option).empty() || arguments.text(option) == "-"))
      throw UsageError(std::string("--") + option + " needs a file's name.");
  options.resume = arguments.text("resume");
  options.file =
      arguments.isSet("checkpoint") ? arguments.text("checkpoint") : options.resume.string();
  if (options.file.empty())
    for (const char* option : {"autosave", "stop-at", "time-limit"})
      if (arguments.isSet(option))
        throw UsageError(std::string("--") + option +
                         " needs a checkpoint to go on from later; name a file with --checkpoint.");
  if (arguments.isSet("autosave")) options.autosaveSeconds = readSeconds(arguments, "autosave");
  if (arguments.isSet("stop-at")) options.stopAt = readStopAt(arguments.text("stop-at"));
  if (arguments.isSet("time-limit")) options.timeLimit = readSeconds(arguments, "time-limit");
  if (!options.resume.empty())
    for (const char* option :
         {"batch", "seed", "eval-every", "shuffle", "distort", "conv", "self-test"})
      if (arguments.isSet(option))
        throw UsageError(std::string("--") + option +
                         " was settled when the run began; it does not go with --resume.");
  return options;
}

}  // namespace cli
