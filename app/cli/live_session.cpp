#include "app/cli/live_session.h"

#include <algorithm>
#include <chrono>
#include <clocale>
#include <thread>

#include "app/cli/interrupt.h"

namespace cli {

LiveSession::LiveSession(const cloud::CloudOptions& options, const std::string& type,
                         std::function<void()> wake)
    : m_machine(options.instance.isEmpty() ? engine::systemCpuSource() : nullptr),
      m_watch(options, std::move(wake)) {
  std::setlocale(LC_ALL, "C");  // the application has switched to the user's
  if (!type.empty()) m_machine.setType(m_catalogue.find(type));
}

bool LiveSession::update() {
  const bool isNews = takeNews();
  m_machine.tick();
  return isNews;
}

bool LiveSession::takeNews() {
  const auto news = m_watch.take();
  if (news) takeIn(*news);
  return news.has_value();
}

void LiveSession::waitForNews(double seconds) {
  const double end = engine::steadyClock().seconds() + seconds;
  while (!m_hasNews && !interrupted() && engine::steadyClock().seconds() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    takeNews();
  }
  if (!m_hasNews) m_context.problem = "AWS has not answered yet.";
}

void LiveSession::takeIn(const cloud::CloudNews& news) {
  m_hasNews = true;
  if (news.instance) m_context.instance = news.instance;
  m_context.problem = news.problem;
  m_context.notes = news.notes;
  if (!news.cost.empty()) m_cost = news.cost;
  if (m_context.instance) {
    const std::string& name = m_context.instance->type;
    const auto found = std::ranges::find(m_catalogue.types(), name, &engine::InstanceType::name);
    if (found != m_catalogue.types().end())
      m_machine.setType(*found);
    else
      m_context.notes.push_back("A " + name + " is not burstable: it has no CPU credits.");
  }
  if (news.reading) m_machine.apply(*news.reading);
}

}  // namespace cli
