#include "ui/panels/ghost_curves.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/chart_pane.h"
#include "ui/panels/training_charts.h"
#include "ui/run/ghost_runs.h"
#include "ui/theme.h"

namespace ui {
namespace {

using engine::RunRecord;

/// The virtual time of a machine after a step, between its samples.
double virtualSeconds(const RunRecord& run, std::int64_t step) {
  const auto& samples = run.credits;
  const auto after = std::ranges::lower_bound(samples, step, {}, &engine::CreditSample::step);
  if (after == samples.end()) return engine::kUnknown;
  if (after->step == step || after == samples.begin())
    return after->step == step ? after->seconds : engine::kUnknown;
  const auto before = after - 1;
  return std::lerp(
      before->seconds, after->seconds,
      static_cast<double>(step - before->step) / static_cast<double>(after->step - before->step));
}

double xOf(const GhostRun& run, std::size_t i, XAxis axis) {
  const engine::RecordedStep& step = run.record->steps[i];
  const engine::RecordedStart& start = run.record->start;
  const auto number = static_cast<double>(step.step);
  switch (axis) {
    case XAxis::Step:
      return number;
    case XAxis::Epoch:
      return number * static_cast<double>(start.batchSize) / static_cast<double>(start.trainCount);
    case XAxis::Active:
      return run.activeSeconds[i];
    case XAxis::Elapsed:
      return step.elapsed;
    case XAxis::Virtual:
      return virtualSeconds(*run.record, step.step);
  }
  return engine::kUnknown;
}

void append(Curve& curve, double x, double y) {
  if (!std::isfinite(x) || engine::isUnknown(y)) return;
  if (!curve.x.empty() && x < curve.x.back()) return;
  curve.append(x, y);
}

}  // namespace

GhostCurves::GhostCurves(GhostRuns& runs, LinkedAxes& axes, TrainingCharts& charts, QObject* parent)
    : QObject(parent), m_runs(runs), m_axes(axes), m_charts(charts) {
  connect(&runs, &GhostRuns::added, this, &GhostCurves::add);
  connect(&runs, &GhostRuns::replaced, this, [this](int id) {
    fill(*m_runs.find(id));
    updateReach();
  });
  connect(&runs, &GhostRuns::removed, this, &GhostCurves::remove);
  connect(&runs, &GhostRuns::visibilityChanged, this, &GhostCurves::show);
  connect(&axes, &LinkedAxes::restarted, this, &GhostCurves::place);
  for (const GhostRun& run : runs.runs()) add(run.id);
}

int GhostCurves::color(const GhostRun& run) {
  // Not those of the present run's loss and validation, as far as there are others.
  static constexpr std::array kColors{7, 3, 5, 2, 4, 6};
  return kColors[static_cast<std::size_t>(run.look) % kColors.size()];
}

Qt::PenStyle GhostCurves::dash(const GhostRun& run) {
  static constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  return kDashes[static_cast<std::size_t>(run.look) % kDashes.size()];
}

ChartPane& GhostCurves::pane(Series series) const {
  switch (series) {
    case Loss:
      return m_charts.loss();
    case Validation:
      return m_charts.error();
    case Milliseconds:
      break;
  }
  return m_charts.time();
}

void GhostCurves::add(int id) {
  const GhostRun& run = *m_runs.find(id);
  for (const Series series : kSeries)
    m_curves[id][series] =
        &pane(series).addCurve({.decimals = series == Loss ? 3 : 1,
                                .color = color(run),
                                .width = 1.5,
                                .dash = dash(run),
                                .marker = series == Validation ? Marker::Dot : Marker::None,
                                .markerSize = 3.5,
                                .ghost = true});
  fill(run);
  updateReach();
}

void GhostCurves::remove(int id) {
  const auto found = m_curves.find(id);
  if (found == m_curves.end()) return;
  for (const Series series : kSeries) pane(series).removeCurve(*found->second[series]);
  m_curves.erase(found);
  updateReach();
}

void GhostCurves::place() {
  for (const GhostRun& run : m_runs.runs()) fill(run);
  updateReach();
}

void GhostCurves::fill(const GhostRun& run) {
  const auto curves = m_curves.at(run.id);
  for (Curve* curve : curves) curve->clear();
  const RunRecord& record = *run.record;
  const bool printed = std::ranges::any_of(record.validations, [](const auto& validation) {
    return !engine::isUnknown(validation.scriptMilliseconds);
  });
  auto validation = record.validations.begin();
  for (std::size_t i = 0; i < record.steps.size(); ++i) {
    const engine::RecordedStep& step = record.steps[i];
    const double x = xOf(run, i, m_axes.xAxis());
    append(*curves[Loss], x, step.loss);
    if (!printed) append(*curves[Milliseconds], x, 1e3 * step.seconds);
    while (validation != record.validations.end() && validation->step < step.step) ++validation;
    if (validation == record.validations.end() || validation->step != step.step) continue;
    append(*curves[Validation], x, validation->errorRate);
    // That of step 0 is the start of the program.
    if (step.step > 0) append(*curves[Milliseconds], x, validation->scriptMilliseconds);
  }
  for (const Series series : kSeries) {
    pane(series).setVisible(*curves[series], run.visible);
    pane(series).scheduleRefresh();
  }
  emit changed();
}

void GhostCurves::show(int id) {
  const GhostRun& run = *m_runs.find(id);
  for (const Series series : kSeries)
    pane(series).setVisible(*m_curves.at(id)[series], run.visible);
  updateReach();
}

void GhostCurves::updateReach() {
  std::optional<Range> reach;
  for (const GhostRun& run : m_runs.runs()) {
    const auto found = m_curves.find(run.id);
    if (!run.visible || found == m_curves.end()) continue;
    for (const Curve* curve : found->second) {
      if (curve->x.empty()) continue;
      const Range own{curve->x.front(), curve->x.back()};
      reach = reach ? Range{std::min(reach->min, own.min), std::max(reach->max, own.max)} : own;
    }
  }
  m_axes.setReach(reach);
  emit changed();
}

std::optional<double> GhostCurves::valueAt(int run, Series series, double x) const {
  const auto found = m_curves.find(run);
  if (found == m_curves.end()) return std::nullopt;
  const Curve& curve = *found->second[series];
  const auto i = curve.indexAt(x);
  return i ? std::optional(curve.y[*i]) : std::nullopt;
}

std::optional<double> GhostCurves::presentValueAt(Series series, double x) const {
  const Curve& curve = series == Loss         ? m_charts.lossCurve()
                       : series == Validation ? m_charts.validationCurve()
                                              : m_charts.scriptTimeCurve();
  const auto i = curve.indexAt(x);
  return i ? std::optional(curve.y[*i]) : std::nullopt;
}

}  // namespace ui
