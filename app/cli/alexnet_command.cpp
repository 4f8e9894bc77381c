#include "app/cli/alexnet_command.h"

#include "app/cli/alexnet_reporter.h"
#include "app/cli/alexnet_tables.h"
#include "app/cli/line_output.h"

namespace cli {

void runAlexnetCommand(const QStringList& list, LineOutput& output) {
  const Arguments arguments = parseAlexnetArguments(list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  const AlexnetOptions options = alexnetOptions(arguments);

  AlexnetReporter reporter(options, output);
  reporter.printShapes();
  engine::AlexnetBatch batch(options.config);
  const auto timer = [&](engine::AlexnetTask task) { return batch.run(task).wall; };
  if (!engine::runAlexnet(options.batches, timer, reporter)) return;
  if (options.layers) output.print(layerTable(batch.speeds()) + comparisonTable(reporter, options));
}

}  // namespace cli
