#include "ui/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDir>
#include <QFile>
#include <QMenuBar>
#include <QRandomGenerator>
#include <QSplitter>
#include <QStatusBar>
#include <QVBoxLayout>

#include "ui/dock_layout.h"
#include "ui/file_choices.h"
#include "ui/file_drop.h"
#include "ui/focus_keys.h"
#include "ui/help.h"
#include "ui/icons.h"
#include "ui/panels/alexnet_dialog.h"
#include "ui/panels/banner.h"
#include "ui/panels/credit_charts.h"
#include "ui/panels/credit_panel.h"
#include "ui/panels/draw_panel.h"
#include "ui/panels/errors_panel.h"
#include "ui/panels/export_dialog.h"
#include "ui/panels/ghost_curves.h"
#include "ui/panels/live_credit_charts.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/machine_dialog.h"
#include "ui/panels/machine_panel.h"
#include "ui/panels/network_panel.h"
#include "ui/panels/planner_dialog.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/settings_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/training_charts.h"
#include "ui/panels/transport_bar.h"
#include "ui/report/run_report.h"
#include "ui/run/run_export.h"
#include "ui/run/run_flags.h"
#include "ui/run/run_model.h"
#include "ui/run/run_texts.h"
#include "ui/scrolling.h"
#include "ui/window_picture.h"

namespace ui {

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent),
      m_settings(settings),
      m_commands(m_session),
      m_weightsFiles(m_session, m_commands, settings),
      m_dataset(m_commands, settings),
      m_credits(m_session.model(), {.type = m_catalogue.find("t2.micro")}, &m_session),
      m_axes(m_session.model()),
      m_ghosts(m_session.model()),
      m_follower(m_session, m_ghosts),
      m_actions(*this),
      m_datasets(settings, *m_actions.openFolder),
      m_recentWeights(settings),
      m_banner(new Banner),
      m_unfinished(new UnfinishedRunOffer(*m_banner, m_session, m_commands, m_dataset, this)),
      m_trainingCharts(new TrainingCharts(m_axes)),
      m_creditCharts(new CreditCharts(m_credits, m_axes)),
      m_creditPanel(new CreditPanel(m_creditCharts, m_follower)),
      m_ghostCurves(new GhostCurves(m_ghosts, m_axes, *m_trainingCharts, this)),
      m_runs(new RunsPanel(m_ghosts, *m_ghostCurves, m_axes)),
      m_settingsPanel(new SettingsPanel(m_datasets)),
      m_machinePanel(new MachinePanel(m_credits, m_catalogue)),
      m_network(new NetworkPanel(m_session)),
      m_pad(new DrawPanel(m_session)),
      m_errors(new ErrorsPanel(m_session)),
      m_log(new LogPanel(m_session.model())) {
  buildWindow();
  connectFiles();
  connectRun();
  connectRuns();
  connectFollower();
  connectView();
  m_pad->setDrawingsFolder(settings.drawingsFolder());
  m_settingsPanel->setConfig(settings.trainConfig());
  m_machinePanel->setWords(settings.machine());
  m_commands.setConfig(m_settingsPanel->config());
  m_docks->restore(settings.windowLayout());
}

MainWindow::~MainWindow() {
  // The panels look at members of this class, which die before the children of a base class.
  qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
}

void MainWindow::buildWindow() {
  setWindowTitle(QStringLiteral("Burstlab"));
  setWindowIcon(programIcon());
  setContextMenuPolicy(Qt::NoContextMenu);
  addToolBar(new TransportBar(m_actions, new StatusLine(m_session)));

  auto* charts = new QSplitter(Qt::Vertical);
  // Each scrolls for itself: in a low window both are seen, if not whole.
  const auto [upper, lower] = scrollingAlike(m_trainingCharts, m_creditPanel);
  charts->addWidget(upper);
  charts->addWidget(lower);
  charts->setChildrenCollapsible(false);
  charts->setSizes({300, 280});
  auto* center = new QWidget;
  auto* layout = new QVBoxLayout(center);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_banner);
  layout->addWidget(charts, 1);
  setCentralWidget(center);

  m_docks = std::make_unique<DockLayout>(
      *this,
      QList<DockPanel>{{"settings", tr("Settings"), m_settingsPanel, Qt::LeftDockWidgetArea},
                       {"network", tr("Network"), m_network, Qt::LeftDockWidgetArea},
                       {"machine", tr("Simulated machine"), m_machinePanel, Qt::LeftDockWidgetArea},
                       {"pad", tr("Draw"), m_pad, Qt::RightDockWidgetArea},
                       {"errors", tr("Mistakes"), m_errors, Qt::RightDockWidgetArea},
                       {"log", tr("Log"), m_log, Qt::BottomDockWidgetArea},
                       {"runs", tr("Runs"), m_runs, Qt::BottomDockWidgetArea}});
  m_actions.fillMenuBar(*menuBar(), m_datasets, m_recentWeights, m_docks->toggleActions());
  statusBar()->setSizeGripEnabled(false);
}

