#include "app/cli/plan_command.h"

#include <optional>

#include "app/cli/arguments.h"
#include "app/cli/line_output.h"
#include "app/cli/plan_options.h"
#include "app/cli/plan_table.h"
#include "engine/bench/instance_estimate.h"
#include "engine/bench/machine_benchmark.h"
#include "engine/credits/plan/article_replay.h"
#include "engine/credits/plan/plan_files.h"

namespace cli {
namespace {

void replayArticle(const Arguments& arguments, const engine::InstanceCatalogue& catalogue,
                   LineOutput& output) {
  if (const std::string what = arguments.text("replay"); what != "article")
    throw UsageError("--replay knows the 'article', not '" + what + "'.");
  if (arguments.isSet("json") || arguments.isSet("csv"))
    throw UsageError("--replay prints a table for people; leave --json and --csv out.");
  const auto log = engine::ArticleLog::bundled();
  output.print(replayTable(log, replay(log, catalogue.find(log.machine))));
}

}  // namespace

void runPlan(const QStringList& list, LineOutput& output) {
  const Arguments arguments = parsePlanArguments(list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  const auto catalogue = engine::InstanceCatalogue::bundled();
  if (arguments.isSet("replay")) return replayArticle(arguments, catalogue, output);
  if (arguments.isSet("json") && arguments.isSet("csv"))
    throw UsageError("--json and --csv are two formats; give one of them.");

  engine::BenchmarkConfig config{.threads = 1, .seconds = 1};
  arguments.readNumber("seconds", 0.01, 3600.0, config.seconds);
  config.comparisons = engine::kernelsOfInstances(catalogue);
  std::optional<engine::MachineResult> measured;
  const auto measure = [&] {
    if (!measured) measured = engine::MachineBenchmark(config).run();
    return *measured;
  };
  const engine::PlanRequest request = planRequest(arguments, catalogue, measure);
  const engine::Plan plan = makePlan(request);
  if (arguments.isSet("json")) return output.print(planJson(request, plan));
  if (arguments.isSet("csv")) return output.print(planCsv(plan));
  output.print(planTable(request, plan));
  if (request.job.stepsPerEpoch > 0)
    output.print("\n" +
                 engine::headline(engine::estimatedSecondsPerStep(
                     measure(), *catalogue.find("t2.micro").processor)) +
                 "\n");
}

}  // namespace cli
