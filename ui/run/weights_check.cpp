#include "ui/run/weights_check.h"

#include <QThread>
#include <atomic>
#include <utility>

#include "engine/kernels/thread_pool.h"

namespace ui {

namespace {

constexpr int kBlock = 64;
constexpr int kRestFactor = 30;

}  // namespace

struct WeightsCheck::Job {
  std::shared_ptr<const engine::Dataset> dataset;
  std::shared_ptr<const engine::LabeledImages> drawings;
  std::shared_ptr<const engine::Weights> weights;
  std::atomic<bool> givenUp = false;
  // Written by the checking thread, read when it has finished.
  Result result;
  qint64 milliseconds = 0;

  void run() {
    QElapsedTimer time;
    time.start();
    engine::ThreadPool pool(1);
    engine::Network network(engine::sampleLenet(), engine::selectKernels(), pool, kBlock);
    network.setWeights(*weights);
    const auto abandon = [this] { return givenUp.load(); };
    if (drawings) {
      for (const engine::KnownAnswer& answer : answersTo(network, *drawings, abandon)) {
        ++result.drawings;
        result.wrongDrawings += !answer.isRight;
      }
    }
    if (dataset) {
      result.hasValidation = true;
      result.sure = engine::sureThreshold(answersTo(network, dataset->validation, abandon));
    }
    milliseconds = time.elapsed();
  }
};

WeightsCheck::WeightsCheck(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  connect(&m_rest, &QTimer::timeout, this, &WeightsCheck::begin);
}

WeightsCheck::~WeightsCheck() {
  giveUp();
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

void WeightsCheck::setValidation(std::shared_ptr<const engine::Dataset> dataset) {
  if (m_dataset == dataset) return;
  m_dataset = std::move(dataset);
  m_result.reset();
  checkAgain();
}

void WeightsCheck::setDrawings(std::shared_ptr<const engine::LabeledImages> drawings) {
  m_drawings = std::move(drawings);
  checkAgain();
}

void WeightsCheck::checkAgain() {
  if (m_weights)
    check(std::exchange(m_weights, nullptr), m_updates, true);
  else if (m_last)
    check(m_last, m_lastUpdates, true);
}

void WeightsCheck::check(std::shared_ptr<const engine::Weights> weights, qint64 updates,
                         bool isUrgent) {
  if (isUrgent) {
    giveUp();
    m_rest.stop();
  }
  m_weights = std::move(weights);
  m_updates = updates;
  if (!m_job && !m_rest.isActive()) begin();
}

void WeightsCheck::begin() {
  if (!m_weights || (!m_dataset && !m_drawings)) return;
  m_last = std::exchange(m_weights, nullptr);
  m_lastUpdates = m_updates;
  m_job = std::make_shared<Job>();
  m_job->dataset = m_dataset;
  m_job->drawings = m_drawings;
  m_job->weights = m_last;
  m_job->result.updates = m_updates;
  QThread* thread = QThread::create([job = m_job] { job->run(); });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("checking"));
  connect(thread, &QThread::finished, this, [this, thread, job = m_job] {
    thread->deleteLater();
    finish(job);
  });
  thread->start(QThread::LowPriority);
}

void WeightsCheck::giveUp() {
  if (m_job) m_job->givenUp = true;
  m_job.reset();
}

void WeightsCheck::finish(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;
  m_job.reset();
  m_result = job->result;
  m_rest.start(static_cast<int>(kRestFactor * job->milliseconds));
  emit checked();
}

}  // namespace ui
