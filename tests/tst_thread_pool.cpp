#include <sys/resource.h>

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "engine/clock.h"
#include "engine/kernels/thread_pool.h"
#include "error_message.h"

using engine::ThreadPool;

namespace {

// Which worker did each task; -1 where a task was left out, -2 where it was done twice.
std::vector<int> workersOf(ThreadPool& pool, int tasks) {
  std::vector<int> workers(std::size_t(tasks), -1);
  pool.run(tasks, [&](int task, int worker) {
    int& entry = workers[std::size_t(task)];
    entry = entry == -1 ? worker : -2;
  });
  return workers;
}

}  // namespace

class ThreadPoolTest : public QObject {
  Q_OBJECT

 private slots:
  void everyTaskOnceInAStaticSplit_data();
  void everyTaskOnceInAStaticSplit();
  void smallWorkStaysWithTheCaller();
  void workersAreThreadsOfTheirOwn();
  void resultsAreVisibleAfterEachOfManyCalls();
  void poolsComeAndGo();
  void idleWorkersSleep();
  void systemThatStartsTooFew();
  void atLeastOneCpu();
};

void ThreadPoolTest::everyTaskOnceInAStaticSplit_data() {
  QTest::addColumn<int>("size");
  QTest::addColumn<int>("tasks");
  for (const int size : {1, 2, 3, 8})
    for (const int tasks : {0, 1, 2, 7, 8, 64})
      QTest::addRow("%d threads, %d tasks", size, tasks) << size << tasks;
}

void ThreadPoolTest::everyTaskOnceInAStaticSplit() {
  QFETCH(int, size);
  QFETCH(int, tasks);
  ThreadPool pool(size);
  QCOMPARE(pool.size(), size);
  const std::vector<int> workers = workersOf(pool, tasks);
  std::vector<int> share(std::size_t(size), 0);
  for (const int worker : workers) {
    QVERIFY2(worker >= 0 && worker < size, "a task was left out, repeated, or misattributed");
    ++share[std::size_t(worker)];
  }
  QVERIFY2(std::is_sorted(workers.begin(), workers.end()), "a worker's tasks are contiguous");
  if (tasks > 0) {
    const auto used = share.begin() + std::min(size, tasks);
    const auto [least, most] = std::minmax_element(share.begin(), used);
    QVERIFY2(*least >= 1 && *most - *least <= 1, "the split is even");
  }
  for (int repeat = 0; repeat < 20; ++repeat) QVERIFY(workersOf(pool, tasks) == workers);
}

void ThreadPoolTest::smallWorkStaysWithTheCaller() {
  ThreadPool pool(4);
  std::vector<int> done;
  std::set<std::thread::id> threads;
  pool.run(
      8,
      [&](int task, int worker) {
        done.push_back(task);
        threads.insert(std::this_thread::get_id());
        QCOMPARE(worker, 0);
      },
      ThreadPool::kWorthWaking - 1);
  QCOMPARE(done, (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
  QCOMPARE(threads, std::set{std::this_thread::get_id()});
}

void ThreadPoolTest::workersAreThreadsOfTheirOwn() {
  ThreadPool pool(4);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::thread::id first;
  pool.run(4, [&](int, int worker) {
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
    if (worker == 0) first = std::this_thread::get_id();
  });
  QCOMPARE(threads.size(), std::size_t{4});
  QVERIFY2(first == std::this_thread::get_id(), "worker 0 is the caller");
}

// Plain, not atomic, memory: run() itself has to order one call after the other.
void ThreadPoolTest::resultsAreVisibleAfterEachOfManyCalls() {
  ThreadPool pool(3);
  std::vector<long> cells(8, 1);
  std::vector<long> next(8);
  for (int call = 0; call < 5000; ++call) {
    // The number of tasks changes, so that idle workers and full teams alternate.
    const int tasks = 1 + call % 8;
    pool.run(tasks, [&](int task, int) {
      const auto i = std::size_t(task);
      next[i] = (cells[i] + cells[(i + 1) % 8]) % 1'000'003;
    });
    for (int task = 0; task < tasks; ++task) {
      const auto i = std::size_t(task);
      QCOMPARE(next[i], (cells[i] + cells[(i + 1) % 8]) % 1'000'003);
    }
    std::copy_n(next.begin(), tasks, cells.begin());
  }
}

void ThreadPoolTest::poolsComeAndGo() {
  std::atomic<int> done = 0;
  for (int i = 0; i < 200; ++i) {
    ThreadPool pool(1 + i % 4);
    if (i % 3 != 0) pool.run(4, [&](int, int) { ++done; });
  }
  QCOMPARE(done.load(), 133 * 4);
}

// Spinning workers would use 7 * 0.2 CPU seconds, as far as there are CPUs.
void ThreadPoolTest::idleWorkersSleep() {
  ThreadPool pool(8);
  workersOf(pool, 8);
  const double before = engine::steadyClock().cpuSeconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  QVERIFY(engine::steadyClock().cpuSeconds() - before < 0.05);
}

// The stacks of 1000 threads, 8 MB each, do not fit into 512 MB of address space.
void ThreadPoolTest::systemThatStartsTooFew() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  QSKIP("a sanitizer needs all of the address space");
#endif
  QFile statm("/proc/self/statm");
  QVERIFY(statm.open(QIODevice::ReadOnly));
  const rlim_t inUse = statm.readAll().split(' ').first().toULongLong() * 4096;
  rlimit old{};
  QCOMPARE(getrlimit(RLIMIT_AS, &old), 0);
  rlimit tight = old;
  tight.rlim_cur = inUse + (rlim_t{512} << 20);
  QCOMPARE(setrlimit(RLIMIT_AS, &tight), 0);
  const std::string message = messageOf([] { ThreadPool(1000); });
  QCOMPARE(setrlimit(RLIMIT_AS, &old), 0);
  QVERIFY2(QString::fromStdString(message).contains(
               QRegularExpression("only \\d+ of 1000 threads\\. Choose fewer threads\\.$")),
           message.c_str());
}

void ThreadPoolTest::atLeastOneCpu() {
  QVERIFY(engine::availableCpus() >= 1);
  QVERIFY(engine::usefulThreads() >= 1 && engine::usefulThreads() <= engine::availableCpus());
}

QTEST_APPLESS_MAIN(ThreadPoolTest)
#include "tst_thread_pool.moc"
