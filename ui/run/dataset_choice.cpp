#include "ui/run/dataset_choice.h"

#include <QDir>
#include <QFile>
#include <QLocale>

#include "engine/data/dataset_folder.h"
#include "ui/run/run_commands.h"
#include "ui/settings.h"

namespace ui {

DatasetChoice::DatasetChoice(RunCommands& commands, Settings& settings, QObject* parent)
    : QObject(parent), m_commands(commands), m_settings(settings) {
  connect(&m_loader, &DatasetLoader::loaded, this, &DatasetChoice::take);
  connect(&m_loader, &DatasetLoader::failed, this, &DatasetChoice::fail);
}

void DatasetChoice::open(const QString& folder) {
  m_commands.awaitDataset();
  emit named(tr("Loading..."), QDir::toNativeSeparators(folder));
  emit message(tr("Loading %1").arg(QDir::toNativeSeparators(folder)));
  m_loader.load(folder);
}

void DatasetChoice::openUsual() {
  const QString last = m_settings.dataFolder();
  if (!last.isEmpty() && QDir(last).exists()) return open(last);
  const auto known = engine::knownDatasets();
  if (!known.empty()) return open(QFile::decodeName(known.front().folder.string().c_str()));
  fail(
      tr("The MNIST files that come with Burstlab are missing. Open a folder with the four IDX "
         "files of a data set, or install Burstlab anew."));
}

void DatasetChoice::take(std::shared_ptr<const engine::Dataset> dataset, const QString& folder) {
  m_settings.setDataFolder(folder);
  emit opened(dataset);
  m_commands.setDataset(std::move(dataset));
  tellName();
}

void DatasetChoice::tellName() {
  const auto& dataset = m_commands.dataset();
  if (!dataset) return emit named(tr("None"), tr("Choose a data set"));
  const auto count = [](const engine::LabeledImages& images) {
    return QLocale().toString(qint64{images.count()});
  };
  const QString name = QString::fromStdString(dataset->name);
  const QString sizes =
      tr("%1: %2 training, %3 validation and %4 test images")
          .arg(name, count(dataset->train), count(dataset->validation), count(dataset->test));
  emit named(name, sizes);
  emit message(sizes);
}

void DatasetChoice::fail(const QString& message) {
  m_commands.keepDataset();
  tellName();
  emit failed(message);
}

}  // namespace ui
