#include "app/cli/plan_options.h"

#include <memory>

#include "app/cli/kernel_options.h"
#include "engine/bench/instance_estimate.h"
#include "engine/error.h"
#include "engine/pace/pace_text.h"

namespace cli {
namespace {

using engine::InstanceType;

engine::Job readJob(const Arguments& arguments) {
  if (!arguments.isSet("steps")) {
    int epochs = 10;
    arguments.readNumber("epochs", 1, 1'000'000, epochs);
    return engine::sampleJob(epochs);
  }
  if (arguments.isSet("epochs"))
    throw UsageError("--steps and --epochs both say how much is to be done; give one of them.");
  engine::Job job = engine::sampleJob(1);
  job.stepsPerEpoch = 0;
  arguments.readNumber("steps", std::int64_t{1}, std::int64_t{1'000'000'000'000}, job.steps);
  return job;
}

engine::MachineChoice readMachine(const Arguments& arguments,
                                  const engine::InstanceCatalogue& catalogue) {
  if (!arguments.isSet("machine")) return {.type = catalogue.find("t2.micro")};
  engine::MachineChoice machine;
  try {
    machine = engine::readMachine(arguments.text("machine"), catalogue);
  } catch (const engine::Error& error) {
    throw UsageError(std::string("--machine: ") + error.what());
  }
  if (machine.options.mode)
    throw UsageError("--machine: a plan compares standard and unlimited mode; leave the mode out.");
  return machine;
}

std::function<double(const InstanceType&)> measuredSecondsPerStep(
    const engine::MachineResult& result) {
  return
      [result = std::make_shared<const engine::MachineResult>(result)](const InstanceType& type) {
        if (!type.processor)
          throw engine::Error("The processor of a " + type.name +
                              " is not known; give --ms-per-step a number.");
        return engine::estimatedSecondsPerStep(*result, *type.processor);
      };
}

}  // namespace

Arguments parsePlanArguments(const QStringList& arguments) {
  return {
      "plan",
      "Compares ways to do a job on a machine that runs on CPU credits: how long each takes, what\n"
      "it costs, and which is best. Nothing is run and no cloud is asked. Without options: the 10\n"
      "epochs of TensorFlow's MNIST sample on a new t2.micro.",
      QList<QCommandLineOption>{
          {"machine",
           "Instance type, its credits now and the rules, as in t2.micro:39.5:until-2017 (a new "
           "t2.micro). Any field can be changed, as for train.",
           "type[:credits][:rules]"},
          {"epochs", "The job: epochs of the sample (10).", "number"},
          {"steps", "The job: so many steps instead.", "number"},
          {"ms-per-step",
           "Time of a step on one vCPU at full speed (432, TensorFlow 0.10); 'measured': this "
           "engine's, measured here and estimated there.",
           "number|measured"},
          {"threads", "vCPUs that a step can keep busy (1).", "number"},
          {"no-start-credits", "A start after a stop gives no credits, as the article has it."},
          {"relay", "Instances in the relay (as many as are needed).", "number"},
          {"save-seconds", "CPU time to save the work (30).", "number"},
          {"restore-seconds", "CPU time to take it up again (30).", "number"},
          {"launch-seconds", "From the launch or start of an instance to its work (60).", "number"},
          {"lambda-memory", "MB of an AWS Lambda function (1 vCPU's).", "number"},
          {"no-free-tier", "Lambda's free tier is used up."},
          {"seconds", "Time to measure this engine for (1).", "number"},
          {"json", "Print JSON, with the balance curves."},
          {"csv", "Print a table of comma-separated values."},
          {"replay", "Replay the article's runs on a simulated t2.micro and print the errors.",
           "article"},
      },
      arguments};
}

engine::PlanRequest planRequest(const Arguments& arguments,
                                const engine::InstanceCatalogue& catalogue,
                                const std::function<engine::MachineResult()>& measure) {
  engine::PlanRequest request;
  request.job = readJob(arguments);
  const engine::MachineChoice machine = readMachine(arguments, catalogue);
  request.type = machine.type;
  request.balance = machine.options.balance;
  request.rules = machine.options.rules;
  request.otherTypes = catalogue.types();
  request.launchCreditsAtStart = !arguments.isSet("no-start-credits");
  request.freeTier = !arguments.isSet("no-free-tier");
  arguments.readNumber("threads", 1e-3, 1024.0, request.job.threads);
  arguments.readNumber("relay", 1, 2000, request.relayInstances);
  arguments.readNumber("save-seconds", 0.0, 86400.0, request.saveSeconds);
  arguments.readNumber("restore-seconds", 0.0, 86400.0, request.restoreSeconds);
  arguments.readNumber("launch-seconds", 0.0, 86400.0, request.launchSeconds);
  arguments.readNumber("lambda-memory", 1, 1'000'000, request.lambdaMegabytes);

  if (arguments.text("ms-per-step") == "measured") {
    request.job.secondsPerStep = measuredSecondsPerStep(measure());
  } else if (arguments.isSet("ms-per-step")) {
    double milliseconds = 0;
    arguments.readNumber("ms-per-step", 1e-6, 1e9, milliseconds);
    request.job.secondsPerStep = [milliseconds](const InstanceType&) {
      return milliseconds / 1000;
    };
  }
  return request;
}

}  // namespace cli
