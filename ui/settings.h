#pragma once

#include <QByteArray>
#include <QList>
#include <QSettings>
#include <QStringList>
#include <optional>

#include "engine/train/train_config.h"
#include "ui/theme.h"

namespace ui {

/// What the program remembers from one start to the next, in an ini file. A value that is missing
/// or makes no sense reads as its default.
class Settings {
 public:
  /// The user's own file.
  Settings();
  /// Another file, for tests.
  explicit Settings(const QString& file);

  engine::TrainConfig trainConfig() const;
  void setTrainConfig(const engine::TrainConfig& config);

  Theme theme() const;
  void setTheme(Theme theme);

  /// Position of the chosen x axis in the View menu.
  int xAxis() const;
  void setXAxis(int index);

  /// The simulated machine; see MachinePanel::words().
  QStringList machine() const;
  void setMachine(const QStringList& words);
  /// Whether the credit charts show what CloudWatch would.
  QString creditInstance() const;  ///< watched last
  QString creditRegion() const;
  void setCreditInstance(const QString& instance, const QString& region);
  bool cloudWatch() const;
  void setCloudWatch(bool cloudWatch);

  /// The folder of the data set that is loaded at the next start; empty if none was chosen yet.
  QString dataFolder() const;
  void setDataFolder(const QString& folder);  ///< also the first of recentFolders()
  /// Folders that were opened, the latest first, at most kRecentFolders.
  static constexpr int kRecentFolders = 8;
  QStringList recentFolders() const;
  void clearRecentFolders();

  /// Where the user's own drawings are kept: with the program's data or, with another settings
  /// file, beside it.
  const QString& drawingsFolder() const { return m_drawingsFolder; }

  /// Minutes from one checkpoint of a run to the next.
  int autosaveMinutes() const;
  void setAutosaveMinutes(int minutes);

  struct WindowLayout {
    QByteArray geometry;
    QByteArray docks;
  };
  WindowLayout windowLayout() const;
  void setWindowLayout(const WindowLayout& layout);

  /// Weights that were kept when the window closed on them.
  struct KeptWeights {
    QString file;
    qint64 updates = 0;
  };
  QList<KeptWeights> keptWeights() const;  ///< that of the most updates first
  void setKeptWeights(const QList<KeptWeights>& kept);
  /// Where they lie: with the user's data, or beside another file of settings.
  QString keptFolder() const;

  /// Files of weights that were opened or saved, the latest first, at most kRecentFiles.
  static constexpr int kRecentFiles = 8;
  QStringList recentWeights() const;
  void addRecentWeights(const QString& file);
  void clearRecentWeights();

 private:
  QSettings m_store;
  QString m_drawingsFolder;
  const bool m_isUsers = true;
};

}  // namespace ui
