#include "ui/panels/machine_panel.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>

#include "engine/pace/pace_text.h"
#include "ui/panels/decimal_spin_box.h"
#include "ui/run/credit_session.h"

namespace ui {
namespace {

using engine::CreditMode;

constexpr double kVirtual = std::numeric_limits<double>::infinity();
// Positions of the slider.
constexpr std::array kPaces{1., 2., 5., 10., 20., 60., 200., 600., 2000., 6000., 20000., kVirtual};

// The fields, to be edited.
constexpr auto kCustom = "custom,vcpus=1,baseline=10,rate=6,cap=144,launch=30";

QString paceName(double pace) {
  if (std::isinf(pace)) return MachinePanel::tr("as fast as possible");
  if (pace == 1) return MachinePanel::tr("real time");
  return MachinePanel::tr("%1 × real time").arg(QLocale().toString(pace, 'g', 6));
}

QString accessibleText(const QString& name) {
  return QString(name).remove(QLatin1Char('&'));
}

}  // namespace

MachinePanel::MachinePanel(CreditSession& session, const engine::InstanceCatalogue& catalogue,
                           QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_catalogue(catalogue),
      m_balanceName(new QLabel),
      m_balance(new DecimalSpinBox(0, 1e6, 2)),
      m_pace(new QSlider(Qt::Horizontal)),
      m_paceText(new QLabel) {
  auto* group = new QGroupBox(tr("Applies now"));
  auto* form = new QFormLayout(group);
  QStringList types;
  for (const engine::InstanceType& type : catalogue.types())
    types += type.name == "custom" ? QLatin1String(kCustom) : QString::fromStdString(type.name);
  m_type = addChoice(form, tr("I&nstance"), types,
                     tr("A burstable instance. Its fields can be changed, as in "
                        "custom,vcpus=2,baseline=20,rate=24,cap=576,launch=60; behind a colon may "
                        "stand until-2017 for the rules of that time."));
  m_type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_type->setMinimumContentsLength(12);

  m_mode = new QComboBox;
  m_mode->addItems({tr("standard"), tr("unlimited")});
  m_mode->setAccessibleName(tr("Mode"));
  m_mode->setToolTip(tr("Standard is slowed down without credits; unlimited borrows them"));
  auto* modeName = new QLabel(tr("&Mode"));
  modeName->setBuddy(m_mode);
  form->addRow(modeName, m_mode);

  m_balance->setKeyboardTracking(false);
  m_balance->setToolTip(
      tr("While a run goes on: its balance at this moment. Otherwise: with how "
         "many credits the next one begins."));
  m_balanceName->setBuddy(m_balance);
  form->addRow(m_balanceName, m_balance);

  m_cost =
      addChoice(form, tr("ms per &step"),
                {QStringLiteral("432"), QStringLiteral("measured"), QStringLiteral("8x")},
                tr("CPU time of a step there, as the script prints it; \"measured\": what this "
                   "computer needs; \"8x\": so many times that. 432 is the article's t2.micro."));
  m_policy = addChoice(
      form, tr("P&olicy"),
      {QStringLiteral("none"), QStringLiteral("sleep:3000ms:50min"),
       QStringLiteral("stop-at:2credits"), QStringLiteral("duty:10min:50min"),
       QStringLiteral("duty:40%"), QStringLiteral("adaptive")},
      tr("What the run does when credits get low: nothing; rest after slow reports, as the article "
         "tried; end; work and rest in turn; or rest so that the slow-down never begins."));
  m_policy->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_policy->setMinimumContentsLength(12);

  m_pace->setRange(0, static_cast<int>(kPaces.size()) - 1);
  m_pace->setPageStep(1);
  m_pace->setTickPosition(QSlider::TicksBelow);
  m_pace->setAccessibleName(tr("Time lapse"));
  m_pace->setToolTip(tr("How fast the instance's time passes: the run is held back to it"));
  auto* paceName = new QLabel(tr("Time l&apse"));
  paceName->setBuddy(m_pace);
  auto* pace = new QVBoxLayout;
  pace->addWidget(m_pace);
  pace->addWidget(m_paceText);
  form->addRow(paceName, pace);

  auto* layout = new QVBoxLayout(this);
  layout->addWidget(group);
  layout->addStretch();

  connect(m_mode, &QComboBox::activated, this, &MachinePanel::takeMode);
  connect(m_balance, &QDoubleSpinBox::valueChanged, this, &MachinePanel::takeBalance);
  connect(m_balance, &DecimalSpinBox::refused, this, &MachinePanel::refused);
  connect(m_pace, &QSlider::valueChanged, this, &MachinePanel::takePace);
  for (QComboBox* box : {m_type, m_cost, m_policy}) {
    const auto taker = [this, box] {
      box->lineEdit()->setModified(false);
      if (box == m_type) takeMachine();
      const std::string text = box->currentText().trimmed().toStdString();
      if (box == m_cost) take([&] { m_session.setCost(engine::readStepCost(text)); });
      if (box == m_policy) take([&] { m_session.setPolicy(engine::readPolicy(text)); });
    };
    connect(box, &QComboBox::activated, this, taker);
    connect(box->lineEdit(), &QLineEdit::editingFinished, this, taker);
  }
  connect(&session, &CreditSession::changed, this, &MachinePanel::showSettings);
  connect(&session, &CreditSession::grew, this, &MachinePanel::showBalance);
  showSettings();
}

QComboBox* MachinePanel::addChoice(QFormLayout* form, const QString& name, const QStringList& words,
                                   const QString& toolTip) {
  auto* box = new QComboBox;
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->addItems(words);
  box->setToolTip(toolTip);
  box->setAccessibleName(accessibleText(name));
  auto* label = new QLabel(name);
  label->setBuddy(box);
  label->setToolTip(toolTip);
  form->addRow(label, box);
  return box;
}

QStringList MachinePanel::words() const {
  const engine::PaceSettings& settings = m_session.settings();
  QStringList words;
  for (const std::string& word :
       {engine::machineText({settings.type, settings.machine}, m_catalogue),
        engine::stepCostText(settings.cost), engine::policyText(settings.policy),
        engine::paceText(m_session.pace())})
    words += QString::fromStdString(word);
  return words;
}

void MachinePanel::setWords(const QStringList& words) {
  const auto word = [&](qsizetype i) { return words.value(i).toStdString(); };
  const auto attempt = [](const auto& change) {
    try {
      change();
    } catch (const std::exception&) {
      // Written by another version, or by hand.
    }
  };
  attempt([&] {
    const auto [type, options] = engine::readMachine(word(0), m_catalogue);
    m_session.setMachine(type, options);
  });
  attempt([&] { m_session.setCost(engine::readStepCost(word(1))); });
  attempt([&] { m_session.setPolicy(engine::readPolicy(word(2))); });
  attempt([&] { m_session.setPace(engine::readPace(word(3))); });
}

void MachinePanel::take(const std::function<void()>& change) {
  if (m_showing) return;
  const QStringList before = words();
  try {
    change();
  } catch (const std::exception& error) {
    emit refused(QString::fromUtf8(error.what()));
  }
  showSettings();
  if (words() != before) emit changed();
}

void MachinePanel::takeMachine() {
  const std::string text = m_type->currentText().trimmed().toStdString();
  take([&] {
    const auto [type, options] = engine::readMachine(text, m_catalogue);
    const engine::PaceSettings& now = m_session.settings();
    // Leaving the field without a change must not take the balance away.
    if (engine::machineText({type}, m_catalogue) == engine::machineText({now.type}, m_catalogue) &&
        !options.balance && !options.mode && options.rules == now.machine.rules)
      return;
    m_session.setMachine(type, options);
  });
}

void MachinePanel::takeMode() {
  take([&] {
    m_session.setMode(m_mode->currentIndex() == 1 ? CreditMode::Unlimited : CreditMode::Standard);
  });
}

void MachinePanel::takeBalance() {
  take([&] { m_session.setBalance(m_balance->value()); });
}

void MachinePanel::takePace() {
  take([&] { m_session.setPace(kPaces.at(static_cast<std::size_t>(m_pace->value()))); });
}

void MachinePanel::showSettings() {
  const QScopedValueRollback showing(m_showing, true);
  const engine::PaceSettings& settings = m_session.settings();
  const auto set = [](QComboBox* box, const std::string& text) {
    if (box->lineEdit()->isModified()) return;  // somebody types
    const QString shown = QString::fromStdString(text);
    box->setCurrentIndex(box->findText(shown));
    box->setEditText(shown);
  };
  engine::MachineOptions rules;
  rules.rules = settings.machine.rules;
  set(m_type, engine::machineText({settings.type, rules}, m_catalogue));
  set(m_cost, engine::stepCostText(settings.cost));
  set(m_policy, engine::policyText(settings.policy));
  const CreditMode mode = settings.machine.mode.value_or(settings.type.defaultMode);
  m_mode->setCurrentIndex(mode == CreditMode::Unlimited ? 1 : 0);
  m_mode->setEnabled(settings.type.offersUnlimited);
  const auto position = std::ranges::lower_bound(kPaces, m_session.pace());
  m_pace->setValue(static_cast<int>(position - kPaces.begin()));
  m_paceText->setText(paceName(m_session.pace()));
  m_pace->setAccessibleDescription(m_paceText->text());
  showBalance();
}

void MachinePanel::showBalance() {
  const QScopedValueRollback showing(m_showing, true);
  const bool active = m_session.isActive();
  const QString name = active ? tr("&Credits now") : tr("&Credits at start");
  if (m_balanceName->text() != name) {
    m_balanceName->setText(name);
    m_balance->setAccessibleName(accessibleText(name));
  }
  if (m_balance->hasFocus()) return;  // somebody types
  m_balance->setValue(active ? m_session.run().machine().balance() : m_session.openingBalance());
}

}  // namespace ui
