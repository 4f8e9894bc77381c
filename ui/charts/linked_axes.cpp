#include "ui/charts/linked_axes.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/run/run_model.h"

namespace ui {

LinkedAxes::LinkedAxes(const RunModel& model, QObject* parent) : QObject(parent), m_model(model) {
  connect(&model, &RunModel::started, this, [this] {
    m_zoom.reset();
    m_cursor.reset();
    m_freeCursor.reset();
    emit restarted();
  });
  connect(&model, &RunModel::grew, this, &LinkedAxes::changed);
  connect(&model, &RunModel::finished, this, &LinkedAxes::changed);
}

void LinkedAxes::setXAxis(XAxis axis) {
  if (axis == m_axis) return;
  std::optional<Range> steps;
  if (m_zoom) steps = Range{stepOfX(m_zoom->min), stepOfX(m_zoom->max)};
  m_axis = axis;
  m_freeCursor.reset();
  if (steps) m_zoom = Range{xOfStep(steps->min), xOfStep(steps->max)};
  emit restarted();
}

const std::vector<double>& LinkedAxes::seconds() const {
  if (m_axis == XAxis::Elapsed) return m_model.elapsedSeconds();
  if (m_axis == XAxis::Virtual && !m_model.machineSeconds().empty())
    return m_model.machineSeconds();
  return m_model.activeSeconds();
}

void LinkedAxes::setReach(std::optional<Range> x) {
  if (m_reach == x) return;
  m_reach = x;
  emit zoomed();
}

void LinkedAxes::setFlags(std::vector<StepFlag> flags) {
  if (m_flags == flags) return;
  m_flags = std::move(flags);
  emit changed();
}

double LinkedAxes::epochsPerStep() const {
  const auto& run = m_model.run();
  if (!run || run->trainCount <= 0) return 1;
  return static_cast<double>(run->config.batchSize) / static_cast<double>(run->trainCount);
}

double LinkedAxes::xOfStep(double step) const {
  if (m_axis == XAxis::Step) return step;
  if (m_axis == XAxis::Epoch) return step * epochsPerStep();
  const std::vector<double>& seconds = this->seconds();
  if (seconds.empty()) return 0;
  const double row = step - static_cast<double>(m_model.steps().front().step);
  const double last = static_cast<double>(seconds.size() - 1);
  if (row <= 0) return seconds.front();
  if (row >= last) return seconds.back() + (row - last) * seconds.back() / (last + 1);
  const auto before = static_cast<std::size_t>(row);
  return std::lerp(seconds[before], seconds[before + 1], row - std::floor(row));
}

double LinkedAxes::stepOfX(double x) const {
  if (m_axis == XAxis::Step) return x;
  if (m_axis == XAxis::Epoch) return x / epochsPerStep();
  const std::vector<double>& seconds = this->seconds();
  if (seconds.empty()) return 0;
  const auto first = static_cast<double>(m_model.steps().front().step);
  const auto after = std::lower_bound(seconds.begin(), seconds.end(), x);
  if (after == seconds.begin()) return first;
  const auto row = static_cast<double>(after - seconds.begin());
  if (after == seconds.end())
    return first + (row - 1) + (x - seconds.back()) * row / seconds.back();
  const double before = *(after - 1);
  return first + row - 1 + (x - before) / (*after - before);
}

double LinkedAxes::xOfMoment(const engine::PaceMoment& moment) const {
  return m_axis == XAxis::Virtual ? moment.seconds : xOfStep(static_cast<double>(moment.step));
}

void LinkedAxes::setBands(std::vector<Band> bands) {
  if (bands == m_bands) return;
  m_bands = std::move(bands);
  emit changed();
}

double LinkedAxes::epochOfStep(qint64 step) const {
  return static_cast<double>(step) * epochsPerStep();
}

std::vector<Tick> LinkedAxes::ticks(int maxCount) const {
  if (!m_model.run() && !m_reach) return {};
  return isTime(m_axis) ? elapsedTicks(visible(), maxCount) : linearTicks(visible(), maxCount);
}

qint64 LinkedAxes::lastStep() const {
  return m_model.steps().empty() ? 0 : m_model.steps().back().step;
}

Range LinkedAxes::full() const {
  const bool hasRun = m_model.run().has_value();
  if (!hasRun && m_reach && m_reach->width() > 0) return *m_reach;
  const Range own = ownRange();
  if (!m_reach) return own;
  return {std::min(own.min, m_reach->min), std::max(own.max, m_reach->max)};
}

Range LinkedAxes::ownRange() const {
  const auto& run = m_model.run();
  const double done = xOfStep(static_cast<double>(lastStep()));
  const bool time = isTime(m_axis);
  const double first = m_model.steps().empty() || time
                           ? 0
                           : xOfStep(static_cast<double>(m_model.steps().front().step));
  if (m_model.result() && done > first) return {first, done};

  const double least = time ? 10 : xOfStep(100);
  double end = first + niceCeiling(std::max(done - first, least));
  if (run && run->totalSteps > 1 && !time)
    end = std::min(end, xOfStep(static_cast<double>(run->totalSteps - 1)));
  return {first, std::max(end, done)};
}

void LinkedAxes::zoomTo(Range x) {
  const Range all = full();
  const double four = xOfStep(4) - xOfStep(0);
  const double least = std::min(all.width(), four > 0 ? four : all.width() / 1e6);
  const double width = std::max(x.width(), least);
  if (width >= all.width() * (1 - 1e-9)) return resetZoom();
  const double middle = (x.min + x.max) / 2;
  const double min = std::clamp(middle - width / 2, all.min, all.max - width);
  m_zoom = Range{min, min + width};
  emit zoomed();
}

void LinkedAxes::resetZoom() {
  if (!m_zoom) return;
  m_zoom.reset();
  emit zoomed();
}

void LinkedAxes::setCursor(std::optional<qint64> step) {
  if (step && m_model.steps().empty()) step.reset();
  if (step) step = std::clamp(*step, qint64(m_model.steps().front().step), lastStep());
  if (step == m_cursor && !m_freeCursor) return;
  m_cursor = step;
  m_freeCursor.reset();
  emit cursorMoved();
}

std::optional<double> LinkedAxes::cursorX() const {
  if (m_cursor) return xOfStep(static_cast<double>(*m_cursor));
  return m_freeCursor;
}

void LinkedAxes::setCursorX(double x) {
  if (!m_model.steps().empty()) return setCursor(std::llround(stepOfX(x)));
  if (!m_reach) return;
  m_freeCursor = std::clamp(x, m_reach->min, m_reach->max);
  emit cursorMoved();
}

void LinkedAxes::moveCursor(qint64 steps, bool toEvaluation) {
  if (m_model.steps().empty()) {
    const Range shown = visible();
    setCursorX(m_freeCursor ? *m_freeCursor + static_cast<double>(steps) * shown.width() / 100
                            : shown.max);
    return;
  }
  if (!m_cursor) return setCursor(lastStep());
  if (!toEvaluation) return setCursor(*m_cursor + steps);
  const auto& validations = m_model.validations();
  const auto stepOf = [](const engine::ValidationDone& validation) { return validation.step.step; };
  const auto next = std::ranges::upper_bound(validations, *m_cursor, {}, stepOf);
  const auto same = std::ranges::lower_bound(validations, *m_cursor, {}, stepOf);
  if (steps > 0 && next != validations.end()) setCursor(stepOf(*next));
  if (steps < 0 && same != validations.begin()) setCursor(stepOf(*(same - 1)));
}

QString LinkedAxes::describe(qint64 step) const {
  const auto row = static_cast<std::size_t>(step - m_model.steps().front().step);
  const auto& machine = m_model.machineSeconds();
  const bool simulated = m_axis == XAxis::Virtual && row < machine.size();
  return tr("step %1 · epoch %2 · %3")
      .arg(QLocale().toString(step), QLocale().toString(epochOfStep(step), 'f', 2),
           formatElapsed(simulated ? machine[row] : m_model.activeSeconds()[row]));
}

std::vector<std::pair<int, Range>> LinkedAxes::epochs() const {
  std::vector<std::pair<int, Range>> epochs;
  if (!m_model.run()) return epochs;
  const Range shown = visible();
  const double firstEpoch = stepOfX(shown.min) * epochsPerStep();
  const double lastEpoch = stepOfX(shown.max) * epochsPerStep();
  constexpr double kMost = 40;
  const auto stride =
      static_cast<int>(niceCeiling(std::max((lastEpoch - firstEpoch) / kMost, 1.0)));
  for (int epoch = static_cast<int>(firstEpoch) / stride * stride; epoch < lastEpoch;
       epoch += stride) {
    const double begin = xOfStep(epoch / epochsPerStep());
    epochs.emplace_back(epoch + 1, Range{begin, xOfStep((epoch + stride) / epochsPerStep())});
  }
  return epochs;
}

}  // namespace ui
