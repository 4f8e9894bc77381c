#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace engine {

/// A fixed team for data-parallel work. Workers sleep in the kernel between two calls: spinning
/// would burn the CPU credits that this program is about.
class ThreadPool {
 public:
  /// size counts the calling thread; at least 1. Throws Error if the system does not let so many
  /// threads start.
  explicit ThreadPool(int size);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  static constexpr std::size_t kWorthWaking = 4'000'000;

  int size() const noexcept { return static_cast<int>(m_workers.size()) + 1; }

  /// Calls task(0..tasks-1, worker), 0 <= worker < size(), and returns when all are done. Worker w
  /// always gets the same contiguous range of tasks, so data that a task touches again in a later
  /// call is still in its core's cache. Results must not depend on the split: sum into one place
  /// per task, then add up in the order of the tasks. Tasks must not throw. Not reentrant.
  ///
  /// Waking a worker takes as long as about kWorthWaking multiply-adds; work that says to be
  /// smaller is done by the caller alone.
  template <typename Task>
  void run(int tasks, const Task& task, std::size_t multiplyAdds = kWorthWaking) {
    if (multiplyAdds < kWorthWaking) {
      for (int index = 0; index < tasks; ++index) task(index, 0);
      return;
    }
    runAll(tasks, &task, [](const void* self, int index, int worker) {
      (*static_cast<const Task*>(self))(index, worker);
    });
  }

 private:
  using Call = void (*)(const void* self, int index, int worker);

  void runAll(int tasks, const void* task, Call call);
  void work(int worker);
  void dismiss();
  void runShare(int worker) const;

  std::vector<std::thread> m_workers;
  const void* m_task = nullptr;
  Call m_call = nullptr;
  int m_tasks = 0;
  bool m_quit = false;
  std::atomic<std::uint32_t> m_calls{0};
  std::atomic<int> m_busy{0};
};

/// CPUs that this process may use; at least 1.
int availableCpus();

/// No run may have more threads; far more than have something to do.
inline constexpr int kMaxThreads = 64;

/// Into so many parts the batch and the layers are cut, whatever the number of threads, so that no
/// sum depends on it. More threads have nothing to do.
inline constexpr int kParallelParts = 8;

/// How many threads are worth starting here: one per CPU, but no more than the parts that the
/// network and the kernels cut their work into.
int usefulThreads();

}  // namespace engine
