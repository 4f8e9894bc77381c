#include "ui/settings.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <functional>
#include <type_traits>

#include "engine/kernels/thread_pool.h"

namespace ui {
namespace {

using engine::TrainConfig;

/// One list for reading and writing, so that the two cannot differ. Calls
/// visit(key, reference to the value, smallest, largest).
template <typename Config, typename Visit>
void visitTrainConfig(Config& config, Visit visit) {
  visit("batchSize", config.batchSize, 1, engine::kMaxBatchSize);
  visit("epochs", config.epochs, 1, 10000);
  visit("learningRate", config.learningRate, 0.0, 100.0);
  visit("weightDecay", config.weightDecay, 0.0, 1.0);
  visit("keepProbability", config.keepProbability, 0.05, 1.0);
  visit("evaluationInterval", config.evaluationInterval, 1, 100000);
  visit("threads", config.threads, 0, engine::kMaxThreads);
}

QString trainKey(const char* name) {
  return QStringLiteral("training/") + QLatin1String(name);
}

constexpr auto kSeed = "seed";
constexpr auto kShuffle = "shuffle";
constexpr auto kDistort = "distort";

}  // namespace

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("burstlab"),
              QStringLiteral("burstlab")),
      m_drawingsFolder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                       QStringLiteral("/drawings")) {}

Settings::Settings(const QString& file)
    : m_store(file, QSettings::IniFormat),
      m_drawingsFolder(QFileInfo(file).path() + QStringLiteral("/drawings")),
      m_isUsers(false) {}

TrainConfig Settings::trainConfig() const {
  TrainConfig config;
  visitTrainConfig(config, [this](const char* name, auto& value, auto smallest, auto largest) {
    using Value = std::remove_reference_t<decltype(value)>;
    bool ok = false;
    const double stored = m_store.value(trainKey(name)).toDouble(&ok);
    if (ok && stored >= smallest && stored <= largest) value = static_cast<Value>(stored);
  });
  bool ok = false;
  const quint64 seed = m_store.value(trainKey(kSeed)).toULongLong(&ok);
  if (ok) config.seed = seed;
  config.distort = m_store.value(trainKey(kDistort), config.distort).toBool();
  config.shuffle = m_store.value(trainKey(kShuffle), config.shuffle).toBool();
  return config;
}

void Settings::setTrainConfig(const TrainConfig& config) {
  visitTrainConfig(config, [this](const char* name, const auto& value, auto, auto) {
    m_store.setValue(trainKey(name), value);
  });
  m_store.setValue(trainKey(kSeed), quint64{config.seed});
  m_store.setValue(trainKey(kDistort), config.distort);
  m_store.setValue(trainKey(kShuffle), config.shuffle);
}

Theme Settings::theme() const {
  const QString name = m_store.value(QStringLiteral("view/theme")).toString();
  if (name == QLatin1String("light")) return Theme::Light;
  if (name == QLatin1String("dark")) return Theme::Dark;
  return Theme::System;
}

void Settings::setTheme(Theme theme) {
  const auto name = theme == Theme::Light  ? QStringLiteral("light")
                    : theme == Theme::Dark ? QStringLiteral("dark")
                                           : QStringLiteral("system");
  m_store.setValue(QStringLiteral("view/theme"), name);
}

int Settings::xAxis() const {
  return m_store.value(QStringLiteral("view/xAxis")).toInt();
}

void Settings::setXAxis(int index) {
  m_store.setValue(QStringLiteral("view/xAxis"), index);
}

QStringList Settings::machine() const {
  return m_store.value(QStringLiteral("machine/words")).toStringList();
}

void Settings::setMachine(const QStringList& words) {
  m_store.setValue(QStringLiteral("machine/words"), words);
}

QString Settings::creditInstance() const {
  return m_store.value(QStringLiteral("credits/instance")).toString();
}

QString Settings::creditRegion() const {
  return m_store.value(QStringLiteral("credits/region")).toString();
}

void Settings::setCreditInstance(const QString& instance, const QString& region) {
  m_store.setValue(QStringLiteral("credits/instance"), instance);
  m_store.setValue(QStringLiteral("credits/region"), region);
}

bool Settings::cloudWatch() const {
  return m_store.value(QStringLiteral("view/cloudWatch")).toBool();
}

void Settings::setCloudWatch(bool cloudWatch) {
  m_store.setValue(QStringLiteral("view/cloudWatch"), cloudWatch);
}

QStringList Settings::recentFolders() const {
  return m_store.value(QStringLiteral("data/recent")).toStringList();
}

QString Settings::dataFolder() const {
  return m_store.value(QStringLiteral("data/folder")).toString();
}

void Settings::setDataFolder(const QString& folder) {
  QStringList folders = recentFolders();
  folders.removeAll(folder);
  folders.prepend(folder);
  m_store.setValue(QStringLiteral("data/recent"), folders.mid(0, kRecentFolders));
  m_store.setValue(QStringLiteral("data/folder"), folder);
}

void Settings::clearRecentFolders() {
  m_store.remove(QStringLiteral("data/recent"));
}

int Settings::autosaveMinutes() const {
  const int minutes = m_store.value(QStringLiteral("run/autosaveMinutes")).toInt();
  return minutes >= 1 && minutes <= 1440 ? minutes : 1;
}

void Settings::setAutosaveMinutes(int minutes) {
  m_store.setValue(QStringLiteral("run/autosaveMinutes"), minutes);
}

Settings::WindowLayout Settings::windowLayout() const {
  return {m_store.value(QStringLiteral("window/geometry")).toByteArray(),
          m_store.value(QStringLiteral("window/docks")).toByteArray()};
}

void Settings::setWindowLayout(const WindowLayout& layout) {
  m_store.setValue(QStringLiteral("window/geometry"), layout.geometry);
  m_store.setValue(QStringLiteral("window/docks"), layout.docks);
}

QList<Settings::KeptWeights> Settings::keptWeights() const {
  QList<KeptWeights> kept;
  const QStringList files = m_store.value(QStringLiteral("kept/files")).toStringList();
  const QStringList updates = m_store.value(QStringLiteral("kept/updates")).toStringList();
  for (qsizetype i = 0; i < std::min(files.size(), updates.size()); ++i)
    kept += {files.at(i), updates.at(i).toLongLong()};
  std::ranges::stable_sort(kept, std::ranges::greater(), &KeptWeights::updates);
  return kept;
}

void Settings::setKeptWeights(const QList<KeptWeights>& kept) {
  QStringList files, updates;
  for (const KeptWeights& weights : kept) {
    files += weights.file;
    updates += QString::number(weights.updates);
  }
  m_store.remove(QStringLiteral("kept"));
  if (kept.isEmpty()) return;
  m_store.setValue(QStringLiteral("kept/files"), files);
  m_store.setValue(QStringLiteral("kept/updates"), updates);
}

QString Settings::keptFolder() const {
  return m_isUsers ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                   : QFileInfo(m_store.fileName()).path();
}

QStringList Settings::recentWeights() const {
  return m_store.value(QStringLiteral("weights/recent")).toStringList();
}

void Settings::addRecentWeights(const QString& file) {
  QStringList files = recentWeights();
  files.removeAll(file);
  files.prepend(file);
  m_store.setValue(QStringLiteral("weights/recent"), files.mid(0, kRecentFiles));
}

void Settings::clearRecentWeights() {
  m_store.remove(QStringLiteral("weights/recent"));
}

}  // namespace ui
