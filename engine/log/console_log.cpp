#include "engine/log/console_log.h"

#include "engine/log/number_text.h"

namespace engine {
namespace {

std::string stepLines(const StepDone& step, double milliseconds) {
  return "Step " + std::to_string(step.step) + " (epoch " + fixedText(step.epoch, 2) + "), " +
         fixedText(milliseconds, 1) + " ms\n" + "Minibatch loss: " + fixedText(step.loss(), 3) +
         ", learning rate: " + fixedText(step.learningRate, 6) + "\n" +
         "Minibatch error: " + fixedText(step.minibatchError, 1) + "%\n";
}

}  // namespace

std::string extractingLine(const std::string& path) {
  return "Extracting " + path;
}

std::string reportLines(const ValidationDone& report) {
  return stepLines(report.step, report.scriptMillisecondsPerStep) +
         "Validation error: " + fixedText(report.validation.errorRate(), 1) + "%\n";
}

std::string failureLines(const StepDone& step) {
  return stepLines(step, 1e3 * step.seconds);
}

std::string testErrorLine(const Evaluation& test) {
  return "Test error: " + fixedText(test.errorRate(), 1) + "%";
}

}  // namespace engine