void MainWindow::connectFiles() {
  connect(m_actions.openFolder, &QAction::triggered, this,
          [this] { openFolder(chooseDataFolder(*this, m_settings.dataFolder())); });
  connect(m_actions.openWeights, &QAction::triggered, this,
          [this] { openWeights(chooseWeightsToOpen(*this)); });
  connect(m_actions.saveWeights, &QAction::triggered, this, &MainWindow::openExport);
  connect(&m_recentWeights, &WeightsMenu::fileChosen, this, &MainWindow::openWeights);
  connect(m_actions.savePicture, &QAction::triggered, this, &MainWindow::askForPicture);
  connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);

  connect(&m_datasets, &DatasetMenu::folderChosen, this, &MainWindow::openFolder);
  auto* drop = new FileDrop(*this);
  connect(drop, &FileDrop::folderDropped, this, &MainWindow::openFolder);
  connect(drop, &FileDrop::weightsDropped, this, &MainWindow::openWeights);
  connect(drop, &FileDrop::runsDropped, this, [this](const QStringList& files) {
    const bool isGrowing = files.size() == 1 && RunFollower::isUnfinished(files.first());
    if (isGrowing && (!m_session.isActive() || m_session.isAttached()))
      followLog(files.first());
    else
      openRuns(files);
  });

  connect(&m_dataset, &DatasetChoice::named, m_settingsPanel, &SettingsPanel::setDataset);
  connect(&m_dataset, &DatasetChoice::message, this,
          [this](const QString& text) { statusBar()->showMessage(text); });
  connect(&m_dataset, &DatasetChoice::failed, this, &MainWindow::showError);
  connect(&m_dataset, &DatasetChoice::opened, this, &MainWindow::welcome);
  connect(&m_weightsFiles, &WeightsFiles::failed, this, &MainWindow::showError);
  connect(&m_weightsFiles, &WeightsFiles::saved, this, [this](const SavedFile& file) {
    const QString done =
        tr("Saved the weights after %1 steps to %2, %3")
            .arg(locale().toString(file.updates), QDir::toNativeSeparators(file.name),
                 QString::fromStdString(file.report.summary()));
    statusBar()->showMessage(done);
    if (file.overflowed)
      m_banner->showNotice(
          tr("%1. The loss overflowed right after them: they may be useless.").arg(done));
  });
  connect(m_pad, &DrawPanel::failed, this, &MainWindow::showError);
  connect(m_pad, &DrawPanel::digitChanged, m_network, &NetworkPanel::setDigit);
  connect(m_errors, &ErrorsPanel::imageChosen, this,
          [this](std::span<const std::uint8_t> pixels, const QString& caption, int label) {
            m_pad->showImage(pixels, caption, label);
            m_docks->raise(*m_pad);
          });
  connect(&m_weightsFiles, &WeightsFiles::opened, this,
          [this](const QString& file, const QString& note) {
            const QString name = QDir::toNativeSeparators(file);
            statusBar()->showMessage(
                note.isEmpty()
                    ? tr("Opened %1: the pad draws with these weights").arg(name)
                    : tr("Opened %1 (%2): the pad draws with these weights").arg(name, note));
          });
  connect(m_log, &LogPanel::failed, this, &MainWindow::showError);
}

