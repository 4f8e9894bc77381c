#pragma once

#include <QByteArray>
#include <QNetworkAccessManager>
#include <QNetworkRequest>
#include <QString>
#include <atomic>

class QEventLoop;

namespace cloud {

struct HttpResponse {
  enum class Failure { None, TimedOut, Unreachable, Insecure, Broken, Cancelled };

  Failure failure = Failure::None;
  QString failureText;  ///< for people, without a full stop; empty without a failure
  int status = 0;       ///< 0: no answer came
  QByteArray body;
  QByteArray date;  ///< the header of this name

  bool isOk() const { return failure == Failure::None && status == 200; }
};

/// Sends one request after the other and waits for each answer: for a thread of its own, so that
/// nobody else waits. Everything but cancel() belongs to the thread that made it, and a
/// QCoreApplication must exist.
class HttpClient {
 public:
  HttpClient();

  /// Waits at most so long from the first byte sent to the last one received. Redirections are not
  /// followed; an answer beyond 8 MB is broken off.
  HttpResponse send(const QByteArray& method, const QNetworkRequest& request,
                    const QByteArray& body, int timeoutMilliseconds);

  /// Sleeps, but not beyond cancel().
  void wait(int milliseconds);

  /// Ends what goes on and refuses what comes; from any thread.
  void cancel();
  bool isCancelled() const { return m_cancelled; }

 private:
  void runLoop(QEventLoop& loop);

  QNetworkAccessManager m_manager;
  QEventLoop* m_loop = nullptr;  // that waits now
  std::atomic<bool> m_cancelled = false;
};

}  // namespace cloud
