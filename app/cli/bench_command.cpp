#include "app/cli/bench_command.h"

#include "app/cli/arguments.h"
#include "app/cli/bench_tables.h"
#include "app/cli/kernel_options.h"
#include "app/cli/line_output.h"
#include "engine/bench/benchmark_json.h"
#include "engine/bench/machine_benchmark.h"

namespace cli {

void runBench(const QStringList& list, LineOutput& output) {
  const Arguments arguments(
      "bench",
      "Measures training, evaluation and this computer's peak, and estimates what the sample's\n"
      "10 epochs would take on burstable instances.",
      QList<QCommandLineOption>{
          {"seconds", "Time to measure for (10).", "number"},
          {"json", "Print JSON."},
      } + kernelOptions(),
      list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  engine::BenchmarkConfig config;
  arguments.readNumber("seconds", 0.01, 3600.0, config.seconds);
  readKernelOptions(arguments, config.threads, config.kernels, config.convMethod);

  const auto catalogue = engine::InstanceCatalogue::bundled();
  config.comparisons = engine::kernelsOfInstances(catalogue);
  const engine::MachineResult result = *engine::MachineBenchmark(config).run();
  const auto estimates = engine::estimateInstances(result, catalogue);
  output.print(arguments.isSet("json") ? engine::benchmarkJson(result, estimates)
                                       : speedTable(result) + "\n" + estimateTable(estimates));
}

}  // namespace cli
