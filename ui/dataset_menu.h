#pragma once

#include <QMenu>

namespace ui {

class Settings;

/// The data sets to choose from: those that are on this computer anyway, the folders opened lately
/// (grey where they are gone), and any other folder. Made anew each time it opens.
class DatasetMenu : public QMenu {
  Q_OBJECT

 public:
  explicit DatasetMenu(Settings& settings, QAction& openFolder, QWidget* parent = nullptr);

 signals:
  void folderChosen(const QString& folder);

 private:
  void fill();

  Settings& m_settings;
  QAction& m_openFolder;
};

}  // namespace ui
