#include "ui/panels/training_charts.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/chart_pane.h"
#include "ui/panels/smoothing_box.h"
#include "ui/run/run_model.h"

namespace ui {
namespace {

// Palette indices.
constexpr int kMinibatch = 0, kValidation = 1, kPenalty = 2, kTime = 3, kScriptTime = 4;

}  // namespace

TrainingCharts::TrainingCharts(LinkedAxes& axes, QWidget* parent)
    : QWidget(parent),
      m_axes(axes),
      m_loss(new ChartPane(tr("Loss"), axes)),
      m_error(new ChartPane(tr("Error (%)"), axes)),
      m_time(new ChartPane(tr("ms per step"), axes)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  for (ChartPane* pane : {m_loss, m_error, m_time}) {
    layout->addWidget(pane, 1);
    pane->setXLabels(pane == m_time);
  }
  addLossCurves();
  addErrorCurves();
  addTimeCurves();
  addSmoothing(Loss, *m_loss);
  addSmoothing(Error, *m_error);
  addSmoothing(Time, *m_time);
  m_more.setSingleShot(true);
  connect(&m_more, &QTimer::timeout, this, &TrainingCharts::pull);
  m_error->setCeiling(100);
  m_error->setLogarithmic(true);
  connect(&axes, &LinkedAxes::restarted, this, &TrainingCharts::restart);
  connect(&axes, &LinkedAxes::changed, this, &TrainingCharts::pull);
  restart();
}

void TrainingCharts::addLossCurves() {
  const auto add = [this](const CurveStyle& style) { return &m_loss->addCurve(style); };
  m_total =
      add({.name = tr("total"), .key = "loss", .decimals = 3, .color = kMinibatch, .width = 1.25});
  m_crossEntropy = add({.name = tr("cross-entropy"),
                        .key = "cross_entropy",
                        .decimals = 3,
                        .color = kValidation,
                        .width = 1.25});
  m_penalty =
      add({.name = tr("L2 penalty"), .decimals = 3, .color = kPenalty, .dash = Qt::DashLine});
  m_scriptLoss = add({.name = tr("printed"),
                      .decimals = 3,
                      .color = kMinibatch,
                      .width = 0,
                      .marker = Marker::Dot,
                      .meaning = tr("the minibatch loss in the script's log"),
                      .rank = 1});
  m_meanLoss = add({.name = tr("smoothed"),
                    .decimals = 3,
                    .color = kMinibatch,
                    .meaning = tr("mean of the totals so far, where smoothing is on"),
                    .rank = 3});
}

void TrainingCharts::addErrorCurves() {
  const auto add = [this](const CurveStyle& style) { return &m_error->addCurve(style); };
  m_rawError = add({.name = tr("minibatch"),
                    .key = "minibatch_error",
                    .color = kMinibatch,
                    .width = 1,
                    .faint = true,
                    .meaning = tr("of the images of one step"),
                    .rank = 1});
  m_meanError = add({.name = tr("smoothed"),
                     .color = kMinibatch,
                     .meaning = tr("mean of the minibatches so far, the late ones weigh more")});
  m_scriptError = add({.name = tr("printed"),
                       .color = kMinibatch,
                       .width = 0,
                       .marker = Marker::Dot,
                       .meaning = tr("the minibatch error in the script's log"),
                       .rank = 2});
  m_validationError = add({.name = tr("validation"),
                           .key = "validation_error",
                           .color = kValidation,
                           .dash = Qt::DashLine,
                           .marker = Marker::Dot});
  m_bestValidation = add({.name = tr("best"),
                          .color = kPenalty,
                          .width = 0,
                          .marker = Marker::Ring,
                          .markerSize = 11});
}

void TrainingCharts::addTimeCurves() {
  const auto add = [this](const CurveStyle& style) { return &m_time->addCurve(style); };
  m_rawTime = add({.name = tr("training alone"),
                   .color = kTime,
                   .width = 1,
                   .faint = true,
                   .meaning = tr("the step without evaluations"),
                   .rank = 1});
  m_meanTime = add({.name = tr("smoothed"), .color = kTime});
  m_scriptTime = add({.name = tr("as the script prints it"),
                      .key = "script_ms",
                      .decimals = 1,
                      .color = kScriptTime,
                      .dash = Qt::DashLine,
                      .marker = Marker::Dot,
                      .meaning = tr("mean of an interval, with the evaluation it begins with"),
                      .rank = 1});
  m_scriptMean = add({.name = tr("mean"),
                      .decimals = 1,
                      .color = kScriptTime,
                      .width = 1,
                      .dash = Qt::DotLine,
                      .meaning = tr("of what the script prints"),
                      .rank = 2});
  // The script divides the first step and its start by the interval: no time of a step.
  m_startUp = add({.name = tr("start-up"),
                   .decimals = 1,
                   .color = kScriptTime,
                   .width = 0,
                   .marker = Marker::Hollow,
                   .markerSize = 7,
                   .meaning = tr("the first interval, which is one step and no time of a step"),
                   .rank = 2});
}

void TrainingCharts::addSmoothing(Smoothed series, ChartPane& pane) {
  m_boxes[series] = new SmoothingBox(pane.title());
  m_boxes[series]->setWeight(m_smoothing[series]);
  pane.addToHeader(*m_boxes[series]);
  connect(m_boxes[series], &SmoothingBox::weightChanged, this, [this, series](double weight) {
    setSmoothing(series, weight);
    emit smoothingChanged(series, weight);
  });
}

void TrainingCharts::setSmoothing(Smoothed series, double weight) {
  if (m_smoothing[series] == weight) return;
  m_smoothing[series] = weight;
  m_boxes[series]->setWeight(weight);
  restart();
}

void TrainingCharts::restart() {
  for (Curve* curve : {m_total, m_meanLoss, m_crossEntropy, m_penalty, m_scriptLoss, m_rawError,
                       m_meanError, m_scriptError, m_validationError, m_bestValidation, m_rawTime,
                       m_meanTime, m_scriptTime, m_scriptMean, m_startUp})
    curve->clear();
  m_lossMean = SmoothedMean(m_smoothing[Loss]);
  m_errorMean = SmoothedMean(m_smoothing[Error]);
  m_timeMean = SmoothedMean(m_smoothing[Time]);
  // Without smoothing both curves are one.
  m_loss->setFaint(*m_total, m_smoothing[Loss] > 0);
  m_steps = m_validations = 0;
  pull();
}

void TrainingCharts::pull() {
  const auto& steps = m_axes.model().steps();
  // A million steps would hold up the window.
  constexpr std::size_t kMost = 50'000;
  const std::size_t end = std::min(steps.size(), m_steps + kMost);
  for (; m_steps < end; ++m_steps) {
    const engine::StepDone& step = steps[m_steps];
    const double x = m_axes.xOfStep(static_cast<double>(step.step));
    m_total->append(x, step.loss());
    if (m_smoothing[Loss] > 0) m_meanLoss->append(x, m_lossMean.add(step.loss()));
    m_crossEntropy->append(x, step.crossEntropy);
    m_penalty->append(x, step.weightPenalty);
    m_rawError->append(x, step.minibatchError);
    m_meanError->append(x, m_errorMean.add(step.minibatchError));
    m_rawTime->append(x, 1e3 * step.seconds);
    m_meanTime->append(x, m_timeMean.add(1e3 * step.seconds));
  }
  if (isBehind())
    m_more.start(0);
  else
    pullValidations();
  for (ChartPane* pane : {m_loss, m_error, m_time}) pane->scheduleRefresh();
}

void TrainingCharts::pullValidations() {
  const auto& validations = m_axes.model().validations();
  for (; m_validations < validations.size(); ++m_validations) {
    const engine::ValidationDone& done = validations[m_validations];
    const double x = m_axes.xOfStep(static_cast<double>(done.step.step));
    m_scriptLoss->append(x, done.step.loss());
    m_scriptError->append(x, done.step.minibatchError);
    const double error = done.validation.errorRate();
    m_validationError->append(x, error);
    if (m_bestValidation->y.empty() || error < m_bestValidation->y.back()) {
      m_bestValidation->clear();
      m_bestValidation->append(x, error);
    }
    if (done.step.step == 0) {
      m_startUp->append(x, done.scriptMillisecondsPerStep);
      continue;
    }
    m_scriptTime->append(x, done.scriptMillisecondsPerStep);
    const auto count = static_cast<double>(m_scriptTime->y.size());
    const double before = m_scriptMean->y.empty() ? 0 : m_scriptMean->y.back();
    m_scriptMean->append(x, before + (done.scriptMillisecondsPerStep - before) / count);
  }
}

bool TrainingCharts::isBehind() const {
  return m_steps < m_axes.model().steps().size();
}

void TrainingCharts::refresh() {
  while (isBehind()) pull();
  for (ChartPane* pane : {m_loss, m_error, m_time}) pane->refresh();
}

}  // namespace ui
