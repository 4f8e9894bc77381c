#pragma once

#include <QObject>
#include <functional>

namespace ui {

/// Does one piece of work at a time on a thread of its own. All members are called on the thread
/// that made it; the destructor waits for the work.
class Worker : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  ~Worker() override { wait(); }

  bool isBusy() const { return m_busy; }
  /// Calls work on the other thread, which must not throw, and then back here. Only while not busy.
  void start(std::function<void()> work, std::function<void()> then);
  /// Waits for the work and calls then now.
  void finish();

 private:
  void wait();

  int m_id = 0;
  bool m_busy = false;
  std::function<void()> m_then;
};

}  // namespace ui