void MainWindow::connectRun() {
  connect(m_actions.startOrPause, &QAction::triggered, &m_commands, &RunCommands::startOrPause);
  connect(m_actions.stepOnce, &QAction::triggered, &m_commands, &RunCommands::stepOnce);
  connect(m_actions.stop, &QAction::triggered, &m_commands, &RunCommands::stop);
  connect(m_actions.restart, &QAction::triggered, &m_commands, &RunCommands::restart);
  connect(m_actions.newSeed, &QAction::triggered, this, [this] {
    m_settingsPanel->setSeed(QRandomGenerator::global()->bounded(1, 1'000'000));
    m_commands.restart();
  });
  connect(m_settingsPanel, &SettingsPanel::restartWanted, &m_commands, &RunCommands::restart);
  connect(m_settingsPanel, &SettingsPanel::changed, this, [this] {
    m_commands.setConfig(m_settingsPanel->config());
    m_settings.setTrainConfig(m_settingsPanel->config());
  });
  connect(m_settingsPanel, &SettingsPanel::refused, this,
          [this](const QString& message) { statusBar()->showMessage(message); });

  connect(&m_commands, &RunCommands::starting, this, [this] {
    const engine::Dataset& dataset = *m_commands.startedDataset();
    m_banner->hide();
    statusBar()->clearMessage();  // tells of the run before
    m_settingsPanel->setStarted(*m_commands.startedConfig(), QString::fromStdString(dataset.name));
    m_log->beginRun(dataset);
    m_pad->setDataset(m_commands.startedDataset());
    m_errors->setDataset(m_commands.startedDataset());
    m_network->setDataset(m_commands.startedDataset());
  });
  connect(m_machinePanel, &MachinePanel::changed, this,
          [this] { m_settings.setMachine(m_machinePanel->words()); });
  connect(m_machinePanel, &MachinePanel::refused, this,
          [this](const QString& message) { statusBar()->showMessage(message); });

  connect(&m_commands, &RunCommands::awaitsStartChanged, this, &MainWindow::showState);
  connect(&m_session, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
    showState();
    m_actions.saveWeights->setEnabled(m_weightsFiles.canSave());
    if (state == TrainingSession::State::Finished) showResult();
  });
  connect(&m_session, &TrainingSession::weightsReady, this,
          [this] { m_actions.saveWeights->setEnabled(m_weightsFiles.canSave()); });
  connect(&m_session, &TrainingSession::failed, this, &MainWindow::showError);
  connect(&m_session, &TrainingSession::checkpointFailed, this, &MainWindow::showError);
  connect(m_unfinished, &UnfinishedRunOffer::failed, this, &MainWindow::showError);
  connect(m_unfinished, &UnfinishedRunOffer::nothingToAsk, this, &MainWindow::offerKeptWeights);
  connect(m_unfinished, &UnfinishedRunOffer::settingsRestored, this,
          [this](const engine::TrainConfig& config) {
            m_settingsPanel->setConfig(config);
            m_commands.setConfig(m_settingsPanel->config());
            m_settings.setTrainConfig(m_settingsPanel->config());
          });
  for (QAction* choice : m_actions.autosave->actions())
    choice->setChecked(choice->data().toInt() == m_settings.autosaveMinutes());
  connect(m_actions.autosave, &QActionGroup::triggered, this, [this](QAction* choice) {
    m_settings.setAutosaveMinutes(choice->data().toInt());
    m_unfinished->setAutosaveMinutes(choice->data().toInt());
  });
  m_actions.saveWeights->setEnabled(false);
}

void MainWindow::connectRuns() {
  new RunFlags(m_session.model(), m_credits, m_axes, this);
  connect(m_actions.openRuns, &QAction::triggered, this,
          [this] { openRuns(chooseRunsToOpen(*this)); });
  connect(m_actions.addArticle, &QAction::triggered, this, &MainWindow::addArticle);
  connect(m_actions.saveRun, &QAction::triggered, this, &MainWindow::askForRunFile);
  connect(m_actions.saveReport, &QAction::triggered, this,
          [this] { saveReport(chooseReportTarget(*this)); });
  connect(m_runs, &RunsPanel::failed, this, &MainWindow::showError);
  connect(m_runs, &RunsPanel::message, this,
          [this](const QString& text) { statusBar()->showMessage(text); });
  const auto showState = [this] {
    const bool hasSteps = !m_session.model().steps().empty();
    m_actions.saveRun->setEnabled(hasSteps);
    m_actions.saveReport->setEnabled(hasSteps);
  };
  connect(&m_session.model(), &RunModel::grew, this, showState);
  connect(&m_session.model(), &RunModel::started, this, showState);
  showState();
}

