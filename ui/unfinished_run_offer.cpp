#include "ui/unfinished_run_offer.h"

#include <QFile>
#include <QLocale>

#include "engine/train/schedule.h"
#include "ui/panels/banner.h"
#include "ui/run/dataset_choice.h"
#include "ui/run/run_commands.h"
#include "ui/run/training_session.h"

namespace ui {

UnfinishedRunOffer::UnfinishedRunOffer(Banner& banner, TrainingSession& session,
                                       RunCommands& commands, DatasetChoice& dataset,
                                       QObject* parent)
    : QObject(parent),
      m_banner(banner),
      m_session(session),
      m_commands(commands),
      m_dataset(dataset) {
  connect(&m_runs, &UnfinishedRuns::found, this, &UnfinishedRunOffer::ask);
  connect(&m_runs, &UnfinishedRuns::none, this, &UnfinishedRunOffer::nothingToAsk);
  connect(&m_runs, &UnfinishedRuns::damaged, this, &UnfinishedRunOffer::failed);
}

void UnfinishedRunOffer::begin(int autosaveMinutes) {
  m_file = m_runs.claim();
  setAutosaveMinutes(autosaveMinutes);
  m_runs.look();
}

void UnfinishedRunOffer::setAutosaveMinutes(int minutes) {
  m_autosaveMinutes = minutes;
  m_session.setCheckpointFile(m_file, 60.0 * minutes);
}

void UnfinishedRunOffer::ask(const QString& file,
                             std::shared_ptr<const engine::Checkpoint> checkpoint,
                             const QString& warning) {
  // A run that was started in the meantime is not to be disturbed; the question waits for the next
  // time.
  if (m_session.isActive()) return;
  const engine::RunState& state = checkpoint->state;
  const QLocale locale;
  QString text = tr("A run on %1 was interrupted after %2 steps (epoch %3 of %4).")
                     .arg(QString::fromStdString(checkpoint->dataset.name),
                          locale.toString(qint64{state.steps}),
                          locale.toString(checkpoint->history->steps.empty()
                                              ? 0.0
                                              : checkpoint->history->steps.back().epoch,
                                          'f', 2),
                          locale.toString(state.config.epochs));
  if (!warning.isEmpty()) text += QLatin1Char('\n') + warning;
  m_banner.showNotice(text, {{tr("Resume"), [this, file, checkpoint] { resume(file, checkpoint); }},
                             {tr("Draw with its weights"),
                              [this, checkpoint] {
                                m_session.setWeights(std::make_shared<const engine::Weights>(
                                                         checkpoint->state.weights),
                                                     checkpoint->state.steps);
                              }},
                             {tr("Discard"), [this, file] {
                                m_runs.discard(file);
                                m_runs.look();
                              }}});
}

void UnfinishedRunOffer::resume(const QString& file,
                                std::shared_ptr<const engine::Checkpoint> checkpoint) {
  auto adapted = std::make_shared<engine::Checkpoint>(*checkpoint);
  const std::string otherKernels = engine::takeKernelsOfThisComputer(adapted->state.config);
  engine::TrainConfig shown = adapted->state.config;
  shown.learningRate = adapted->state.baseLearningRate;
  emit settingsRestored(shown);
  // Data that were made up have no folder; those of the window have to do, if they are the same.
  const QString folder = QString::fromStdString(adapted->dataset.folder.string());
  if (!folder.isEmpty()) m_dataset.open(folder);
  m_file = file;
  setAutosaveMinutes(m_autosaveMinutes);
  m_commands.startFrom(std::move(adapted));
  if (!otherKernels.empty()) m_banner.showNotice(QString::fromStdString(otherKernels));
}

}  // namespace ui
