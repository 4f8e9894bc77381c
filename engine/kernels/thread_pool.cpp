#include "engine/kernels/thread_pool.h"

#include <sched.h>

#include <algorithm>
#include <exception>
#include <string>

#include "engine/error.h"

namespace engine {

ThreadPool::ThreadPool(int size) {
  try {
    for (int worker = 1; worker < size; ++worker)
      m_workers.emplace_back([this, worker] { work(worker); });
  } catch (const std::exception&) {
    dismiss();
    throw Error("The system starts only " + std::to_string(this->size()) + " of " +
                std::to_string(size) + " threads. Choose fewer threads.");
  }
}

ThreadPool::~ThreadPool() {
  dismiss();
}

void ThreadPool::dismiss() {
  m_quit = true;
  m_calls.fetch_add(1, std::memory_order_release);
  m_calls.notify_all();
  for (std::thread& worker : m_workers) worker.join();
}

void ThreadPool::runAll(int tasks, const void* task, Call call) {
  m_task = task;
  m_call = call;
  m_tasks = tasks;
  const int helpers = std::min(size(), tasks) - 1;
  if (helpers > 0) {
    m_busy.store(static_cast<int>(m_workers.size()), std::memory_order_relaxed);
    m_calls.fetch_add(1, std::memory_order_release);
    m_calls.notify_all();
  }
  runShare(0);
  if (helpers > 0)
    for (int busy; (busy = m_busy.load(std::memory_order_acquire)) != 0;) m_busy.wait(busy);
}

void ThreadPool::work(int worker) {
  std::uint32_t seen = 0;
  for (;;) {
    m_calls.wait(seen, std::memory_order_acquire);
    ++seen;
    if (m_quit) return;
    runShare(worker);
    if (m_busy.fetch_sub(1, std::memory_order_acq_rel) == 1) m_busy.notify_one();
  }
}

void ThreadPool::runShare(int worker) const {
  const int team = std::min(size(), m_tasks);
  if (worker >= team) return;
  for (int task = m_tasks * worker / team; task < m_tasks * (worker + 1) / team; ++task)
    m_call(m_task, task, worker);
}

int availableCpus() {
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof cpus, &cpus) == 0) return std::max(1, CPU_COUNT(&cpus));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int usefulThreads() {
  return std::min(availableCpus(), kParallelParts);
}

}  // namespace engine
