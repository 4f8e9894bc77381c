#pragma once

#include <QObject>
#include <memory>

#include "engine/data/dataset.h"
#include "ui/run/dataset_loader.h"

namespace ui {

class RunCommands;
class Settings;

/// Which data set the next run takes: loads it in the background, hands it to the commands and
/// remembers its folder.
class DatasetChoice : public QObject {
  Q_OBJECT

 public:
  DatasetChoice(RunCommands& commands, Settings& settings, QObject* parent = nullptr);

  void open(const QString& folder);
  /// The data set of the last time, or the first that is on this computer.
  void openUsual();

 signals:
  /// The choice is now called name, a word or two; details is a longer text for a tool tip.
  void named(const QString& name, const QString& details);
  void opened(std::shared_ptr<const engine::Dataset> dataset);
  void message(const QString& text);
  void failed(const QString& message);

 private:
  void take(std::shared_ptr<const engine::Dataset> dataset, const QString& folder);
  void tellName();
  void fail(const QString& message);

  RunCommands& m_commands;
  Settings& m_settings;
  DatasetLoader m_loader;
};

}  // namespace ui
