#include "ui/panels/credit_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedLayout>

#include "ui/panels/live_credit_charts.h"
#include "ui/run/live_credit_texts.h"
#include "ui/run/run_follower.h"

namespace ui {

CreditPanel::CreditPanel(QWidget* simulated, RunFollower& follower, QWidget* parent)
    : QWidget(parent),
      m_follower(follower),
      m_choice(new QComboBox),
      m_named(new QWidget),
      m_instance(new QLineEdit),
      m_region(new QLineEdit),
      m_watch(new QPushButton(tr("Watch"))),
      m_stack(new QStackedLayout),
      m_live(new LiveCreditCharts) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  buildHeader();
  auto* header = new QHBoxLayout;
  header->setContentsMargins(8, 2, 8, 0);
  header->addWidget(m_choice);
  header->addWidget(m_named, 1);
  header->addStretch();
  layout->addLayout(header);
  layout->addLayout(m_stack, 1);
  m_stack->addWidget(simulated);
  m_stack->addWidget(m_live);

  connect(m_choice, &QComboBox::currentIndexChanged, this, [this] {
    choose();
    emit sourceChanged();
  });
  connect(&follower.credits(), &CreditTrack::changed, this, &CreditPanel::takeLog);
  choose();
}

void CreditPanel::buildHeader() {
  m_choice->setAccessibleName(tr("Whose credits"));
  m_choice->setToolTip(tr("Whose CPU credits are shown"));
  m_choice->addItem(tr("Simulated machine"), int(Source::Simulated));
  m_instance->setPlaceholderText(QStringLiteral("i-0123456789abcdef0"));
  m_instance->setAccessibleName(tr("Instance id"));
  m_region->setPlaceholderText(tr("region"));
  m_region->setAccessibleName(tr("AWS region"));
  m_region->setToolTip(tr("Empty: as AWS_REGION or the profile says"));
  m_watch->setAccessibleName(tr("Watch the instance"));
  auto* layout = new QHBoxLayout(m_named);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_instance, 2);
  layout->addWidget(m_region, 1);
  layout->addWidget(m_watch);
  for (QLineEdit* edit : {m_instance, m_region})
    connect(edit, &QLineEdit::returnPressed, this, &CreditPanel::watchNamed);
  connect(m_watch, &QPushButton::clicked, this, &CreditPanel::watchNamed);
}

void CreditPanel::setMakeSource(MakeCreditSource make) {
  m_make = std::move(make);
  m_choice->addItem(tr("This computer"), int(Source::ThisComputer));
  m_choice->addItem(tr("Instance…"), int(Source::Instance));
}

CreditPanel::Source CreditPanel::source() const {
  return Source(m_choice->currentData().toInt());
}

void CreditPanel::setSource(Source source) {
  if (const int place = m_choice->findData(int(source)); place >= 0)
    m_choice->setCurrentIndex(place);
}

void CreditPanel::setTarget(const CreditTarget& target) {
  m_target = target;
  m_instance->setText(target.instance);
  m_region->setText(target.region);
  if (source() == Source::Instance) choose();
}

void CreditPanel::choose() {
  m_machine.reset();
  m_news.reset();
  m_track.clear();
  const Source source = this->source();
  m_named->setVisible(source == Source::Instance);
  m_stack->setCurrentIndex(source == Source::Simulated ? 0 : 1);
  m_live->setTrack(source == Source::Log ? &m_follower.credits() : &m_track);
  if (source == Source::ThisComputer) watch({});
  if (source == Source::Instance && !m_target.instance.isEmpty()) watch(m_target);
  showTexts();
}

void CreditPanel::watch(const CreditTarget& target) {
  m_machine = m_make(target);
  connect(m_machine.get(), &CreditSource::told, this, &CreditPanel::take);
  m_machine->setWatching(isVisible());
}

void CreditPanel::watchNamed() {
  const CreditTarget target{m_instance->text().trimmed(), m_region->text().trimmed()};
  // The same instance again would be asked again for what it has just said.
  if (target == m_target && m_machine) return;
  m_target = target;
  choose();
  emit targetChanged();
}

void CreditPanel::take(const CreditNews& news) {
  m_news = news;
  const engine::LiveStatus& status = news.status;
  const engine::CpuUse& use = status.use;
  CreditTrack::Sample sample{.time = news.time};
  if (status.type) sample.balance = status.balance;
  if (use.seconds > 0) {
    sample.busy = use.share(use.busy);
    sample.own = use.share(use.process);
    sample.steal = use.share(use.steal);
    sample.throttled = isThrottled(use);
  }
  m_track.add(sample);
  if (news.reading) m_track.addMeasured(news.reading->creditBalance, news.reading->cpuUtilization);
  m_track.tell();
  showTexts();
}

void CreditPanel::showTexts() {
  switch (source()) {
    case Source::Simulated:
      return;
    case Source::Log:
      return m_live->setTexts(
          m_follower.machine().isEmpty()
              ? tr("The credits of the run that is followed.")
              : tr("The run that is followed, on %1.").arg(m_follower.machine()),
          {});
    case Source::Instance:
      if (m_target.instance.isEmpty())
        return m_live->setTexts(tr("Name an EC2 instance to watch it from here."), {});
      break;
    case Source::ThisComputer:
      break;
  }
  if (m_news)
    m_live->setTexts(liveCreditSentence(*m_news), liveCreditNotes(*m_news));
  else
    m_live->setTexts(tr("Measuring…"), {});
}

void CreditPanel::takeLog() {
  if (m_choice->findData(int(Source::Log)) < 0) {
    m_choice->addItem(tr("Followed run"), int(Source::Log));
    setSource(Source::Log);
  }
  if (source() == Source::Log) showTexts();
}

void CreditPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_machine) m_machine->setWatching(true);
}

void CreditPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (m_machine) m_machine->setWatching(false);
}

}  // namespace ui
