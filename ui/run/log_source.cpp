#include "ui/run/log_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <cerrno>
#include <chrono>
#include <thread>

#include "engine/error.h"
#include "engine/system_error_text.h"

namespace ui {
namespace {

constexpr int kPiece = 1 << 18;
constexpr int kWaitMilliseconds = 50;

[[noreturn]] void fail(const QString& name) {
  const QString why = QString::fromStdString(engine::systemErrorText(errno));
  throw engine::Error(QCoreApplication::translate("ui::LogSource", "Cannot read %1: %2.")
                          .arg(name, why)
                          .toStdString());
}

int openToRead(const QByteArray& path) {
  // A named pipe would make open() wait for its writer.
  return open(path.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

}  // namespace

LogSource::LogSource(const QString& file) : m_name(file) {
  if (file == QLatin1String("-")) {
    m_descriptor = dup(STDIN_FILENO);
  } else {
    m_path = QFile::encodeName(file);
    m_descriptor = openToRead(m_path);
  }
  if (m_descriptor < 0) fail(m_name);
}

LogSource::~LogSource() {
  close(m_descriptor);
}

LogSource::State LogSource::read(QByteArray& bytes) {
  bytes.clear();
  struct stat status {};
  if (fstat(m_descriptor, &status) != 0) fail(m_name);
  const bool isFile = S_ISREG(status.st_mode);
  if (!isFile) {
    pollfd readable{m_descriptor, POLLIN, 0};
    if (poll(&readable, 1, kWaitMilliseconds) == 0) return State::Waited;
  }
  bytes.resize(kPiece);
  const ssize_t count = ::read(m_descriptor, bytes.data(), kPiece);
  bytes.resize(std::max<ssize_t>(count, 0));
  m_offset += bytes.size();
  if (count > 0) return State::More;
  if (count < 0 && errno != EAGAIN && errno != EINTR) fail(m_name);
  // Nobody may have opened the other end of a named pipe yet.
  if (count == 0 && !isFile && (m_path.isEmpty() || m_offset > 0)) return State::Ended;
  if (isFile && hasBegunAnew()) return State::Began;
  wait();
  return State::Waited;
}

bool LogSource::hasBegunAnew() {
  struct stat ours {
  }, named{};
  if (fstat(m_descriptor, &ours) != 0) fail(m_name);
  if (ours.st_size < m_offset) {
    lseek(m_descriptor, 0, SEEK_SET);
  } else {
    if (m_path.isEmpty() || stat(m_path.constData(), &named) != 0) return false;
    if (named.st_ino == ours.st_ino && named.st_dev == ours.st_dev) return false;
    const int other = openToRead(m_path);
    if (other < 0) return false;
    close(m_descriptor);
    m_descriptor = other;
  }
  m_offset = 0;
  return true;
}

void LogSource::wait() const {
  std::this_thread::sleep_for(std::chrono::milliseconds(kWaitMilliseconds));
}

}  // namespace ui
