#include "ui/panels/status_line.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/run/run_model.h"
#include "ui/run/run_texts.h"

namespace ui {
namespace {

// Figures that change faster cannot be read.
constexpr int kRefreshMilliseconds = 200;
constexpr std::size_t kRecentSteps = 20;
constexpr int kTileSpacing = 18;

QString nothing() {
  return QStringLiteral("\u2013");
}

/// Mean of the last steps. The first step also warms up and counts only while it is the only one.
double recentMilliseconds(const std::vector<engine::StepDone>& steps) {
  const std::size_t count = std::clamp<std::size_t>(steps.size() - 1, 1, kRecentSteps);
  double seconds = 0;
  for (std::size_t i = steps.size() - count; i < steps.size(); ++i) seconds += steps[i].seconds;
  return 1000 * seconds / static_cast<double>(count);
}

}  // namespace

StatusLine::StatusLine(TrainingSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_progress(new QProgressBar) {
  auto* tiles = new QHBoxLayout;
  tiles->setSpacing(kTileSpacing);
  m_step = addTile(tiles, tr("Step"), tr("Steps done, of all steps of the run"));
  m_epoch = addTile(tiles, tr("Epoch"), tr("Passes over the training images"));
  m_left = addTile(tiles, tr("Time left"),
                   tr("At the pace of the last 50 steps, evaluations and the test included, and "
                      "when that will be"));
  m_perStep = addTile(tiles, tr("Per step"),
                      tr("Training alone, mean of the last steps. The script's own figure in the "
                         "log also contains the evaluation"));
  m_error = addTile(tiles, tr("Validation error"),
                    tr("At the last evaluation; the test error "
                       "stands here after the run"));
  m_kernels = addTile(tiles, tr("Computed by"), tr("Kernel set and number of threads"));

  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(4);
  m_progress->setRange(0, 1);
  m_progress->setAccessibleName(tr("Progress of the run"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 2, 8, 2);
  layout->setSpacing(3);
  layout->addLayout(tiles);
  layout->addWidget(m_progress);

  m_refresh.setSingleShot(true);
  m_refresh.setInterval(kRefreshMilliseconds);
  connect(&m_refresh, &QTimer::timeout, this, &StatusLine::showFigures);
  connect(&session.model(), &RunModel::started, this, &StatusLine::restart);
  connect(&session.model(), &RunModel::grew, this, &StatusLine::follow);
  connect(&session, &TrainingSession::stateChanged, this, &StatusLine::showFigures);
}

StatusLine::Tile StatusLine::addTile(QHBoxLayout* layout, const QString& name,
                                     const QString& toolTip) {
  Tile tile{new QLabel(name), new QLabel(nothing())};
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.85);
  tile.name->setFont(small);
  tile.name->setForegroundRole(QPalette::PlaceholderText);
  QFont bold = font();
  bold.setBold(true);
  tile.value->setFont(bold);
  tile.value->setAccessibleName(name);
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  for (QLabel* label : {tile.name, tile.value}) {
    label->setToolTip(toolTip);
    label->setTextFormat(Qt::PlainText);
    column->addWidget(label);
  }
  layout->addLayout(column);
  return tile;
}

void StatusLine::show(const Tile& tile, const QString& value) {
  tile.value->setText(value);
  tile.value->setAccessibleDescription(value);
  // The tiles to the right stay where they are while digits come and go.
  tile.value->setMinimumWidth(std::max(tile.value->minimumWidth(), tile.value->sizeHint().width()));
  fit();
}

void StatusLine::fit() {
  int room = width();
  for (const Tile& tile : {m_step, m_left, m_error, m_perStep, m_epoch, m_kernels}) {
    room -= kTileSpacing + std::max({tile.name->sizeHint().width(), tile.value->minimumWidth(),
                                     tile.value->sizeHint().width()});
    tile.name->setVisible(room >= 0);
    tile.value->setVisible(room >= 0);
  }
}

QSize StatusLine::minimumSizeHint() const {
  return {0, sizeHint().height()};
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void StatusLine::restart() {
  const engine::RunStarted& run = *m_session.model().run();
  m_remaining.emplace(run);
  m_steps = m_validations = 0;
  show(m_kernels, computedByText(run));
  showFigures();
}

void StatusLine::follow() {
  const RunModel& model = m_session.model();
  for (; m_steps < model.steps().size(); ++m_steps) m_remaining->add(model.steps()[m_steps]);
  for (; m_validations < model.validations().size(); ++m_validations)
    m_remaining->add(model.validations()[m_validations]);
  if (!m_refresh.isActive()) m_refresh.start();
}

void StatusLine::showFigures() {
  const RunModel& model = m_session.model();
  if (!model.run()) return;
  const QLocale locale;
  const engine::RunStarted& run = *model.run();
  const auto& steps = model.steps();
  const auto done = static_cast<qint64>(steps.size());
  m_progress->setMaximum(static_cast<int>(std::max<qint64>(run.totalSteps, 1)));
  m_progress->setValue(static_cast<int>(done));
  show(m_step, tr("%1 of %2").arg(locale.toString(done), locale.toString(qint64{run.totalSteps})));
  show(m_left, timeLeft());
  if (steps.empty()) {
    for (const Tile& tile : {m_epoch, m_perStep, m_error}) show(tile, nothing());
    return;
  }
  show(m_epoch,
       tr("%1 of %2")
           .arg(locale.toString(steps.back().epoch, 'f', 2), locale.toString(run.config.epochs)));
  show(m_perStep, tr("%1 ms").arg(locale.toString(recentMilliseconds(steps), 'f', 1)));
  const bool tested = model.result() && model.result()->test.count > 0;
  m_error.name->setText(tested ? tr("Test error") : tr("Validation error"));
  if (tested || !model.validations().empty()) {
    const double error = tested ? model.result()->test.errorRate()
                                : model.validations().back().validation.errorRate();
    show(m_error, tr("%1 %").arg(locale.toString(error, 'f', tested ? 2 : 1)));
  }
}

QString StatusLine::timeLeft() const {
  switch (m_session.state()) {
    case TrainingSession::State::Paused:
      return tr("Paused");
    case TrainingSession::State::Stopping:
      return tr("Testing...");
    case TrainingSession::State::Running:
      break;
    default:
      return m_session.model().result()
                 ? tr("Took %1").arg(durationText(m_session.model().result()->seconds))
                 : nothing();
  }
  const std::optional<double> seconds = m_remaining->seconds();
  if (!seconds) return nothing();
  const QDateTime now = QDateTime::currentDateTime();
  const QDateTime end = now.addSecs(static_cast<qint64>(*seconds));
  const QLocale locale;
  const QString when = end.date() == now.date() ? locale.toString(end.time(), QLocale::ShortFormat)
                                                : locale.toString(end, QLocale::ShortFormat);
  return tr("%1, until %2").arg(durationText(*seconds), when);
}

}  // namespace ui
