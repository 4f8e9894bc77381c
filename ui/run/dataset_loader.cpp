#include "ui/run/dataset_loader.h"

#include <QFile>
#include <QThread>
#include <atomic>
#include <exception>

#include "engine/data/dataset_folder.h"

namespace ui {

struct DatasetLoader::Job {
  explicit Job(QString path) : folder(std::move(path)) {}

  const QString folder;
  std::atomic<bool> givenUp = false;
  // Written by the loading thread, read when it has finished.
  std::shared_ptr<const engine::Dataset> dataset;
  QString error;

  void read() {
    struct GivenUp {};
    try {
      const std::filesystem::path path = QFile::encodeName(folder).toStdString();
      dataset = std::make_shared<engine::Dataset>(
          engine::loadDataset(path, [this](const std::filesystem::path&) {
            if (givenUp) throw GivenUp();
          }));
    } catch (const GivenUp&) {
    } catch (const std::exception& failure) {
      error = QString::fromUtf8(failure.what());
    }
  }
};

DatasetLoader::~DatasetLoader() {
  giveUp();
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

void DatasetLoader::load(const QString& folder) {
  giveUp();
  m_job = std::make_shared<Job>(folder);
  QThread* thread = QThread::create([job = m_job] { job->read(); });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("loading"));
  connect(thread, &QThread::finished, this, [this, thread, job = m_job] {
    thread->deleteLater();
    finish(job);
  });
  thread->start();
}

void DatasetLoader::giveUp() {
  if (m_job) m_job->givenUp = true;
  m_job.reset();
}

void DatasetLoader::finish(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;
  m_job.reset();
  if (job->dataset)
    emit loaded(job->dataset, job->folder);
  else
    emit failed(job->error);
}

}  // namespace ui
