#include "engine/credits/plan/article_replay.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/credits/virtual_machine.h"
#include "engine/error.h"
#include "engine/log/number_text.h"
#include "engine/resources.h"

namespace engine {
namespace {

using nlohmann::json;

constexpr double kSlow = 1.03;        // the printed values at full speed scatter by less
constexpr double kFloorFactor = 4.6;  // between the second plateau's 2.25 and the floor's 10

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string percent(double share) {
  return (share < 0 ? "" : "+") + fixedText(100 * share, 1) + " %";
}

std::string row(const std::string& name, double printed, double simulated, const char* unit,
                int decimals) {
  return right(name, 20) + right(fixedText(printed, decimals) + unit, 14) +
         right(fixedText(simulated, decimals) + unit, 14) +
         right(percent(simulated / printed - 1), 10) + "\n";
}

const char* kindText(ArticleLog::Kind kind) {
  switch (kind) {
    case ArticleLog::Kind::Plateau:
      return "";
    case ArticleLog::Kind::SpeedChanges:
      return "   speed changes within";
    case ArticleLog::Kind::Floor:
      return "   floor";
  }
  return "";
}

ArticleLog read(const json& root) {
  ArticleLog log;
  const json& mnist = root.at("mnist");
  log.machine = root.at("machine");
  log.startBalance = mnist.at("startBalance");
  log.fullSpeedMs = mnist.at("fullSpeedMs");
  log.stepsPerReport = mnist.at("stepsPerReport");
  const std::vector<int> changes = mnist.at("blocksWhereSpeedChanges");
  const int floor = mnist.at("floorFrom");
  for (const json& report : mnist.at("reports")) {
    const int step = report.at(0);
    const auto kind = step >= floor                       ? ArticleLog::Kind::Floor
                      : std::ranges::count(changes, step) ? ArticleLog::Kind::SpeedChanges
                                                          : ArticleLog::Kind::Plateau;
    log.reports.push_back({step, report.at(1), kind});
  }
  const json& alexNet = root.at("alexNet");
  log.alexNet = {alexNet.at("startBalance"), alexNet.at("secondsToStep10"),
                 alexNet.at("secondsFromStep10To20"), alexNet.at("step10Seconds"),
                 alexNet.at("step20Seconds")};
  return log;
}

void replayMnist(const ArticleLog& log, const InstanceType& type, ArticleReplay& replay) {
  VirtualMachine machine(type, {.balance = log.startBalance});
  double printedFloor = 0, floor = 0;
  int step = 0;
  for (const ArticleLog::Report& report : log.reports) {
    const int blockBegin = report.step - log.stepsPerReport;
    replay.printedSeconds += (blockBegin - step) * log.fullSpeedMs / 1000;
    for (; step < blockBegin; ++step) machine.run(log.fullSpeedMs / 1000);
    const double begin = machine.seconds();
    for (; step < report.step; ++step) machine.run(log.fullSpeedMs / 1000);
    const double ms = (machine.seconds() - begin) * 1000 / log.stepsPerReport;
    replay.printedSeconds += report.ms * log.stepsPerReport / 1000;
    replay.blocks.push_back({report, ms});
    if (!replay.firstSlow && ms > kSlow * log.fullSpeedMs) replay.firstSlow = report.step;
    if (!replay.floorStarts && ms > kFloorFactor * log.fullSpeedMs)
      replay.floorStarts = report.step;
    if (report.kind != ArticleLog::Kind::Floor) continue;
    printedFloor += report.ms;
    floor += ms;
  }
  replay.floorError = printedFloor > 0 ? floor / printedFloor - 1 : 0;
  replay.seconds = machine.seconds();
  replay.endBalance = machine.balance();
}

void replayAlexNet(const ArticleLog& log, const InstanceType& type, ArticleReplay& replay) {
  const auto& printed = log.alexNet;
  VirtualMachine machine(type, {.balance = printed.startBalance});
  machine.run(printed.secondsToStep10 - printed.step10Seconds);
  replay.alexNetStep10Seconds = machine.run(printed.step10Seconds);
  for (int step = 11; step <= 20; ++step)
    replay.alexNetSeconds10To20 += replay.alexNetStep20Seconds = machine.run(printed.step10Seconds);
}

}  // namespace

ArticleLog ArticleLog::bundled() {
  return load(resourcePath("article.json"));
}

ArticleLog ArticleLog::load(const std::filesystem::path& path) {
  std::ifstream stream(path);
  if (!stream)
    throw Error("Cannot read the article's log " + path.string() + "; install Burstlab again.",
                path.string());
  try {
    return read(json::parse(stream));
  } catch (const json::exception&) {
    throw Error(path.string() + " is not a log of the article; install Burstlab again.",
                path.string());
  }
}

ArticleReplay replay(const ArticleLog& log, const InstanceType& type) {
  ArticleReplay replay;
  replayMnist(log, type, replay);
  replayAlexNet(log, type, replay);
  return replay;
}

std::string replayTable(const ArticleLog& log, const ArticleReplay& replay) {
  std::string text = "MNIST on a " + log.machine + " that begins with " +
                     fixedText(log.startBalance, 1) + " credits, " + fixedText(log.fullSpeedMs, 0) +
                     " ms per step at full speed:\n\n" + right("Step", 20) + right("Article", 14) +
                     right("Simulated", 14) + right("Error", 10) + "\n";
  for (const auto& block : replay.blocks) {
    text += row(std::to_string(block.printed.step), block.printed.ms, block.ms, " ms", 1);
    text.insert(text.size() - 1, kindText(block.printed.kind));
  }
  const auto& alexNet = log.alexNet;
  return text + right("Mean of the floor", 20) + right("", 28) +
         right(percent(replay.floorError), 10) + "\n" +
         row("All steps", replay.printedSeconds, replay.seconds, " s", 0) +
         "\nThe first slow block is " + std::to_string(replay.firstSlow) +
         ", the floor begins in block " + std::to_string(replay.floorStarts) +
         ".\n\nAlexNet, forward and backward, from " + fixedText(alexNet.startBalance, 0) +
         " credits:\n\n" +
         row("Step 10", alexNet.step10Seconds, replay.alexNetStep10Seconds, " s", 1) +
         row("Steps 11 to 20", alexNet.secondsFromStep10To20, replay.alexNetSeconds10To20, " s",
             1) +
         row("Step 20", alexNet.step20Seconds, replay.alexNetStep20Seconds, " s", 1);
}

}  // namespace engine
