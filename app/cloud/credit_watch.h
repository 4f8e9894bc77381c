#pragma once

#include <QThread>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/cloud/credit_source.h"

namespace cloud {

/// What was found out in one round of questions.
struct CloudNews {
  std::optional<engine::CloudInstance> instance;  ///< empty: not on EC2, and none was named
  std::optional<engine::CloudReading> reading;  ///< with the history since launch in the first one
  std::string problem;                          ///< one sentence; empty where all went well
  std::vector<std::string> notes;
  std::string cost;  ///< of the polling, one sentence
};

/// Asks AWS in a thread of its own: at once, then every five minutes, which is how often credits
/// change. Where there is no instance it stops asking. Needs a QCoreApplication.
class CreditWatch {
 public:
  /// onNews is called in that thread and must only say so to another one.
  explicit CreditWatch(const CloudOptions& options, std::function<void()> onNews = {});
  /// Breaks off what goes on; takes no longer than a moment.
  ~CreditWatch();
  CreditWatch(const CreditWatch&) = delete;
  CreditWatch& operator=(const CreditWatch&) = delete;

  /// The newest news, once; from any thread.
  std::optional<CloudNews> take();

 private:
  void run();
  void publish(CloudNews news);

  CloudOptions m_options;
  std::function<void()> m_onNews;
  std::mutex m_mutex;
  std::optional<CloudNews> m_news;
  HttpClient* m_http = nullptr;  // lives in the thread
  bool m_cancelled = false;
  std::unique_ptr<QThread> m_thread;
};

/// One round of questions on the calling thread. since: see CreditSource::read(); empty: the whole
/// history.
CloudNews askOnce(CreditSource& source, std::optional<double> since);

}  // namespace cloud
