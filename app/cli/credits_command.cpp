#include "app/cli/credits_command.h"

#include <chrono>
#include <thread>

#include "app/cli/arguments.h"
#include "app/cli/cloud_options.h"
#include "app/cli/credits_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/line_output.h"
#include "app/cli/live_session.h"
#include "engine/error.h"

namespace cli {
namespace {

// Longer than the instance metadata, CloudWatch and its tries need where they answer at all.
constexpr double kLongestWait = 60;

void rest(double seconds) {
  for (double left = seconds; left > 0 && !interrupted(); left -= 0.1)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

void print(const LiveSession& session, bool json, LineOutput& output) {
  output.print(json ? engine::liveStatusJson(session.status(), session.context()) + "\n"
                    : creditsText(session.status(), session.context()));
}

void watch(LiveSession& session, bool json, double interval, LineOutput& output) {
  if (!json) output.print(creditsHeading());
  while (!interrupted() && !output.failed()) {
    rest(interval);
    const bool isNews = session.update();
    if (json) {
      print(session, json, output);
    } else {
      if (isNews) {
        print(session, json, output);
        if (!session.cost().empty()) output.print("Polling     " + session.cost() + "\n");
        output.print(creditsHeading());
      }
      output.print(creditsLine(session.status()));
    }
  }
}

}  // namespace

void runCredits(const QStringList& list, LineOutput& output) {
  const Arguments arguments(
      "credits",
      "Tells what machine this is, how much CPU is used, by whom and what is kept back, and how\n"
      "many CPU credits are left. The balance comes from CloudWatch, where there are keys that\n"
      "may ask (cloudwatch:GetMetricStatistics), and is estimated from the CPU use in between.",
      QList<QCommandLineOption>{
          {"watch", "Go on until Ctrl-C, with a line every second."},
          {"json", "Print JSON, one object a line."},
          {"seconds", "Time to measure the CPU for, and from line to line (1).", "number"},
          {"type", "Instance type to assume where the machine does not tell, as in t2.micro.",
           "name"},
      } + cloudOptions(),
      list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  double seconds = 1;
  arguments.readNumber("seconds", 0.1, 86400.0, seconds);
  noteInterrupts();
  cloud::CloudOptions cloud = readCloudOptions(arguments);
  cloud.history = false;
  LiveSession session(cloud, arguments.text("type"));
  const bool json = arguments.isSet("json");
  if (arguments.isSet("watch")) return watch(session, json, seconds, output);

  rest(seconds);
  session.update();
  session.waitForNews(kLongestWait);
  if (interrupted()) return;
  print(session, json, output);
  // What was asked for by name and is not known is an error; that this is no instance is none.
  if (arguments.isSet("instance") && !session.context().instance)
    throw engine::Error(session.context().problem);
}

}  // namespace cli
