#pragma once

#include <QCoreApplication>
#include <functional>
#include <optional>
#include <string>

#include "app/cloud/credit_watch.h"
#include "engine/credits/instance_catalogue.h"
#include "engine/host/live_status_json.h"

namespace cli {

/// A real machine and what its cloud says of it, kept up to date. Where there is no cloud, or it
/// does not answer, the machine alone is watched; nothing waits for the network.
class LiveSession {
 public:
  /// type is assumed where the cloud tells none; empty: unknown. wake is called from another thread
  /// when update() has something new to take in. Throws engine::Error for an unknown type.
  LiveSession(const cloud::CloudOptions& options, const std::string& type,
              std::function<void()> wake = {});

  /// Measures, and takes in what has come from the cloud. Returns true if something has.
  bool update();
  /// The latter alone, which costs next to nothing.
  bool takeNews();

  /// Waits until the first answer is there, or for so long.
  void waitForNews(double seconds);

  bool hasNews() const { return m_hasNews; }
  const engine::LiveStatus& status() const { return m_machine.status(); }
  const engine::LiveStatusContext& context() const { return m_context; }
  const std::string& cost() const { return m_cost; }

 private:
  void takeIn(const cloud::CloudNews& news);

  // The network part of Qt wants one, though nobody runs its event loop.
  int m_argumentCount = 1;
  char m_name[13] = "burstlab-cli";
  char* m_arguments[2] = {m_name, nullptr};
  QCoreApplication m_application{m_argumentCount, m_arguments};
  engine::InstanceCatalogue m_catalogue = engine::InstanceCatalogue::bundled();
  engine::LiveMachine m_machine;
  engine::LiveStatusContext m_context;
  std::string m_cost;
  bool m_hasNews = false;
  cloud::CreditWatch m_watch;  // the last one: its thread ends before the others go
};

}  // namespace cli
