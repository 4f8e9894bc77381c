#include "ui/panels/alexnet_job.h"

#include <exception>
#include <new>

namespace ui {

AlexnetJob::AlexnetJob(engine::AlexnetConfig config, int batches)
    : m_config(std::move(config)), m_batches(batches), m_progress(batches) {
  m_news.total = m_progress.total();
}

void AlexnetJob::run() {
  QString error;
  try {
    m_batch.emplace(m_config, engine::steadyClock(), &m_cancelled);
    {
      const std::lock_guard lock(m_mutex);
      m_news.kernels = QString::fromUtf8(m_batch->kernels().description);
      m_news.threads = m_batch->threads();
    }
    engine::runAlexnet(
        m_batches, [this](engine::AlexnetTask task) { return m_batch->run(task).wall; }, *this);
  } catch (const std::bad_alloc&) {
    error = tr("There is not enough memory. A smaller batch or fewer threads need less.");
  } catch (const std::exception& failure) {
    error = QString::fromUtf8(failure.what());
  }
  m_batch.reset();
  const std::lock_guard lock(m_mutex);
  m_news.error = error;
}

AlexnetJob::News AlexnetJob::news() const {
  const std::lock_guard lock(m_mutex);
  return m_news;
}

void AlexnetJob::stepDone(const engine::AlexnetStep& step) {
  if (m_cancelled) return;  // the batch was cut short
  m_progress.add(step);
  auto layers = m_batch->speeds();
  const std::lock_guard lock(m_mutex);
  m_news.done = m_progress.done();
  m_news.step = step;
  m_news.secondsLeft = m_progress.secondsLeft();
  m_news.layers = std::move(layers);
}

void AlexnetJob::taskDone(const engine::AlexnetSummary& summary) {
  if (m_cancelled) return;
  const std::lock_guard lock(m_mutex);
  m_news.summaries.push_back(summary);
}

}  // namespace ui