void MainWindow::connectFollower() {
  connect(m_actions.followLog, &QAction::triggered, this,
          [this] { followLog(chooseLogToFollow(*this)); });
  connect(m_actions.stopFollowing, &QAction::triggered, &m_follower, &RunFollower::stop);
  // A run of this computer takes the place of the one that was watched.
  connect(&m_commands, &RunCommands::starting, &m_follower, [this] {
    if (m_session.isAttached()) m_follower.stop();
  });
  connect(&m_follower, &RunFollower::began, this,
          [this] { m_actions.stopFollowing->setEnabled(true); });
  connect(&m_follower, &RunFollower::message, this,
          [this](const QString& text) { statusBar()->showMessage(text); });
  connect(&m_follower, &RunFollower::ended, this, [this](const QString& text) {
    m_actions.stopFollowing->setEnabled(false);
    if (!text.isEmpty()) statusBar()->showMessage(text);
  });
  connect(&m_follower, &RunFollower::failed, this, &MainWindow::showError);
  m_creditPanel->setTarget({m_settings.creditInstance(), m_settings.creditRegion()});
  connect(m_creditPanel, &CreditPanel::targetChanged, this, [this] {
    const CreditTarget& target = m_creditPanel->target();
    m_settings.setCreditInstance(target.instance, target.region);
  });
}

