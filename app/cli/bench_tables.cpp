#include "app/cli/bench_tables.h"

#include "app/cli/text_columns.h"
#include "engine/log/number_text.h"

namespace cli {
namespace {

using engine::fixedText;
using engine::InstanceEstimate;
using engine::MachineSpeed;

template <typename Text>
std::string row(const std::string& name, const engine::MachineResult& result, const Text& text) {
  std::string line = left(name, 30);
  for (const MachineSpeed& speed : result.speeds) line += right(text(speed), 13);
  return line + "\n";
}

}  // namespace

std::string speedTable(const engine::MachineResult& result) {
  const auto number = [&](const std::string& name, int decimals, auto value) {
    return row(name, result, [&](const MachineSpeed& s) { return fixedText(value(s), decimals); });
  };
  return "Kernels in use: " + result.kernels + ". Data: " + result.data + ".\n\n" +
         row("Kernels", result, [](const MachineSpeed& s) { return s.kernels; }) +
         row("Threads", result, [](const MachineSpeed& s) { return std::to_string(s.threads); }) +
         number("Peak, GFLOP/s", 1, [](const MachineSpeed& s) { return s.peak * 1e-9; }) +
         number("Step, median, ms", 2, [](const MachineSpeed& s) { return s.step.median * 1e3; }) +
         number("Step, minimum, ms", 2,
                [](const MachineSpeed& s) { return s.step.minimum * 1e3; }) +
         number("Step, 90th percentile, ms", 2,
                [](const MachineSpeed& s) { return s.step.percentile90 * 1e3; }) +
         number("Evaluation, images/s", 0,
                [](const MachineSpeed& s) { return s.imagesPerSecond; }) +
         number("One digit, ms", 3, [](const MachineSpeed& s) { return s.digit * 1e3; }) +
         number("10 epochs here, minutes", 2,
                [](const MachineSpeed& s) { return tenEpochs(s) / 60; }) +
         "\nPeak memory: " + fixedText(static_cast<double>(result.peakMemory) * 1e-6, 0) + " MB\n";
}

std::string estimateTable(const std::vector<InstanceEstimate>& estimates) {
  std::string text =
      "Estimate for 10 epochs on burstable instances, scaled by the peak of one core. Minutes of\n"
      "one vCPU are credits. A busy sibling hyperthread can double them.\n\n" +
      left("Instance", 22) + left("Processor", 38) + right("GFLOP/s", 8) + right("Credits", 9) +
      right("At launch", 11) + right("Earned in", 11) + "\n";
  for (const InstanceEstimate& estimate : estimates) {
    const engine::InstanceType& type = estimate.type;
    text += left(type.name, 22) + left(type.processor->model, 38) +
            right(fixedText(type.processor->peak() * 1e-9, 1), 8) +
            right(fixedText(estimate.minutes, 1), 9) + right(fixedText(type.launchCredits, 0), 11) +
            right(fixedText(estimate.hoursToEarn, 2) + " h", 11) + "\n";
  }
  return text;
}

}  // namespace cli
