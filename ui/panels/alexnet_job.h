#pragma once

#include <QCoreApplication>
#include <QString>
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/bench/alexnet_batch.h"
#include "engine/bench/alexnet_benchmark.h"

namespace ui {

/// A benchmark on a thread of its own. Whoever shows it asks for the news.
class AlexnetJob : private engine::AlexnetObserver {
  Q_DECLARE_TR_FUNCTIONS(ui::AlexnetJob)

 public:
  AlexnetJob(engine::AlexnetConfig config, int batches);

  /// Blocks until the benchmark is done, cancelled or has failed.
  void run();

  // From any thread.

  void cancel() { m_cancelled = true; }
  bool isCancelled() const { return m_cancelled; }

  struct News {
    int done = 0, total = 1;                  ///< batches of both kinds
    std::optional<engine::AlexnetStep> step;  ///< the last one
    double secondsLeft = 0;
    std::vector<engine::StageSpeed> layers;
    std::vector<engine::AlexnetSummary> summaries;  ///< of the kinds that are done
    QString kernels;                                ///< "AVX-512, Winograd convolution"
    int threads = 0;
    QString error;
  };
  News news() const;

  int batchSize() const { return m_config.batchSize; }
  int batches() const { return m_batches; }

 private:
  void stepDone(const engine::AlexnetStep& step) override;
  void taskDone(const engine::AlexnetSummary& summary) override;
  bool goesOn() override { return !m_cancelled; }

  const engine::AlexnetConfig m_config;
  const int m_batches;
  std::atomic<bool> m_cancelled = false;
  std::optional<engine::AlexnetBatch> m_batch;
  engine::AlexnetProgress m_progress;
  mutable std::mutex m_mutex;
  News m_news;
};

}  // namespace ui
