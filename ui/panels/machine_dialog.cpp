#include "ui/panels/machine_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QThread>
#include <QVBoxLayout>
#include <atomic>
#include <chrono>
#include <exception>

#include "ui/panels/number_table.h"

namespace ui {
struct MachineDialog::Job {
  std::atomic<bool> givenUp = false;
  std::atomic<double> done = 0;
  // Written by the measuring thread, read when it has finished.
  std::optional<engine::MachineResult> result;
  std::vector<engine::InstanceEstimate> estimates;
  QString error;

  void measure(engine::BenchmarkConfig config) {
    try {
      const auto catalogue = engine::InstanceCatalogue::bundled();
      config.comparisons = engine::kernelsOfInstances(catalogue);
      result = engine::MachineBenchmark(config).run([this](double part) {
        done = part;
        return !givenUp;
      });
      if (result) estimates = engine::estimateInstances(*result, catalogue);
    } catch (const std::exception& failure) {
      error = QString::fromUtf8(failure.what());
    }
  }
};

MachineDialog::MachineDialog(engine::BenchmarkConfig config, QWidget* parent)
    : QDialog(parent),
      m_config(std::move(config)),
      m_message(new QLabel(tr("Measures for about %1 s. Training at the same time would share the "
                              "processor and slow both.")
                               .arg(locale().toString(m_config.seconds)))),
      m_progress(new QProgressBar),
      m_speeds(makeNumberTable(tr("Speed of this computer"))),
      m_estimates(makeNumberTable(tr("Estimate for burstable instances"))) {
  setWindowTitle(tr("Machine"));
  m_message->setWordWrap(true);
  m_progress->setRange(0, 100);
  m_progress->setAccessibleName(tr("Progress of the measurement"));

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_start = buttons->addButton(tr("&Measure"), QDialogButtonBox::ActionRole);
  m_copy = buttons->addButton(tr("C&opy"), QDialogButtonBox::ActionRole);
  m_copy->setEnabled(false);
  connect(m_start, &QPushButton::clicked, this, &MachineDialog::startOrCancel);
  connect(m_copy, &QPushButton::clicked, this, &MachineDialog::copy);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  auto* note = new QLabel(
      tr("Estimates of 10 epochs, scaled by the peak of one core. Minutes of one vCPU are credits. "
         "A busy sibling hyperthread can double them."));
  note->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_message);
  layout->addWidget(m_progress);
  layout->addWidget(m_speeds, 1);
  layout->addWidget(note);
  layout->addWidget(m_estimates, 1);
  layout->addWidget(buttons);
  resize(760, 640);

  m_refresh.setInterval(std::chrono::milliseconds(100));
  connect(&m_refresh, &QTimer::timeout, this,
          [this] { m_progress->setValue(static_cast<int>(100 * m_job->done)); });
}

MachineDialog::~MachineDialog() {
  if (m_job) m_job->givenUp = true;
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

void MachineDialog::startOrCancel() {
  if (m_job) {
    m_job->givenUp = true;
    return;
  }
  m_job = std::make_shared<Job>();
  QThread* thread = QThread::create([job = m_job, config = m_config] { job->measure(config); });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("measuring"));
  connect(thread, &QThread::finished, thread, &QObject::deleteLater);
  connect(thread, &QThread::finished, this, &MachineDialog::finish);
  thread->start();
  m_refresh.start();
  m_start->setText(tr("&Cancel"));
}

void MachineDialog::finish() {
  const auto job = std::exchange(m_job, nullptr);
  m_refresh.stop();
  m_progress->reset();
  m_start->setText(tr("&Measure"));
  m_copy->setEnabled(job->result.has_value());
  if (job->result) {
    showSpeeds(*job->result);
    showEstimates(job->estimates);
  } else {
    m_message->setText(job->error.isEmpty() ? tr("The measurement was cancelled.") : job->error);
  }
}

void MachineDialog::showSpeeds(const engine::MachineResult& result) {
  const QLocale& local = locale();
  m_message->setText(
      tr("Kernels in use: %1. Data: %2. Peak memory of this program: %3 MB.")
          .arg(QString::fromStdString(result.kernels), QString::fromStdString(result.data),
               local.toString(static_cast<double>(result.peakMemory) * 1e-6, 'f', 0)));

  QList<QStringList> rows{{QString()},
                          {tr("Peak, GFLOP/s")},
                          {tr("Step, median, ms")},
                          {tr("Step, minimum, ms")},
                          {tr("Step, 90th percentile, ms")},
                          {tr("Evaluation, images/s")},
                          {tr("One digit, ms")},
                          {tr("10 epochs here, minutes")}};
  for (const engine::MachineSpeed& speed : result.speeds) {
    rows[0] += tr("%1, threads: %2").arg(QString::fromStdString(speed.kernels)).arg(speed.threads);
    rows[1] += local.toString(speed.peak * 1e-9, 'f', 1);
    rows[2] += local.toString(speed.step.median * 1e3, 'f', 2);
    rows[3] += local.toString(speed.step.minimum * 1e3, 'f', 2);
    rows[4] += local.toString(speed.step.percentile90 * 1e3, 'f', 2);
    rows[5] += local.toString(speed.imagesPerSecond, 'f', 0);
    rows[6] += local.toString(speed.digit * 1e3, 'f', 3);
    rows[7] += local.toString(engine::tenEpochs(speed) / 60, 'f', 2);
  }
  fillTable(*m_speeds, rows, 1);
}

void MachineDialog::showEstimates(const std::vector<engine::InstanceEstimate>& estimates) {
  const QLocale& local = locale();
  QList<QStringList> rows{{tr("Instance"), tr("Processor"), tr("GFLOP/s"), tr("Credits"),
                           tr("At launch"), tr("Earned in hours")}};
  for (const auto& [type, minutes, hoursToEarn] : estimates)
    rows += QStringList{QString::fromStdString(type.name),
                        QString::fromStdString(type.processor->model),
                        local.toString(type.processor->peak() * 1e-9, 'f', 1),
                        local.toString(minutes, 'f', 1),
                        local.toString(type.launchCredits, 'f', 0),
                        local.toString(hoursToEarn, 'f', 2)};
  fillTable(*m_estimates, rows, 2);
}

void MachineDialog::copy() const {
  QGuiApplication::clipboard()->setText(m_message->text() + QLatin1Char('\n') +
                                        tabSeparated(*m_speeds) + QLatin1Char('\n') +
                                        tabSeparated(*m_estimates));
}

}  // namespace ui
