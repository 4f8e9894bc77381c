#include "app/desktop/live_credit_source.h"

#include <QDateTime>
#include <algorithm>

namespace {

constexpr int kMeasureMilliseconds = 1000;
constexpr qint64 kAskMilliseconds = 300'000;  // CloudWatch has no newer credits before

// Why this computer is no instance; empty as long as that is not known.
std::string s_absence;

}  // namespace

LiveCreditSource::LiveCreditSource(const ui::CreditTarget& target,
                                   const QProcessEnvironment& environment)
    : m_machine(target.instance.isEmpty() ? engine::systemCpuSource() : nullptr) {
  m_options.instance = target.instance;
  m_options.region = target.region;
  m_options.environment = environment;
  connect(&m_measure, &QTimer::timeout, this, &LiveCreditSource::update);
  m_measure.setInterval(kMeasureMilliseconds);
}

void LiveCreditSource::setWatching(bool watching) {
  if (watching == m_measure.isActive()) return;
  if (watching) {
    m_measure.start();
    update();
  } else {
    m_measure.stop();
    m_watch.reset();
  }
}

void LiveCreditSource::update() {
  m_news.reading.reset();
  ask();
  if (m_watch)
    if (const auto news = m_watch->take()) takeIn(*news);
  m_news.status = m_machine.tick();
  m_news.time = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
  emit told(m_news);
}

void LiveCreditSource::ask() {
  if (m_watch || (m_sinceAnswer.isValid() && !m_sinceAnswer.hasExpired(kAskMilliseconds))) return;
  if (m_options.instance.isEmpty() && !s_absence.empty()) {
    m_news.context.problem = s_absence;
    m_news.hasAnswer = true;
    return;
  }
  m_watch = std::make_unique<cloud::CreditWatch>(m_options);
}

void LiveCreditSource::takeIn(const cloud::CloudNews& news) {
  m_sinceAnswer.start();
  m_news.hasAnswer = true;
  if (news.instance) m_news.context.instance = news.instance;
  m_news.context.problem = news.problem;
  m_news.context.notes = news.notes;
  if (!news.cost.empty()) m_news.cost = news.cost;
  if (!news.instance && m_options.instance.isEmpty()) s_absence = news.problem;
  if (m_news.context.instance) {
    const std::string& name = m_news.context.instance->type;
    const auto found = std::ranges::find(m_catalogue.types(), name, &engine::InstanceType::name);
    if (found != m_catalogue.types().end())
      m_machine.setType(*found);
    else
      m_news.context.notes.push_back("A " + name + " is not burstable: it has no CPU credits.");
  }
  if (!news.reading) return;
  m_machine.apply(*news.reading);
  m_news.reading = std::make_shared<const engine::CloudReading>(*news.reading);
}
