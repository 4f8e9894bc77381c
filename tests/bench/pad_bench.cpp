#include <benchmark/benchmark.h>

#include <QApplication>
#include <QMouseEvent>

#include "engine/nn/network.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/draw_panel.h"
#include "ui/run/training_session.h"

// From a movement of the mouse on the pad to the repainted bars; a frame has 16 ms. Run it with
// QT_QPA_PLATFORM=offscreen where there is no display.

namespace {

void strokeToBars(benchmark::State& state) {
  ui::TrainingSession session;
  ui::DrawPanel panel(session);
  panel.resize(300, 820);
  panel.show();
  engine::ThreadPool pool(1);
  engine::Network network(engine::sampleLenet(), engine::selectKernels(), pool, 1);
  network.initialize(1);
  session.setWeights(std::make_shared<const engine::Weights>(network.weights()), 1);
  auto* pad = panel.findChild<ui::DrawPad*>();
  const auto send = [pad](QEvent::Type type, QPointF place) {
    QMouseEvent event(type, place, pad->mapToGlobal(place),
                      type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, Qt::LeftButton,
                      {});
    QApplication::sendEvent(pad, &event);
  };
  send(QEvent::MouseButtonPress, {60, 60});
  int i = 0;
  for ([[maybe_unused]] const auto repetition : state) {
    ++i;
    send(QEvent::MouseMove, QPointF(60 + i % 150, 60 + i * 7 % 140));
    QApplication::processEvents();
    if (i % 200 == 0) panel.setStrokes({});  // a digit is not endless
    if (i % 200 == 0) send(QEvent::MouseButtonPress, {60, 60});
  }
}

}  // namespace

int main(int argc, char** argv) {
  const QApplication application(argc, argv);
  benchmark::RegisterBenchmark("pad/stroke to bars", strokeToBars)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
