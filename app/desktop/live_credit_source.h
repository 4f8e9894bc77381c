#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <memory>

#include "app/cloud/credit_watch.h"
#include "engine/credits/instance_catalogue.h"
#include "engine/host/live_machine.h"
#include "ui/run/credit_source.h"

/// Watches this computer, or an instance elsewhere, with what AWS says of it. CPU is measured once
/// a second; AWS is asked on a thread of its own, every five minutes. That this computer is no
/// instance is remembered as long as the program runs.
class LiveCreditSource : public ui::CreditSource {
  Q_OBJECT

 public:
  /// Asks nothing yet. environment: where keys, region and endpoints come from.
  LiveCreditSource(const ui::CreditTarget& target, const QProcessEnvironment& environment);

  void setWatching(bool watching) override;

 private:
  void update();
  void ask();
  void takeIn(const cloud::CloudNews& news);

  cloud::CloudOptions m_options;
  engine::InstanceCatalogue m_catalogue = engine::InstanceCatalogue::bundled();
  engine::LiveMachine m_machine;
  ui::CreditNews m_news;
  QTimer m_measure;
  QElapsedTimer m_sinceAnswer;
  std::unique_ptr<cloud::CreditWatch> m_watch;  ///< null while nothing is asked
};