void MainWindow::connectView() {
  connect(m_actions.theme, &QActionGroup::triggered, this, [this](QAction* choice) {
    const auto theme = static_cast<Theme>(choice->data().toInt());
    m_settings.setTheme(theme);
    applyTheme(theme);
  });
  setTheme(m_settings.theme());

  connect(m_actions.xAxis, &QActionGroup::triggered, this, [this](QAction* choice) {
    m_settings.setXAxis(choice->data().toInt());
    m_axes.setXAxis(static_cast<XAxis>(choice->data().toInt()));
  });
  m_actions.xAxis->actions()
      .value(m_settings.xAxis(), m_actions.xAxis->actions().first())
      ->trigger();

  connect(m_actions.cloudWatch, &QAction::toggled, this, [this](bool cloudWatch) {
    m_settings.setCloudWatch(cloudWatch);
    m_creditCharts->setCloudWatch(cloudWatch);
  });
  m_actions.cloudWatch->setChecked(m_settings.cloudWatch());

  connect(m_actions.fullScreen, &QAction::triggered, this,
          [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  connect(m_actions.resetLayout, &QAction::triggered, this, [this] { m_docks->reset(); });
  connect(m_actions.about, &QAction::triggered, this,
          [this] { showAbout(*this, m_session.model()); });
  const auto open = [](QDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
  };
  connect(m_actions.machine, &QAction::triggered, this,
          [this, open] { open(new MachineDialog({}, this)); });
  connect(m_actions.planner, &QAction::triggered, this,
          [this, open] { open(new PlannerDialog({.threads = 1, .seconds = 3}, this)); });
  connect(m_actions.alexnet, &QAction::triggered, this,
          [this, open] { open(new AlexnetDialog(this)); });
  connect(m_actions.shortcuts, &QAction::triggered, this,
          [this] { showShortcuts(*this, QWidget::actions()); });
  connect(m_actions.numbers, &QAction::triggered, this, [this] { showNumbers(*this); });
}

void MainWindow::openFolder(const QString& folder) {
  if (!folder.isEmpty()) m_dataset.open(folder);
}

void MainWindow::openWeights(const QString& file) {
  if (!file.isEmpty()) m_weightsFiles.open(file);
}

void MainWindow::openRuns(const QStringList& files) {
  if (files.isEmpty()) return;
  m_docks->raise(*m_runs);
  m_runs->open(files);
}

void MainWindow::followLog(const QString& file) {
  if (!file.isEmpty()) m_follower.follow(file);
}

void MainWindow::addArticle() {
  m_docks->raise(*m_runs);
  m_runs->addArticle();
}

void MainWindow::askForRunFile() {
  const QString file = chooseRunTarget(*this);
  if (file.isEmpty()) return;
  try {
    saveRun(m_session.model().record(), file);
    statusBar()->showMessage(tr("Saved the run to %1").arg(QDir::toNativeSeparators(file)));
  } catch (const std::exception& error) {
    showError(QString::fromUtf8(error.what()));
  }
}

void MainWindow::saveReport(const QString& file) {
  if (file.isEmpty()) return;
  const auto dataset = m_commands.startedDataset();
  auto* report = new RunReport(m_session.model(), m_credits,
                               dataset ? QString::fromStdString(dataset->name) : QString(), this);
  const auto end = [this, report](const QString& text) {
    statusBar()->showMessage(text);
    report->deleteLater();
  };
  connect(report, &RunReport::progressed, this, [this](int percent) {
    statusBar()->showMessage(tr("Drawing the report, %1 %").arg(percent));
  });
  connect(report, &RunReport::saved, this, [end](const QString& path) {
    end(tr("Saved the report to %1").arg(QDir::toNativeSeparators(path)));
  });
  connect(report, &RunReport::failed, this, [this, end](const QString& message) {
    end({});
    showError(message);
  });
  report->save(file);
}

void MainWindow::openExport() {
  auto* dialog = new ExportDialog(m_weightsFiles, m_session, m_settings, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setModal(true);
  dialog->show();
}

void MainWindow::offerKeptWeights() {
  for (const Settings::KeptWeights& kept : m_settings.keptWeights())
    if (QFile::exists(kept.file)) return offerKept(kept);
}

void MainWindow::offerKept(const Settings::KeptWeights& kept) {
  const auto draw = [this, kept] { m_weightsFiles.open(kept.file, kept.updates); };
  const auto save = [this, kept] { saveKept(kept); };
  const auto forget = [this, kept] {
    auto others = m_settings.keptWeights();
    others.removeIf([&](const auto& other) { return other.file == kept.file; });
    m_settings.setKeptWeights(others);
    offerKeptWeights();
  };
  m_banner->showNotice(
      tr("A run was closed before its weights were saved. They are kept (step %1):")
          .arg(locale().toString(kept.updates)),
      {{tr("Draw with them"), draw}, {tr("Save as..."), save}}, forget);
}

void MainWindow::saveKept(const Settings::KeptWeights& kept) {
  const QString file = chooseWeightsTarget(*this, QStringLiteral("weights.npz"));
  if (file.isEmpty()) return offerKept(kept);
  m_weightsFiles.saveKept(kept.file, file);
}

void MainWindow::keepRuns() {
  m_unfinished->begin(m_settings.autosaveMinutes());
}

void MainWindow::setTheme(Theme theme) {
  m_actions.theme->actions().at(static_cast<int>(theme))->setChecked(true);
  applyTheme(theme);
}

void MainWindow::savePicture(const QString& file) {
  m_trainingCharts->refresh();
  m_creditCharts->refresh();
  m_creditPanel->live().refresh();
  saveWindowPicture(*this, file);
}

bool MainWindow::event(QEvent* event) {
  // Comes here where the widget in focus did not claim the key itself.
  if (event->type() == QEvent::ShortcutOverride && focusNeedsKey(static_cast<QKeyEvent&>(*event)))
    event->accept();
  return QMainWindow::event(event);
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::WindowStateChange) m_actions.fullScreen->setChecked(isFullScreen());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_settings.setWindowLayout(m_docks->save());
  try {
    m_session.halt();
    // A run that can be resumed has its weights with it.
    if (m_session.checkpointSteps() < 0 || m_session.checkpointSteps() != m_session.updates())
      m_weightsFiles.keepUnsaved();
  } catch (const std::exception& error) {
    // Nobody is left to read a banner.
    qWarning("%s", error.what());
  }
  QMainWindow::closeEvent(event);
}

void MainWindow::welcome(std::shared_ptr<const engine::Dataset> dataset) {
  QStringList warnings;
  for (const std::string& warning : dataset->warnings) warnings += QString::fromStdString(warning);
  if (!warnings.isEmpty()) m_banner->showNotice(warnings.join(QLatin1Char('\n')));
  if (m_session.isActive()) return;
  m_pad->setDataset(dataset);
  m_errors->setDataset(dataset);
  m_network->setDataset(dataset);
}

void MainWindow::showError(const QString& message) {
  m_banner->showError(message);
  emit problem(message);
}

void MainWindow::showState() {
  m_actions.showState(m_session.state(), m_commands.awaitsStart(), m_session.isAttached());
}

void MainWindow::showResult() {
  const engine::RunFinished& result = *m_session.model().result();
  if (result.reason == engine::StopReason::NonFinite) showError(nonFiniteText(result));
  statusBar()->showMessage(resultText(result));
}

void MainWindow::askForPicture() {
  const QString file = choosePictureTarget(*this);
  if (file.isEmpty()) return;
  try {
    savePicture(file);
    statusBar()->showMessage(tr("Saved the picture to %1").arg(QDir::toNativeSeparators(file)));
  } catch (const std::exception& error) {
    showError(QString::fromUtf8(error.what()));
  }
}

}  // namespace ui
