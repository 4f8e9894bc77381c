#include "ui/weights_menu.h"

#include <QDir>
#include <QFile>

#include "ui/settings.h"

namespace ui {

WeightsMenu::WeightsMenu(Settings& settings, QWidget* parent)
    : QMenu(tr("&Recent weights"), parent), m_settings(settings) {
  connect(this, &QMenu::aboutToShow, this, &WeightsMenu::fill);
  fill();
}

void WeightsMenu::fill() {
  clear();
  for (const QString& file : m_settings.recentWeights()) {
    // A doubled ampersand is a real one; a single one would mark a key.
    QAction* action =
        addAction(QDir::toNativeSeparators(file).replace(QLatin1Char('&'), QLatin1String("&&")));
    action->setEnabled(QFile::exists(file));
    connect(action, &QAction::triggered, this, [this, file] { emit fileChosen(file); });
  }
  if (isEmpty()) {
    addAction(tr("No file yet"))->setEnabled(false);
    return;
  }
  addSeparator();
  connect(addAction(tr("&Clear this list")), &QAction::triggered, this,
          [this] { m_settings.clearRecentWeights(); });
}

}  // namespace ui
