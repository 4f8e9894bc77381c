#include "ui/dataset_menu.h"

#include <QDir>
#include <QFile>

#include "engine/data/dataset_folder.h"
#include "ui/settings.h"

namespace ui {

DatasetMenu::DatasetMenu(Settings& settings, QAction& openFolder, QWidget* parent)
    : QMenu(tr("&Data set"), parent), m_settings(settings), m_openFolder(openFolder) {
  connect(this, &QMenu::aboutToShow, this, &DatasetMenu::fill);
  fill();
}

void DatasetMenu::fill() {
  clear();
  const auto addFolder = [this](const QString& text, const QString& folder) {
    QAction* action = addAction(text);
    action->setEnabled(QDir(folder).exists());
    connect(action, &QAction::triggered, this, [this, folder] { emit folderChosen(folder); });
  };
  QStringList known;
  for (const engine::KnownDataset& dataset : engine::knownDatasets()) {
    known += QFile::decodeName(dataset.folder.string().c_str());
    addFolder(QString::fromStdString(dataset.name), known.last());
  }
  addSection(tr("Opened lately"));
  bool anyRecent = false;
  for (const QString& folder : m_settings.recentFolders()) {
    if (known.contains(folder)) continue;
    // A doubled ampersand is a real one; a single one would mark a key.
    addFolder(QDir::toNativeSeparators(folder).replace(QLatin1Char('&'), QLatin1String("&&")),
              folder);
    anyRecent = true;
  }
  if (anyRecent)
    connect(addAction(tr("&Clear this list")), &QAction::triggered, this,
            [this] { m_settings.clearRecentFolders(); });
  else
    addAction(tr("No folder yet"))->setEnabled(false);
  addSeparator();
  addAction(&m_openFolder);
}

}  // namespace ui
