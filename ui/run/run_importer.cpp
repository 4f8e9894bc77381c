#include "ui/run/run_importer.h"

#include <QFile>
#include <QThread>
#include <atomic>
#include <exception>

namespace ui {

struct RunImporter::Job {
  explicit Job(QString path) : file(std::move(path)) {}

  const QString file;
  std::atomic<bool> givenUp = false;
  // Written by the reading thread, read when it has finished.
  std::shared_ptr<const engine::RunFile> result;
  QString error;

  template <typename Tell>
  void read(const Tell& tell) {
    try {
      int told = -1;
      result = std::make_shared<const engine::RunFile>(
          engine::readRuns(QFile::encodeName(file).toStdString(), {}, [&](double share) {
            if (const int percent = static_cast<int>(100 * share); percent != told)
              tell(told = percent);
            return !givenUp;
          }));
    } catch (const std::exception& failure) {
      error = QString::fromUtf8(failure.what());
    }
  }
};

RunImporter::~RunImporter() {
  cancel();
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

void RunImporter::read(const QStringList& files) {
  m_waiting += files;
  if (!m_job) next();
}

void RunImporter::cancel() {
  m_waiting.clear();
  if (!m_job) return;
  m_job->givenUp = true;
  m_job.reset();
  emit idle();
}

void RunImporter::next() {
  if (m_waiting.isEmpty()) {
    emit idle();
    return;
  }
  m_job = std::make_shared<Job>(m_waiting.takeFirst());
  QThread* thread = QThread::create([this, job = m_job] {
    job->read([this, &job](int percent) {
      QMetaObject::invokeMethod(
          this,
          [this, job, percent] {
            if (job == m_job) emit progressed(job->file, percent);
          },
          Qt::QueuedConnection);
    });
  });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("importing"));
  connect(thread, &QThread::finished, this, [this, thread, job = m_job] {
    thread->deleteLater();
    finish(job);
  });
  thread->start();
}

void RunImporter::finish(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;
  m_job.reset();
  if (job->result)
    emit imported(job->result, job->file);
  else
    emit failed(job->error);
  if (!m_job) next();
}

}  // namespace ui
