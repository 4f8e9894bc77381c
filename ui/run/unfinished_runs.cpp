#include "ui/run/unfinished_runs.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QThread>
#include <exception>

#include "engine/train/sections.h"
#include "ui/run/paths.h"

namespace ui {

struct UnfinishedRuns::Reading {
  QString file;
  std::shared_ptr<const engine::Checkpoint> checkpoint;
  QString warning;
  QString fault;
  bool isNewer = false;

  void read() {
    try {
      engine::LoadedCheckpoint loaded = engine::readCheckpoint(toPath(file));
      warning = QString::fromStdString(loaded.warning);
      checkpoint = std::make_shared<const engine::Checkpoint>(std::move(loaded.checkpoint));
    } catch (const engine::NewerFormatError& error) {
      isNewer = true;
      fault = QString::fromUtf8(error.what());
    } catch (const std::exception& error) {
      fault = QString::fromUtf8(error.what());
    }
  }
};

UnfinishedRuns::UnfinishedRuns(QObject* parent) : QObject(parent) {}

UnfinishedRuns::~UnfinishedRuns() {
  if (m_thread) m_thread->wait();
}

QString UnfinishedRuns::folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
         QStringLiteral("/runs");
}

bool UnfinishedRuns::lock(const QString& file) {
  auto lock = std::make_unique<QLockFile>(file + QStringLiteral(".lock"));
  lock->setStaleLockTime(0);  // only a crash makes it stale, however long the run takes
  if (!lock->tryLock()) return false;
  m_locks[file] = std::move(lock);
  return true;
}

QString UnfinishedRuns::claim() {
  if (!QDir().mkpath(folder())) return {};
  constexpr int kMostFiles = 1000;
  for (int number = 1; number <= kMostFiles; ++number) {
    const QString file = QStringLiteral("%1/run-%2.checkpoint").arg(folder()).arg(number);
    // Looked at again under the lock: another window may have begun a run there in between.
    if (!m_locks.contains(file) && !QFile::exists(file) &&
        !QFile::exists(file + QLatin1Char('~')) && lock(file)) {
      if (!QFile::exists(file)) return file;
      m_locks.erase(file);
    }
  }
  return {};
}

void UnfinishedRuns::look() {
  if (m_thread) return;
  const QDir runs(folder());
  for (const QString& name :
       runs.entryList({QStringLiteral("run-*.checkpoint"), QStringLiteral("run-*.checkpoint~")},
                      QDir::Files, QDir::Time)) {
    QString file = runs.filePath(name);
    if (file.endsWith(QLatin1Char('~'))) file.chop(1);
    if (m_locks.contains(file) || !lock(file)) continue;
    auto reading = std::make_shared<Reading>();
    reading->file = file;
    m_thread = QThread::create([reading] { reading->read(); });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, [this, reading] {
      m_thread->deleteLater();
      m_thread = nullptr;
      finish(*reading);
    });
    m_thread->start();
    return;
  }
  emit none();
}

void UnfinishedRuns::finish(Reading& reading) {
  if (reading.checkpoint) {
    emit found(reading.file, reading.checkpoint, reading.warning);
    return;
  }
  if (reading.isNewer) {
    m_locks.erase(reading.file);
    emit damaged(
        tr("The unfinished run of the last time cannot be resumed: %1").arg(reading.fault));
    return;
  }
  const QString aside = reading.file + QStringLiteral(".unreadable");
  QFile::remove(aside);
  QFile::rename(reading.file, aside);
  QFile::rename(reading.file + QLatin1Char('~'), aside + QLatin1Char('~'));
  m_locks.erase(reading.file);
  emit damaged(tr("The unfinished run of the last time cannot be resumed: %1 It is kept as %2.")
                   .arg(reading.fault, QDir::toNativeSeparators(aside)));
}

void UnfinishedRuns::discard(const QString& file) {
  engine::removeCheckpoint(toPath(file));
  m_locks.erase(file);
}

}  // namespace ui
