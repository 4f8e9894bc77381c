#include "ui/panels/planner_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>
#include <atomic>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include "engine/atomic_file.h"
#include "engine/bench/instance_estimate.h"
#include "engine/credits/plan/plan_files.h"
#include "ui/charts/plan_chart.h"
#include "ui/file_choices.h"
#include "ui/panels/planner_inputs.h"
#include "ui/panels/planner_table.h"

namespace ui {
namespace {

constexpr int kFront = PlannerTable::kMostStrategies, kSelected = kFront + 1;

std::vector<CurveStyle> paretoStyles() {
  std::vector<CurveStyle> styles;
  for (int i = 0; i < PlannerTable::kMostStrategies; ++i) {
    styles.push_back(PlannerTable::style(i));
    styles.back().width = 0;
  }
  constexpr int kNeutral = 7;
  styles.push_back({.color = kNeutral, .width = 1.25, .dash = Qt::DotLine});
  styles.push_back({.color = kNeutral, .width = 0, .marker = Marker::Ring, .markerSize = 15});
  return styles;
}

std::vector<CurveStyle> balanceStyles() {
  std::vector<CurveStyle> styles;
  for (int i = 0; i < PlannerTable::kMostStrategies; ++i) styles.push_back(PlannerTable::style(i));
  return styles;
}

QLabel* makeLabel(const QString& name) {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setAccessibleName(name);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace

struct PlannerDialog::Planning {
  engine::PlanRequest request;
  engine::Plan plan;
  QString error;
};

struct PlannerDialog::Measuring {
  std::atomic<bool> givenUp = false;
  std::atomic<int> percent = 0;
  // Written by the measuring thread, read when it has finished.
  std::optional<engine::MachineResult> result;
  QString error;
};

PlannerDialog::PlannerDialog(engine::BenchmarkConfig measuring, QWidget* parent)
    : QDialog(parent),
      m_catalogue(engine::InstanceCatalogue::bundled()),
      m_config(std::move(measuring)),
      m_inputs(new PlannerInputs(m_catalogue)),
      m_sentence(makeLabel(tr("Recommendation"))),
      m_headline(makeLabel(tr("This engine and TensorFlow"))),
      m_caveats(makeLabel(tr("Notes on the chosen strategy"))),
      m_table(new PlannerTable),
      m_pareto(new PlanChart(tr("Time against cost (USD); the dotted line is the Pareto front"),
                             tr("done in"), paretoStyles())),
      m_balances(
          new PlanChart(tr("CPUCreditBalance (credits) of the checked strategies, simulated"),
                        tr("time"), balanceStyles())),
      m_progress(new QProgressBar) {
  setWindowTitle(tr("Credit planner"));
  m_config.comparisons = engine::kernelsOfInstances(m_catalogue);
  QFont bold = m_sentence->font();
  bold.setBold(true);
  m_sentence->setFont(bold);
  m_headline->setText(
      tr("TensorFlow 0.10 needed 62 credits on a t2.micro for 10 epochs. Measure "
         "this engine to see what it needs."));
  m_progress->setRange(0, 100);
  m_progress->setAccessibleName(tr("Progress of the measurement"));
  m_progress->hide();

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_measure = buttons->addButton(tr("&Measure this engine"), QDialogButtonBox::ActionRole);
  m_save = buttons->addButton(tr("Save &table..."), QDialogButtonBox::ActionRole);
  connect(m_measure, &QPushButton::clicked, this, &PlannerDialog::measureOrCancel);
  connect(m_save, &QPushButton::clicked, this, &PlannerDialog::saveTable);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  // Enter in an input must neither save nor measure.
  for (QAbstractButton* button : buttons->buttons())
    static_cast<QPushButton*>(button)->setAutoDefault(false);

  auto* charts = new QSplitter(Qt::Horizontal);
  charts->addWidget(m_pareto);
  charts->addWidget(m_balances);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(m_table);
  parts->addWidget(charts);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 1);
  for (QSplitter* splitter : {charts, parts}) splitter->setChildrenCollapsible(false);
  m_table->setMinimumHeight(96);

  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_inputs);
  layout->addWidget(m_sentence);
  layout->addWidget(parts, 1);
  layout->addWidget(m_caveats);
  layout->addWidget(m_headline);
  layout->addWidget(m_progress);
  layout->addWidget(buttons);
  resize(920, 760);

