#include "ui/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <utility>

#include "ui/icons.h"

namespace ui {

WindowActions::WindowActions(QWidget& window) : m_window(window) {
  openFolder = add(tr("&Open data folder..."), QKeySequence::Open);
  openWeights = add(tr("Open &weights..."), Qt::CTRL | Qt::SHIFT | Qt::Key_O);
  saveWeights = add(tr("&Save or export weights..."), QKeySequence::Save);
  openRuns = add(tr("Open &runs to compare..."), Qt::CTRL | Qt::Key_L);
  followLog = add(tr("&Follow run log..."), Qt::CTRL | Qt::SHIFT | Qt::Key_F);
  stopFollowing = add(tr("Stop fo&llowing"));
  stopFollowing->setEnabled(false);
  addArticle = add(tr("Add the &article's run"));
  saveRun = add(tr("Save r&un..."), Qt::CTRL | Qt::SHIFT | Qt::Key_L);
  saveReport = add(tr("Re&port..."), QKeySequence::Print);
  savePicture = add(tr("Save window &picture..."), Qt::CTRL | Qt::SHIFT | Qt::Key_S);
  quit = add(tr("&Quit"), QKeySequence::Quit);
  quit->setMenuRole(QAction::QuitRole);

  startOrPause = addTransport(tr("&Start"), Qt::Key_Space, QStringLiteral("start"), {});
  stepOnce = addTransport(tr("Single s&tep"), Qt::Key_Period, QStringLiteral("step"),
                          tr("Train one step, then pause"));
  stepOnce->setIconText(tr("Step"));
  stop = addTransport(tr("St&op"), Qt::CTRL | Qt::Key_Period, QStringLiteral("stop"),
                      tr("End the run after this step and measure the test error"));
  restart = addTransport(tr("&Restart with the same seed"), Qt::CTRL | Qt::Key_R,
                         QStringLiteral("restart"),
                         tr("Begin again from the same initial weights, with the settings of now"));
  restart->setIconText(tr("Restart"));
  newSeed = addTransport(tr("Restart with a &new seed"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
                         QStringLiteral("new_seed"), tr("Begin again from other initial weights"));
  newSeed->setIconText(tr("New seed"));

  autosave = addAutosaveChoices();
  theme = addChoices({tr("As the &system"), tr("&Light"), tr("&Dark")});
  xAxis = addChoices({tr("&Step"), tr("&Epoch"), tr("Time without &pauses"), tr("Elapsed &time"),
                      tr("&Virtual time")});
  cloudWatch = add(tr("Credits as &CloudWatch shows them"));
  cloudWatch->setCheckable(true);
  fullScreen = add(tr("&Full screen"), QKeySequence::FullScreen);
  fullScreen->setCheckable(true);
  resetLayout = add(tr("&Reset layout"));

  numbers = add(tr("What the &numbers mean"), QKeySequence::HelpContents);
  shortcuts = add(tr("&Keyboard shortcuts"));
  planner = add(tr("Credit &planner..."), Qt::CTRL | Qt::SHIFT | Qt::Key_P);
  machine = add(tr("&Machine..."));
  alexnet = add(tr("AlexNet &benchmark..."));
  about = add(tr("&About Burstlab"));
  about->setMenuRole(QAction::AboutRole);

  showState(TrainingSession::State::Idle);
}

void WindowActions::fillMenuBar(QMenuBar& bar, QMenu& datasets, QMenu& recentWeights,
                                const QList<QAction*>& docks) {
  QMenu* file = bar.addMenu(tr("&File"));
  file->addAction(openFolder);
  file->addMenu(&datasets);
  file->addSeparator();
  file->addAction(openWeights);
  file->addMenu(&recentWeights);
  file->addAction(saveWeights);
  file->addSeparator();
  file->addActions({openRuns, addArticle, saveRun});
  file->addSeparator();
  file->addActions({followLog, stopFollowing});
  file->addSeparator();
  file->addActions({saveReport, savePicture});
  file->addSeparator();
  file->addAction(quit);

  QMenu* run = bar.addMenu(tr("&Run"));
  run->addActions({startOrPause, stepOnce, stop});
  run->addSeparator();
  run->addActions({restart, newSeed});
  run->addSeparator();
  run->addMenu(tr("Keep the run on the &disk"))->addActions(autosave->actions());
  run->addSeparator();
  run->addAction(planner);

  QMenu* view = bar.addMenu(tr("&View"));
  view->addMenu(tr("&Theme"))->addActions(theme->actions());
  view->addMenu(tr("&X axis"))->addActions(xAxis->actions());
  view->addAction(cloudWatch);
  view->addSeparator();
  view->addActions(docks);
  view->addSeparator();
  view->addActions({fullScreen, resetLayout});

  bar.addMenu(tr("&Help"))->addActions({numbers, shortcuts, machine, alexnet, about});
}

void WindowActions::showState(TrainingSession::State state, bool awaited, bool attached) {
  using State = TrainingSession::State;
  const bool running = state == State::Running && !attached;
  startOrPause->setText(awaited                  ? tr("&Starting...")
                        : running                ? tr("&Pause")
                        : state == State::Paused ? tr("&Resume")
                                                 : tr("&Start"));
  startOrPause->setIcon(tintedIcon(running ? QStringLiteral("pause") : QStringLiteral("start")));
  startOrPause->setToolTip(awaited   ? tr("Waits for the data; press again to give it up (Space)")
                           : running ? tr("Pause after this step (Space)")
                           : state == State::Paused ? tr("Go on (Space)")
                                                    : tr("Start training (Space)"));
  const bool stopping = state == State::Stopping;
  startOrPause->setEnabled(!stopping);
  stepOnce->setEnabled(!stopping);
  stop->setEnabled(running || attached || state == State::Paused);
  openWeights->setEnabled(!running && !attached && state != State::Paused && !stopping);
}

QAction* WindowActions::add(const QString& text, const QKeySequence& key, const QString& icon) {
  auto* action = new QAction(text, &m_window);
  action->setShortcut(key);
  if (!icon.isEmpty()) action->setIcon(tintedIcon(icon));
  // Keys work also where the menu bar is hidden, as in full screen.
  m_window.addAction(action);
  return action;
}

QAction* WindowActions::addTransport(const QString& text, const QKeySequence& key,
                                     const QString& icon, const QString& toolTip) {
  QAction* action = add(text, key, icon);
  action->setToolTip(toolTip + QStringLiteral(" (") + key.toString(QKeySequence::NativeText) +
                     QStringLiteral(")"));
  return action;
}

QActionGroup* WindowActions::addAutosaveChoices() {
  auto* group = new QActionGroup(&m_window);
  for (const auto& [text, minutes] :
       {std::pair(tr("Every &minute"), 1), std::pair(tr("Every &5 minutes"), 5),
        std::pair(tr("Every &15 minutes"), 15), std::pair(tr("Every &hour"), 60)}) {
    QAction* action = group->addAction(text);
    action->setCheckable(true);
    action->setData(minutes);
    action->setToolTip(tr("From the next start on; pauses, stops and closing always keep it"));
  }
  return group;
}

QActionGroup* WindowActions::addChoices(const QStringList& texts) {
  auto* group = new QActionGroup(&m_window);
  for (const QString& text : texts) {
    QAction* action = group->addAction(text);
    action->setCheckable(true);
    action->setData(group->actions().size() - 1);
  }
  return group;
}

}  // namespace ui
