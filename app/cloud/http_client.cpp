#include "app/cloud/http_client.h"

#include <QEventLoop>
#include <QNetworkReply>
#include <QTimer>
#include <memory>

namespace cloud {
namespace {

constexpr qint64 kLongestAnswer = 8'000'000;

HttpResponse::Failure failureOf(QNetworkReply::NetworkError error) {
  using Failure = HttpResponse::Failure;
  switch (error) {
    case QNetworkReply::NoError:
      return Failure::None;
    case QNetworkReply::ConnectionRefusedError:
    case QNetworkReply::HostNotFoundError:
    case QNetworkReply::NetworkSessionFailedError:
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::UnknownNetworkError:
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyNotFoundError:
      return Failure::Unreachable;
    case QNetworkReply::TimeoutError:
    case QNetworkReply::ProxyTimeoutError:
      return Failure::TimedOut;
    case QNetworkReply::SslHandshakeFailedError:
      return Failure::Insecure;
    default:
      return Failure::Broken;
  }
}

}  // namespace

HttpClient::HttpClient() {
  m_manager.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

HttpResponse HttpClient::send(const QByteArray& method, const QNetworkRequest& request,
                              const QByteArray& body, int timeoutMilliseconds) {
  using Failure = HttpResponse::Failure;
  HttpResponse response;
  if (m_cancelled) {
    response.failure = Failure::Cancelled;
    return response;
  }

  const std::unique_ptr<QNetworkReply> reply(m_manager.sendCustomRequest(request, method, body));
  QEventLoop loop;
  bool tooLate = false;
  QTimer timer;
  timer.setSingleShot(true);
  QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
    tooLate = true;
    reply->abort();
  });
  QObject::connect(reply.get(), &QNetworkReply::downloadProgress, &loop, [&](qint64 received) {
    if (received > kLongestAnswer) reply->abort();
  });
  QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
  timer.start(timeoutMilliseconds);
  if (!reply->isFinished()) runLoop(loop);
  if (!reply->isFinished()) reply->abort();

  response.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
  response.date = reply->rawHeader("Date");
  if (reply->isOpen()) response.body = reply->readAll();
  // Qt takes every status from 400 on for an error; here it is an answer like others.
  const bool answered = response.status >= 400 && reply->error() > 200;
  if (!answered) response.failure = failureOf(reply->error());
  if (tooLate) response.failure = Failure::TimedOut;
  if (m_cancelled) response.failure = Failure::Cancelled;
  if (response.failure != Failure::None)
    response.failureText = tooLate ? "no answer came in time" : reply->errorString();
  return response;
}

void HttpClient::wait(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  runLoop(loop);
}

void HttpClient::runLoop(QEventLoop& loop) {
  m_loop = &loop;
  if (!m_cancelled) loop.exec();
  m_loop = nullptr;
}

void HttpClient::cancel() {
  m_cancelled = true;
  QMetaObject::invokeMethod(
      &m_manager,
      [this] {
        if (m_loop) m_loop->quit();
      },
      Qt::QueuedConnection);
}

}  // namespace cloud
