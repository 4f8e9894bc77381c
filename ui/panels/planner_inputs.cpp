#include "ui/panels/planner_inputs.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSpinBox>

#include "engine/bench/instance_estimate.h"
#include "engine/error.h"
#include "ui/panels/decimal_spin_box.h"

namespace ui {

PlannerInputs::PlannerInputs(const engine::InstanceCatalogue& catalogue, QWidget* parent)
    : QWidget(parent),
      m_catalogue(catalogue),
      m_instance(new QComboBox),
      m_credits(new DecimalSpinBox(0, 1, 1)),
      m_epochs(new QSpinBox),
      m_speed(new QComboBox),
      m_milliseconds(new DecimalSpinBox(0.001, 100'000, 3)),
      m_rules(new QComboBox) {
  for (const engine::InstanceType& type : catalogue.types())
    m_instance->addItem(QString::fromStdString(type.name));
  m_instance->setCurrentText(QStringLiteral("t2.micro"));
  m_epochs->setRange(1, 1000);
  m_epochs->setValue(10);
  m_speed->addItems({tr("TensorFlow 0.10"), tr("This engine, measured"), tr("Other")});
  m_rules->addItems({tr("Today"), tr("2014 to 2017")});
  m_rules->setToolTip(
      tr("Until November 2017 credits expired after a day, and there was no "
         "unlimited mode. Lambda's limits are those of the time as well."));
  m_speed->setToolTip(
      tr("Time of a step on one vCPU at full speed. That of this engine is measured "
         "on this computer and estimated for the instance."));

  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  const auto add = [&](int row, int column, const QString& text, QWidget* control) {
    auto* label = new QLabel(text);
    label->setBuddy(control);
    control->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    grid->addWidget(label, row, 2 * column);
    grid->addWidget(control, row, 2 * column + 1);
    grid->setColumnStretch(2 * column + 1, 1);
  };
  add(0, 0, tr("&Instance"), m_instance);
  add(0, 1, tr("C&redits now"), m_credits);
  add(0, 2, tr("R&ules"), m_rules);
  add(1, 0, tr("&Epochs"), m_epochs);
  add(1, 1, tr("&Speed"), m_speed);
  add(1, 2, tr("&ms per step"), m_milliseconds);

  m_milliseconds->setValue(1000 * engine::kArticleSecondsPerStep);
  m_milliseconds->setEnabled(false);
  chooseInstance();
  connect(m_instance, &QComboBox::currentIndexChanged, this, [this] {
    chooseInstance();
    emit changed();
  });
  connect(m_speed, &QComboBox::currentIndexChanged, this, [this](int speed) {
    m_milliseconds->setEnabled(speed == Other);
    if (speed == TensorFlow) m_milliseconds->setValue(1000 * engine::kArticleSecondsPerStep);
    emit changed();
  });
  connect(m_rules, &QComboBox::currentIndexChanged, this, &PlannerInputs::changed);
  connect(m_epochs, &QSpinBox::valueChanged, this, &PlannerInputs::changed);
  for (auto* box : {m_credits, m_milliseconds})
    connect(box, &QDoubleSpinBox::valueChanged, this, &PlannerInputs::changed);
}

void PlannerInputs::chooseInstance() {
  const engine::InstanceType type = m_catalogue.find(m_instance->currentText().toStdString());
  const QSignalBlocker once(m_credits);
  m_credits->setRange(0, type.launchCredits + type.maxCredits);
  m_credits->setValue(type.launchCredits);
}

bool PlannerInputs::wantsMeasurement() const {
  return m_speed->currentIndex() == ThisEngine && !m_measured;
}

void PlannerInputs::setMeasured(const engine::MachineResult& result) {
  m_measured = std::make_shared<const engine::MachineResult>(result);
  if (m_speed->currentIndex() == ThisEngine) return emit changed();
  m_speed->setCurrentIndex(ThisEngine);
}

engine::PlanRequest PlannerInputs::request() const {
  engine::PlanRequest request;
  request.type = m_catalogue.find(m_instance->currentText().toStdString());
  request.otherTypes = m_catalogue.types();
  request.balance = m_credits->value();
  request.rules =
      m_rules->currentIndex() == 0 ? engine::CreditRules::Today : engine::CreditRules::Until2017;
  request.job = engine::sampleJob(m_epochs->value());
  if (m_speed->currentIndex() == ThisEngine && m_measured) {
    if (!request.type.processor)
      throw engine::Error("The processor of a " + request.type.name +
                          " is not known; choose another speed.");
    request.job.secondsPerStep = [measured = m_measured](const engine::InstanceType& type) {
      return engine::estimatedSecondsPerStep(*measured, *type.processor);
    };
  } else {
    request.job.secondsPerStep = [seconds = m_milliseconds->value() /
                                            1000](const engine::InstanceType&) { return seconds; };
  }
  return request;
}

}  // namespace ui
