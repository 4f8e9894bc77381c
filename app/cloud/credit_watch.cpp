#include "app/cloud/credit_watch.h"

#include <limits>
#include <utility>

#include "app/cloud/cloud_watch.h"

namespace cloud {
namespace {

constexpr int kMillisecondsBetweenRounds = 300'000;
constexpr double kLatest = std::numeric_limits<double>::max();

}  // namespace

CloudNews askOnce(CreditSource& source, std::optional<double> since) {
  CloudNews news;
  try {
    news.instance = source.instance();
    if (!news.instance) {
      news.problem = source.absence().toStdString();
      return news;
    }
    const double fromLaunch = news.instance->launched.value_or(0);
    news.reading = source.read(*news.instance, since.value_or(fromLaunch));
    news.cost = pollingCost(source.metricCount(news.reading->mode)).toStdString();
  } catch (const engine::Error& error) {
    news.problem = error.what();
  }
  news.notes = source.notes();
  return news;
}

CreditWatch::CreditWatch(const CloudOptions& options, std::function<void()> onNews)
    : m_options(options),
      m_onNews(std::move(onNews)),
      m_thread(QThread::create([this] { run(); })) {
  m_thread->start();
}

CreditWatch::~CreditWatch() {
  {
    const std::lock_guard lock(m_mutex);
    m_cancelled = true;
    if (m_http) m_http->cancel();
  }
  m_thread->wait();
}

std::optional<CloudNews> CreditWatch::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_news, std::nullopt);
}

void CreditWatch::run() {
  HttpClient http;
  {
    const std::lock_guard lock(m_mutex);
    if (m_cancelled) return;
    m_http = &http;
  }
  try {
    CreditSource source(http, m_options);
    std::optional<double> since;
    if (!m_options.history) since = kLatest;
    while (!http.isCancelled()) {
      CloudNews news = askOnce(source, since);
      if (http.isCancelled()) break;
      const bool nowhere = !news.instance && m_options.instance.isEmpty();
      if (news.reading) since = news.reading->now;
      publish(std::move(news));
      if (nowhere) break;
      http.wait(kMillisecondsBetweenRounds);
    }
  } catch (const engine::Error& error) {
    publish({.instance = {}, .reading = {}, .problem = error.what(), .notes = {}, .cost = {}});
  }
  const std::lock_guard lock(m_mutex);
  m_http = nullptr;
}

void CreditWatch::publish(CloudNews news) {
  {
    const std::lock_guard lock(m_mutex);
    m_news = std::move(news);
  }
  if (m_onNews) m_onNews();
}

}  // namespace cloud
