#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>

#include "engine/host/cloud_reading.h"
#include "engine/host/live_status_json.h"

namespace ui {

/// Whose credits are to be watched.
struct CreditTarget {
  QString instance;  ///< id; empty: this computer
  QString region;    ///< of the instance; empty: as the environment says
  friend bool operator==(const CreditTarget&, const CreditTarget&) = default;
};

/// What is known of a real machine at a moment.
struct CreditNews {
  double time = 0;  ///< seconds since 1970
  engine::LiveStatus status = {};
  engine::LiveStatusContext context = {};  ///< problem: one sentence with the remedy
  std::string cost = {};                   ///< of asking the cloud, one sentence
  /// What the cloud said since the last news; null if nothing.
  std::shared_ptr<const engine::CloudReading> reading = {};
  bool hasAnswer = false;  ///< the cloud has answered or will not be asked
};

/// Watches a real machine; the window knows nothing of clouds. Never waits for the network.
class CreditSource : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Begins or ends watching; nothing is measured or asked while it is off, and the cloud is never
  /// asked more often than its data change, however often this is called.
  virtual void setWatching(bool watching) = 0;

 signals:
  void told(const ui::CreditNews& news);
};

using MakeCreditSource = std::function<std::unique_ptr<CreditSource>(const CreditTarget&)>;

}  // namespace ui
