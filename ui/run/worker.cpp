#include "ui/run/worker.h"

#include <QThread>
#include <utility>

namespace ui {

void Worker::start(std::function<void()> work, std::function<void()> then) {
  m_busy = true;
  m_then = std::move(then);
  QThread* thread = QThread::create(std::move(work));
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("working"));
  connect(thread, &QThread::finished, this, [this, thread, id = ++m_id] {
    thread->deleteLater();
    // finish() may have come before, and other work may have begun since.
    if (m_busy && id == m_id) finish();
  });
  thread->start();
}

void Worker::finish() {
  wait();
  m_busy = false;
  if (const auto then = std::exchange(m_then, {})) then();
}

void Worker::wait() {
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

}  // namespace ui
