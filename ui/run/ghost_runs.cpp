#include "ui/run/ghost_runs.h"

#include <algorithm>
#include <utility>

#include "engine/log/read_runs.h"
#include "engine/log/run_facts.h"
#include "engine/resources.h"
#include "ui/run/run_model.h"

namespace ui {

GhostRuns::GhostRuns(const RunModel& model, QObject* parent) : QObject(parent), m_model(model) {
  connect(&model, &RunModel::finished, this, &GhostRuns::keepAtNextStart);
  connect(&model, &RunModel::started, this, &GhostRuns::keepFormerRun);
}

void GhostRuns::keepAtNextStart() {
  ++m_sessionRuns;
  m_latest = m_model.record();
}

void GhostRuns::keepFormerRun() {
  if (!m_latest.steps.empty()) add(std::exchange(m_latest, {}), tr("Run %1").arg(m_sessionRuns));
}

const GhostRun* GhostRuns::find(int id) const {
  const auto found = std::ranges::find(m_runs, id, &GhostRun::id);
  return found == m_runs.end() ? nullptr : &*found;
}

int GhostRuns::add(engine::RunRecord record, const QString& name) {
  GhostRun run{.id = ++m_lastId, .name = name};
  while (std::ranges::find(m_runs, run.look, &GhostRun::look) != m_runs.end()) ++run.look;
  run.activeSeconds = engine::activeSeconds(record);
  run.record = std::make_shared<const engine::RunRecord>(std::move(record));
  m_runs.push_back(std::move(run));
  emit added(m_lastId);
  return m_lastId;
}

void GhostRuns::replace(int id, engine::RunRecord record) {
  const auto run = std::ranges::find(m_runs, id, &GhostRun::id);
  if (run == m_runs.end()) return;
  run->activeSeconds = engine::activeSeconds(record);
  run->record = std::make_shared<const engine::RunRecord>(std::move(record));
  emit replaced(id);
}

void GhostRuns::remove(int id) {
  if (std::erase_if(m_runs, [id](const GhostRun& run) { return run.id == id; }) > 0)
    emit removed(id);
}

void GhostRuns::setVisible(int id, bool visible) {
  const auto run = std::ranges::find(m_runs, id, &GhostRun::id);
  if (run == m_runs.end() || std::exchange(run->visible, visible) == visible) return;
  emit visibilityChanged(id);
}

engine::RunRecord GhostRuns::article() {
  engine::RunRecord run = engine::readRuns(engine::resourcePath("article_run.csv")).runs.front();
  run.start.machine = "t2.micro";
  return run;
}

}  // namespace ui
