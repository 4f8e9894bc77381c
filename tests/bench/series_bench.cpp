// How long frames of charts with a million steps take, and the reading of logs of a million lines:
//   QT_QPA_PLATFORM=offscreen series_bench
#include <sys/resource.h>

#include <QApplication>
#include <algorithm>
#include <cstdio>

#include "engine/clock.h"
#include "engine/log/read_runs.h"
#include "tests/charts_stage.h"

namespace {

constexpr int kSteps = 1'000'000;
constexpr int kFrames = 41;

double milliseconds(const std::function<void()>& work) {
  const double start = engine::steadyClock().seconds();
  work();
  return 1e3 * (engine::steadyClock().seconds() - start);
}

double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void report(const char* what, std::vector<double>& times) {
  std::ranges::sort(times);
  std::printf("%-40s median %5.1f ms, 90 %% %5.1f ms, slowest %5.1f ms\n", what, times[kFrames / 2],
              times[kFrames * 9 / 10], times.back());
}

void frames(const char* what, ui::ChartPane& pane, const std::function<void(int)>& before) {
  std::vector<double> times;
  for (int i = 0; i < kFrames; ++i) {
    before(i);
    times.push_back(milliseconds([&] { pane.refresh(); }));
  }
  report(what, times);
}

/// All charts of the window at once, as zooming and panning draw them.
void allCharts(const char* what, ChartsStage& stage, const std::function<void(int)>& before) {
  std::vector<double> times;
  for (int i = 0; i < kFrames; ++i) {
    before(i);
    times.push_back(milliseconds([&] { stage.charts.refresh(); }));
  }
  report(what, times);
}

void parse() {
  std::string log = "Initialized!\n";
  for (int i = 0; i < 200'000; ++i)
    log += "Step " + std::to_string(100 * i) +
           " (epoch 0.12), 432.6 ms\nMinibatch loss: 3.276, learning rate: 0.010000\n"
           "Minibatch error: 6.2%\nValidation error: 7.2%\n2016-10-24: I tensorflow/core/a.cc\n";
  const double before = peakMegabytes();
  const double time = milliseconds([&] {
    engine::RunFileReader reader;
    for (std::size_t at = 0; at < log.size(); at += 1 << 20)
      reader.feed(std::string_view(log).substr(at, 1 << 20));
    const engine::RunFile file = reader.finish();
    std::printf("%zu lines, %zu points: ", file.lines, file.runs.front().steps.size());
  });
  std::printf("%.0f ms, %.0f MB more than the text\n", time, peakMegabytes() - before);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  parse();
  const double before = peakMegabytes();
  ChartsStage stage(kSteps);
  stage.charts.resize(1500, 900);
  stage.charts.refresh();
  std::printf("%d steps in all curves: %.0f MB\n", kSteps, peakMegabytes() - before);
  for (auto [name, pane] :
       {std::pair("loss", &stage.charts.loss()), std::pair("error", &stage.charts.error()),
        std::pair("time", &stage.charts.time())}) {
    frames((std::string(name) + ", the whole run").c_str(), *pane, [](int) {});
    frames((std::string(name) + ", another part each time").c_str(), *pane, [&](int i) {
      stage.axes.zoomTo({1000.0 * i, 1000.0 * i + 20'000.0 * (i + 1)});
    });
    frames((std::string(name) + ", growing").c_str(), *pane,
           [&](int) { synthetic::advance(stage.model, std::ssize(stage.model.steps()) + 20); });
    stage.axes.resetZoom();
  }
  for (const double weight : {0.0, 0.95}) {
    for (const auto series : {ui::TrainingCharts::Loss, ui::TrainingCharts::Error})
      stage.charts.setSmoothing(series, weight);
    stage.charts.refresh();
    const std::string smoothed = weight > 0 ? ", smoothed" : ", raw";
    allCharts(("all charts, the whole run" + smoothed).c_str(), stage, [](int) {});
    for (const double width : {0.9, 0.3, 0.01, 0.0005})
      allCharts(
          ("all charts, panning over " + std::to_string(int(width * kSteps)) + smoothed).c_str(),
          stage, [&](int i) {
            stage.axes.zoomTo({1000.0 * i, 1000.0 * i + width * kSteps});
          });
    stage.axes.resetZoom();
  }
}
