#include "app/cli/alexnet_command.h"

#include <chrono>
#include <thread>
#include <utility>

#include "app/cli/alexnet_reporter.h"
#include "app/cli/alexnet_tables.h"
#include "app/cli/line_output.h"
#include "engine/bench/alexnet_machine.h"

namespace cli {
namespace {

// Lets the machine's time go by no faster than at the pace.
engine::AlexnetBatchTimer paced(engine::AlexnetBatchTimer timer, double pace) {
  using Clock = std::chrono::steady_clock;
  return [timer = std::move(timer), pace, start = Clock::now(),
          elapsed = 0.0](engine::AlexnetTask task) mutable {
    const double seconds = timer(task);
    elapsed += seconds;
    std::this_thread::sleep_until(start + std::chrono::duration_cast<Clock::duration>(
                                              std::chrono::duration<double>(elapsed / pace)));
    return seconds;
  };
}

void simulate(const AlexnetOptions& options, const AlexnetOptions::Simulation& simulation,
              AlexnetReporter& reporter) {
  engine::VirtualMachine machine(simulation.machine.type, simulation.machine.options);
  const auto run = [&](engine::AlexnetBatchTimer timer) {
    engine::runAlexnet(options.batches, paced(std::move(timer), simulation.pace), reporter);
  };
  if (const auto* figure = std::get_if<engine::AlexnetFigure>(&simulation.cost))
    return run(engine::onMachine(machine, *figure, options.config.batchSize));
  engine::AlexnetBatch batch(options.config);
  run(engine::onMachine(machine, std::get<double>(simulation.cost), batch));
}

}  // namespace

void runAlexnetCommand(const QStringList& list, LineOutput& output) {
  const Arguments arguments = parseAlexnetArguments(list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  const AlexnetOptions options = alexnetOptions(arguments);

  AlexnetReporter reporter(options, output);
  reporter.printShapes();
  if (options.simulation) return simulate(options, *options.simulation, reporter);
  engine::AlexnetBatch batch(options.config);
  const auto timer = [&](engine::AlexnetTask task) { return batch.run(task).wall; };
  if (engine::runAlexnet(options.batches, timer, reporter) && options.layers)
    output.print(layerTable(batch.speeds()) + comparisonTable(reporter, options));
}

}  // namespace cli
