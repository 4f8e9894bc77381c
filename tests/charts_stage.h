#pragma once

#include <QApplication>
#include <QWheelEvent>

#include "synthetic_run.h"
#include "ui/charts/chart_pane.h"
#include "ui/panels/training_charts.h"

/// A run in the charts, on the screen.
struct ChartsStage {
  ui::RunModel model;
  ui::LinkedAxes axes{model};
  ui::TrainingCharts charts{axes};

  explicit ChartsStage(int steps = 1000) {
    charts.resize(800, 560);
    charts.show();
    model.start(synthetic::started());
    synthetic::advance(model, steps);
    charts.refresh();
  }

  ui::Plot& plot() { return charts.loss().plot(); }
  QPoint positionOf(double step) {
    const ui::Plot& plot = this->plot();
    return {qRound(plot.toPosition({axes.xOfStep(step), 0}).x()), qRound(plot.area().center().y())};
  }
  void wheel(QPointF at, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(at, plot().mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot(), &event);
    charts.refresh();
  }
};
