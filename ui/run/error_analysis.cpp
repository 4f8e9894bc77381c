#include "ui/run/error_analysis.h"

#include <QThread>
#include <algorithm>
#include <atomic>
#include <utility>

#include "engine/nn/network.h"

namespace ui {

struct ErrorAnalysis::Job {
  std::atomic<bool> givenUp = false;
  std::shared_ptr<const engine::Weights> weights;
  // Written by the classifying thread, read when it has finished.
  AnalysedImages result;
  QString error;

  void work() {
    try {
      // One thread: what trains at the same time should hardly notice.
      engine::ThreadPool pool(1);
      engine::Network network(engine::sampleLenet(), engine::selectKernels(), pool, 64);
      network.setWeights(*weights);
      const engine::LabeledImages& images = result.images();
      result.predictions = engine::predictAll(network, images, [this] { return givenUp.load(); });
      result.confusion = engine::confusionOf(result.predictions, images.labels);
      if (result.split == Split::Test) result.labelErrors = engine::labelErrorsOf(*result.dataset);
    } catch (const std::exception& failure) {
      error = QString::fromUtf8(failure.what());
    }
  }
};

const engine::LabeledImages& AnalysedImages::images() const {
  return split == Split::Test ? dataset->test : dataset->validation;
}

qint64 AnalysedImages::wrong() const {
  qint64 right = 0;
  for (std::size_t c = 0; c < engine::kClassCount; ++c) right += confusion[c][c];
  return static_cast<qint64>(predictions.size()) - right;
}

const engine::LabelError* AnalysedImages::labelError(std::size_t index) const {
  const auto found =
      std::ranges::find(labelErrors, static_cast<std::int64_t>(index), &engine::LabelError::index);
  return found == labelErrors.end() ? nullptr : &*found;
}

ErrorAnalysis::ErrorAnalysis(QObject* parent) : QObject(parent) {}

ErrorAnalysis::~ErrorAnalysis() {
  cancel();
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

void ErrorAnalysis::start(std::shared_ptr<const engine::Dataset> dataset, Split split,
                          std::shared_ptr<const engine::Weights> weights, qint64 updates) {
  cancel();
  const auto job = std::make_shared<Job>();
  job->weights = std::move(weights);
  job->result.dataset = std::move(dataset);
  job->result.split = split;
  job->result.updates = updates;
  m_job = job;
  QThread* thread = QThread::create([job] { job->work(); });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("error analysis"));
  connect(thread, &QThread::finished, thread, &QObject::deleteLater);
  connect(thread, &QThread::finished, this, [this, job] { take(job); });
  thread->start(QThread::LowPriority);
}

void ErrorAnalysis::cancel() {
  if (const auto job = std::exchange(m_job, nullptr)) job->givenUp = true;
}

void ErrorAnalysis::take(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;
  m_job = nullptr;
  if (!job->error.isEmpty())
    emit failed(job->error);
  else
    emit finished(std::shared_ptr<const AnalysedImages>(job, &job->result));
}

}  // namespace ui
