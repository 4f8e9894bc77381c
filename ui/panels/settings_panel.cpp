#include "ui/panels/settings_panel.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/kernels/thread_pool.h"
#include "ui/icons.h"
#include "ui/panels/decimal_spin_box.h"

namespace ui {

using engine::TrainConfig;

namespace {

QSpinBox* spinBox(int minimum, int maximum) {
  auto* box = new QSpinBox;
  box->setRange(minimum, maximum);
  box->setKeyboardTracking(false);
  return box;
}

QString accessibleText(const QString& name) {
  return QString(name).remove(QLatin1Char('&'));
}

}  // namespace

SettingsPanel::SettingsPanel(QMenu& datasets, QWidget* parent)
    : QWidget(parent),
      m_learningRate(new DecimalSpinBox(0.000001, 100, 6)),
      m_dataset(new QToolButton),
      m_seed(new QLineEdit),
      m_batchSize(spinBox(1, engine::kMaxBatchSize)),
      m_epochs(spinBox(1, 10000)),
      m_shuffle(new QCheckBox),
      m_distort(new QCheckBox),
      m_evaluationInterval(spinBox(1, 100000)),
      m_weightDecay(new DecimalSpinBox(0, 1, 6)),
      m_keepProbability(new DecimalSpinBox(0.05, 1, 2)),
      m_threads(spinBox(0, engine::kMaxThreads)),
      m_hintText(new QLabel) {
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(buildLiveGroup());
  layout->addWidget(buildRestartGroup(datasets));
  layout->addWidget(m_hint = buildHint());
  auto* defaults = new QPushButton(tr("As in the script"));
  defaults->setToolTip(tr("Set everything to the constants of the TensorFlow sample"));
  defaults->setAccessibleName(tr("Set everything as in the script"));
  layout->addWidget(defaults);
  layout->addStretch();

  setConfig({});
  connect(defaults, &QPushButton::clicked, this, [this] {
    setConfig({});
    edited();
  });
  for (auto* box : {m_batchSize, m_epochs, m_evaluationInterval, m_threads})
    connect(box, &QSpinBox::valueChanged, this, &SettingsPanel::edited);
  for (auto* box : {m_learningRate, m_weightDecay, m_keepProbability}) {
    connect(box, &QDoubleSpinBox::valueChanged, this, &SettingsPanel::edited);
    connect(box, &DecimalSpinBox::refused, this, &SettingsPanel::refused);
  }
  for (auto* box : {m_shuffle, m_distort})
    connect(box, &QCheckBox::toggled, this, &SettingsPanel::edited);
  connect(m_seed, &QLineEdit::editingFinished, this, &SettingsPanel::edited);
}

QWidget* SettingsPanel::buildLiveGroup() {
  auto* group = new QGroupBox(tr("Applies now"));
  auto* form = new QFormLayout(group);
  addRow(
      form, tr("Base &learning rate"), m_learningRate,
      tr("The rate of the first epoch. Every further epoch takes 5 % off, so the log shows less. "
         "A running run takes it at its next step."));
  return group;
}

QWidget* SettingsPanel::buildRestartGroup(QMenu& datasets) {
  m_dataset->setPopupMode(QToolButton::InstantPopup);
  m_dataset->setMenu(&datasets);
  m_dataset->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_dataset->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_dataset->setFocusPolicy(Qt::StrongFocus);
  m_seed->setValidator(
      new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,20}")), m_seed));
  m_evaluationInterval->setSuffix(tr(" steps"));
  m_threads->setSpecialValueText(tr("Automatic (%1)").arg(engine::usefulThreads()));

  auto* group = new QGroupBox(tr("\u21bb Applies at the next start"));
  auto* form = new QFormLayout(group);
  addRow(form, tr("&Data set"), m_dataset, {},
         [this] { return m_dataset->text() != m_startedDataset; });
  addRow(form, tr("S&eed"), m_seed, tr("Of the initial weights and the dropout masks"),
         waitsWhereDifferent(&TrainConfig::seed));
  addRow(form, tr("&Batch size"), m_batchSize, tr("Images per training step"),
         waitsWhereDifferent(&TrainConfig::batchSize));
  addRow(form, tr("E&pochs"), m_epochs, tr("Passes over the training images"),
         waitsWhereDifferent(&TrainConfig::epochs));
  addRow(form, tr("Sh&uffle"), m_shuffle,
         tr("A new order of the training images in every epoch; the script keeps one order"),
         waitsWhereDifferent(&TrainConfig::shuffle));
  addRow(form, tr("D&istort"), m_distort,
         tr("Turn, slant, shift and bend every training image a little, in every epoch otherwise: "
            "the network learns to read other hands"),
         waitsWhereDifferent(&TrainConfig::distort));
  addRow(form, tr("Evaluate ever&y"), m_evaluationInterval,
         tr("How often the validation error is measured and a report is printed"),
         waitsWhereDifferent(&TrainConfig::evaluationInterval));
  addRow(form, tr("&Weight decay"), m_weightDecay,
         tr("Factor of the L2 penalty on the dense layers"),
         waitsWhereDifferent(&TrainConfig::weightDecay));
  addRow(form, tr("&Keep"), m_keepProbability,
         tr("Probability that dropout keeps a unit of the first dense layer; 1 switches it off"),
         waitsWhereDifferent(&TrainConfig::keepProbability));
  addRow(form, tr("&Threads"), m_threads,
         tr("The result does not depend on the number of threads, only the speed does"),
         waitsWhereDifferent(&TrainConfig::threads));
  return group;
}

QWidget* SettingsPanel::buildHint() {
  auto* hint = new QWidget;
  auto* restart = new QPushButton(tintedIcon(QStringLiteral("restart")), tr("Restart now"));
  restart->setAccessibleName(tr("Restart now with the changed settings"));
  m_hintText->setWordWrap(true);
  auto* layout = new QVBoxLayout(hint);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_hintText);
  layout->addWidget(restart);
  connect(restart, &QPushButton::clicked, this, &SettingsPanel::restartWanted);
  return hint;
}

