#pragma once

#include <QMainWindow>
#include <memory>

#include "engine/credits/instance_catalogue.h"
#include "ui/charts/linked_axes.h"
#include "ui/dataset_menu.h"
#include "ui/run/credit_session.h"
#include "ui/run/dataset_choice.h"
#include "ui/run/ghost_runs.h"
#include "ui/run/run_commands.h"
#include "ui/run/run_follower.h"
#include "ui/run/training_session.h"
#include "ui/run/weights_files.h"
#include "ui/settings.h"
#include "ui/unfinished_run_offer.h"
#include "ui/weights_menu.h"
#include "ui/window_actions.h"

namespace ui {

class Banner;
class CreditCharts;
class CreditPanel;
class DockLayout;
class DrawPanel;
class ErrorsPanel;
class GhostCurves;
class LogPanel;
class MachinePanel;
class NetworkPanel;
class RunsPanel;
class SettingsPanel;
class TrainingCharts;

/// Puts the parts together and carries news between them; each part knows its own business.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// settings must outlive the window. Throws engine::Error if the instance catalogue cannot be
  /// read.
  explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  TrainingSession& session() { return m_session; }
  RunCommands& commands() { return m_commands; }
  CreditPanel& credits() { return *m_creditPanel; }
  RunFollower& follower() { return m_follower; }
  const WindowActions& actions() const { return m_actions; }

  /// Loads a data-set folder in the background, for the next start.
  void openFolder(const QString& folder);
  void openUsualFolder() { m_dataset.openUsual(); }
  void openWeights(const QString& file);
  /// Reads logs or tables in the background and shows their runs beside the present one.
  void openRuns(const QStringList& files);
  /// Follows a log while it is written; "-": the standard input. See RunFollower.
  void followLog(const QString& file);
  void addArticle();
  /// Draws the present run and saves it as PDF, in pieces; the end is told in the status bar.
  void saveReport(const QString& file);
  /// Tells of weights that were kept when the window closed, if there are any: at every start until
  /// they are saved, the message is closed or more work takes their place.
  void offerKeptWeights();
  /// From now on every run is kept in a file until it is finished. Asks what is to become of those
  /// that were interrupted; where there is none, tells of kept weights.
  void keepRuns();
  void setTheme(Theme theme);
  /// With the charts as of this moment. Throws engine::Error.
  void savePicture(const QString& file);

 signals:
  /// What the banner shows as an error.
  void problem(const QString& message);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildWindow();
  void connectFiles();
  void connectRun();
  void connectRuns();
  void connectFollower();
  void connectView();
  void openExport();
  void offerKept(const Settings::KeptWeights& kept);
  void saveKept(const Settings::KeptWeights& kept);
  void welcome(std::shared_ptr<const engine::Dataset> dataset);
  void showError(const QString& message);
  void showResult();
  void showState();
  void askForPicture();
  void askForRunFile();

  Settings& m_settings;
  TrainingSession m_session;
  RunCommands m_commands;
  WeightsFiles m_weightsFiles;
  DatasetChoice m_dataset;
  const engine::InstanceCatalogue m_catalogue = engine::InstanceCatalogue::bundled();
  CreditSession m_credits;  // before the axes, so that its times are there when they change
  LinkedAxes m_axes;
  GhostRuns m_ghosts;
  RunFollower m_follower;
  WindowActions m_actions;
  DatasetMenu m_datasets;
  WeightsMenu m_recentWeights;

  // Children of the window.
  Banner* m_banner;
  UnfinishedRunOffer* m_unfinished;
  TrainingCharts* m_trainingCharts;
  CreditCharts* m_creditCharts;
  CreditPanel* m_creditPanel;
  GhostCurves* m_ghostCurves;
  RunsPanel* m_runs;
  SettingsPanel* m_settingsPanel;
  MachinePanel* m_machinePanel;
  NetworkPanel* m_network;
  DrawPanel* m_pad;
  ErrorsPanel* m_errors;
  LogPanel* m_log;
  std::unique_ptr<DockLayout> m_docks;
};

}  // namespace ui
