#include "app/cli/alexnet_tables.h"

#include "app/cli/alexnet_reporter.h"
#include "app/cli/text_columns.h"
#include "engine/log/number_text.h"

namespace cli {

using engine::AlexnetTask;
using engine::fixedText;

std::string layerTable(const std::vector<engine::StageSpeed>& stages) {
  std::string text = "\n" + left("Layer", 28) + right("forward, ms", 13) + right("GFLOP/s", 9) +
                     right("backward, ms", 14) + right("GFLOP/s", 9) + "\n";
  for (const engine::StageSpeed& stage : stages)
    text += left(stage.name, 28) + right(fixedText(stage.forward * 1e3, 1), 13) +
            right(fixedText(stage.forwardGigaflops, 0), 9) +
            right(fixedText(stage.backward * 1e3, 1), 14) +
            right(fixedText(stage.backwardGigaflops, 0), 9) + "\n";
  return text;
}

std::string comparisonTable(const AlexnetReporter& reporter, const AlexnetOptions& options) {
  const double share = double(options.config.batchSize) / engine::kAlexnetBatch;
  const double own[] = {reporter.meanOf(AlexnetTask::Forward),
                        reporter.meanOf(AlexnetTask::ForwardBackward)};
  const auto row = [&](const std::string& machine, double forward, double both) {
    return left(machine, 28) + right(fixedText(forward, 3), 13) +
           right(fixedText(forward / own[0], 2) + "x", 9) + right(fixedText(both, 3), 14) +
           right(fixedText(both / own[1], 2) + "x", 9) + "\n";
  };
  std::string text = "\n" + left("Seconds per batch", 28) + right("forward", 13) + right("", 9) +
                     right("with gradients", 14) + "\n" + row("here", own[0], own[1]);
  for (const engine::AlexnetFigure& figure : engine::kAlexnetFigures)
    text += row(figure.machine, figure.forward * share, figure.forwardBackward * share);
  return text;
}

}  // namespace cli