void SettingsPanel::addRow(QFormLayout* form, const QString& name, QWidget* field,
                           const QString& toolTip, std::function<bool()> waits) {
  field->setToolTip(toolTip);
  field->setAccessibleName(accessibleText(name));
  auto* label = new QLabel(name);
  label->setBuddy(field);
  label->setToolTip(toolTip);
  form->addRow(label, field);
  if (waits) m_rows.push_back({label, name, std::move(waits)});
}

TrainConfig SettingsPanel::config() const {
  TrainConfig config;
  config.learningRate = m_learningRate->value();
  config.seed = m_seed->text().toULongLong();
  config.batchSize = m_batchSize->value();
  config.epochs = m_epochs->value();
  config.shuffle = m_shuffle->isChecked();
  config.distort = m_distort->isChecked();
  config.evaluationInterval = m_evaluationInterval->value();
  config.weightDecay = m_weightDecay->value();
  config.keepProbability = m_keepProbability->value();
  config.threads = m_threads->value();
  return config;
}

void SettingsPanel::setConfig(const TrainConfig& config) {
  const QScopedValueRollback setting(m_setting, true);
  m_learningRate->setValue(config.learningRate);
  m_seed->setText(QString::number(config.seed));
  m_batchSize->setValue(config.batchSize);
  m_epochs->setValue(config.epochs);
  m_shuffle->setChecked(config.shuffle);
  m_distort->setChecked(config.distort);
  m_evaluationInterval->setValue(config.evaluationInterval);
  m_weightDecay->setValue(config.weightDecay);
  m_keepProbability->setValue(config.keepProbability);
  m_threads->setValue(config.threads);
  mark();
}

void SettingsPanel::setSeed(std::uint64_t seed) {
  m_seed->setText(QString::number(seed));
  edited();
}

void SettingsPanel::setDataset(const QString& name, const QString& details) {
  m_dataset->setText(name);
  m_dataset->setToolTip(details);
  m_dataset->setAccessibleDescription(name);
  mark();
}

void SettingsPanel::setStarted(const TrainConfig& config, const QString& datasetName) {
  m_started = config;
  m_startedDataset = datasetName;
  mark();
}

QStringList SettingsPanel::waiting() const {
  QStringList names;
  if (!m_started) return names;
  for (const Row& row : m_rows)
    if (row.waits()) names += accessibleText(row.name);
  return names;
}

void SettingsPanel::edited() {
  if (m_setting) return;
  mark();
  emit changed();
}

void SettingsPanel::mark() {
  if (m_started)
    for (const Row& row : m_rows)
      row.label->setText(row.waits() ? tr("%1 \u21bb").arg(row.name) : row.name);
  const QStringList names = waiting();
  m_hint->setVisible(!names.isEmpty());
  m_hintText->setText(
      tr("\u21bb Waiting for a restart: %1.").arg(QLocale().createSeparatedList(names)));
}

}  // namespace ui