  connect(m_inputs, &PlannerInputs::changed, this, &PlannerDialog::replan);
  connect(m_table, &PlannerTable::checkedChanged, this, &PlannerDialog::drawBalances);
  connect(m_table, &QTableWidget::currentCellChanged, this, [this] {
    showCaveats();
    drawPareto();
  });
  for (PlanChart* chart : {m_pareto, m_balances})
    connect(chart, &PlanChart::chosen, m_table, &PlannerTable::selectOutcome);
  replan();
}

PlannerDialog::~PlannerDialog() {
  if (m_measuring) m_measuring->givenUp = true;
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

QThread* PlannerDialog::startThread(const QString& name, std::function<void()> work) {
  QThread* thread = QThread::create(std::move(work));
  thread->setParent(this);
  thread->setObjectName(name);
  connect(thread, &QThread::finished, thread, &QObject::deleteLater);
  return thread;
}

void PlannerDialog::replan() {
  if (m_inputs->wantsMeasurement() && !m_measuring) measureOrCancel();
  if (m_planning) {
    m_outdated = true;
    return;
  }
  m_planning = std::make_shared<Planning>();
  try {
    m_planning->request = m_inputs->request();
  } catch (const std::exception& error) {
    m_planning.reset();
    m_sentence->setText(QString::fromUtf8(error.what()));
    return;
  }
  QThread* thread = startThread(QStringLiteral("planning"), [planning = m_planning] {
    try {
      planning->plan = makePlan(planning->request);
    } catch (const std::exception& error) {
      planning->error = QString::fromUtf8(error.what());
    }
  });
  connect(thread, &QThread::finished, this, &PlannerDialog::showPlan);
  thread->start();
}

void PlannerDialog::showPlan() {
  const auto planning = std::exchange(m_planning, nullptr);
  if (std::exchange(m_outdated, false)) return replan();
  if (planning->error.isEmpty()) {
    m_plan = std::move(planning->plan);
    m_table->show(m_plan);
    m_sentence->setText(tr("Best: %1").arg(QString::fromStdString(m_plan.recommendation)));
    showCaveats();
    drawPareto();
    drawBalances();
  } else {
    m_sentence->setText(planning->error);
  }
  m_save->setEnabled(!m_plan.outcomes.empty());
  emit planned();
}

void PlannerDialog::drawBalances() {
  std::vector<PlanChart::Series> series(m_plan.outcomes.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    const engine::Outcome& outcome = m_plan.outcomes[i];
    if (!m_table->isChecked(static_cast<int>(i))) continue;
    series[i].name = QString::fromStdString(outcome.name);
    QList<QPointF>& line = series[i].drawing.lines.emplace_back();
    for (const auto& [seconds, balance] : outcome.curve) line.append({seconds, balance});
  }
  m_balances->show(std::move(series));
}

void PlannerDialog::drawPareto() {
  std::vector<PlanChart::Series> series(kSelected + 1);
  const auto point = [&](std::size_t i) {
    return QPointF(m_plan.outcomes[i].finish, *m_plan.outcomes[i].cost);
  };
  for (const std::size_t i : m_plan.byTime) {
    const engine::Outcome& outcome = m_plan.outcomes[i];
    if (!outcome.cost) continue;
    series[i].name = QString::fromStdString(outcome.name);
    series[i].drawing.markers.append(point(i));
    if (static_cast<int>(i) == m_table->selectedOutcome())
      series[kSelected].drawing.markers.append(point(i));
  }
  QList<QPointF>& front = series[kFront].drawing.lines.emplace_back();
  for (const std::size_t i : m_plan.front) {
    if (!front.isEmpty()) front.append({point(i).x(), front.last().y()});
    front.append(point(i));
  }
  m_pareto->show(std::move(series));
}

void PlannerDialog::showCaveats() {
  const int selected = m_table->selectedOutcome();
  if (selected < 0 || selected >= static_cast<int>(m_plan.outcomes.size()))
    return m_caveats->clear();
  const engine::Outcome& outcome = m_plan.outcomes[static_cast<std::size_t>(selected)];
  QStringList notes;
  for (const std::string& caveat : outcome.caveats) notes += QString::fromStdString(caveat);
  m_caveats->setText(QString::fromStdString(outcome.name) + QStringLiteral(": ") +
                     (notes.isEmpty() ? tr("nothing to heed.") : notes.join(QLatin1Char(' '))));
}

void PlannerDialog::measureOrCancel() {
  if (m_measuring) {
    m_measuring->givenUp = true;
    return;
  }
  m_measuring = std::make_shared<Measuring>();
  QThread* thread =
      startThread(QStringLiteral("measuring"), [measuring = m_measuring, config = m_config] {
        try {
          measuring->result = engine::MachineBenchmark(config).run([&](double part) {
            measuring->percent = static_cast<int>(100 * part);
            return !measuring->givenUp;
          });
        } catch (const std::exception& error) {
          measuring->error = QString::fromUtf8(error.what());
        }
      });
  connect(thread, &QThread::finished, this, &PlannerDialog::finishMeasuring);
  auto* pull = new QTimer(thread);  // lives as long as the measurement
  connect(pull, &QTimer::timeout, m_progress,
          [this, measuring = m_measuring] { m_progress->setValue(measuring->percent); });
  pull->start(100);
  m_progress->show();
  m_measure->setText(tr("&Cancel the measurement"));
  thread->start();
}

void PlannerDialog::finishMeasuring() {
  const auto measuring = std::exchange(m_measuring, nullptr);
  m_progress->hide();
  m_measure->setText(tr("&Measure this engine"));
  if (!measuring->result) {
    m_headline->setText(measuring->error.isEmpty() ? tr("The measurement was cancelled.")
                                                   : measuring->error);
    return;
  }
  m_headline->setText(QString::fromStdString(engine::headline(engine::estimatedSecondsPerStep(
      *measuring->result, *m_catalogue.find("t2.micro").processor))));
  m_inputs->setMeasured(*measuring->result);
}

void PlannerDialog::saveTable() {
  const QString file = choosePlanTarget(*this);
  if (file.isEmpty()) return;
  try {
    const std::string table = planCsv(m_plan);
    engine::writeFileAtomically(file.toStdString(), std::as_bytes(std::span(table)));
  } catch (const std::exception& error) {
    m_caveats->setText(QString::fromUtf8(error.what()));
  }
}

}  // namespace ui
