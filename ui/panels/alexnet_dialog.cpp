#include "ui/panels/alexnet_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QThread>
#include <QVBoxLayout>
#include <chrono>

#include "ui/panels/layer_bars.h"
#include "ui/panels/number_table.h"
#include "ui/run/run_texts.h"

namespace ui {
namespace {

QSpinBox* makeSpinBox(int most, int value, const QString& name) {
  auto* box = new QSpinBox;
  box->setRange(1, most);
  box->setValue(value);
  box->setAccessibleName(name);
  return box;
}

}  // namespace

AlexnetDialog::AlexnetDialog(QWidget* parent)
    : QDialog(parent),
      m_message(new QLabel(
          tr("AlexNet's convolutions on made-up images, as TensorFlow's alexnet_benchmark.py times "
             "them: forward, then forward and backward. Ten batches of each kind warm up. Training "
             "at the same time would slow both."))),
      m_batchSize(
          makeSpinBox(engine::kMaxAlexnetBatch, engine::kAlexnetBatch, tr("Images per batch"))),
      m_batches(makeSpinBox(100'000, 20, tr("Batches of each kind"))),
      m_threads(makeSpinBox(engine::kMaxThreads, engine::usefulThreads(), tr("Threads"))),
      m_progress(new QProgressBar),
      m_status(new QLabel),
      m_bars(new LayerBars),
      m_comparison(makeNumberTable(tr("Comparison with other machines"))) {
  setWindowTitle(tr("AlexNet"));
  m_message->setWordWrap(true);
  m_status->setWordWrap(true);
  m_progress->setRange(0, 1);
  m_progress->reset();
  m_progress->setAccessibleName(tr("Progress of the benchmark"));

  auto* form = new QFormLayout;
  form->addRow(tr("&Images per batch"), m_batchSize);
  form->addRow(tr("&Batches of each kind"), m_batches);
  form->addRow(tr("&Threads"), m_threads);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_start = buttons->addButton(tr("&Start"), QDialogButtonBox::ActionRole);
  m_copy = buttons->addButton(tr("C&opy"), QDialogButtonBox::ActionRole);
  m_copy->setEnabled(false);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  m_start->setDefault(true);
  connect(m_start, &QPushButton::clicked, this, &AlexnetDialog::startOrCancel);
  connect(m_copy, &QPushButton::clicked, this, &AlexnetDialog::copy);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_message);
  layout->addLayout(form);
  layout->addWidget(m_progress);
  layout->addWidget(m_status);
  layout->addWidget(m_bars, 3);
  layout->addWidget(m_comparison, 2);
  layout->addWidget(buttons);
  showComparison({});
  resize(720, 760);

  m_refresh.setInterval(std::chrono::milliseconds(100));
  connect(&m_refresh, &QTimer::timeout, this, &AlexnetDialog::pull);
}

AlexnetDialog::~AlexnetDialog() {
  if (m_job) m_job->cancel();
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

void AlexnetDialog::startOrCancel() {
  if (m_job) {
    m_job->cancel();
    return;
  }
  engine::AlexnetConfig config;
  config.batchSize = m_shownBatch = m_batchSize->value();
  config.threads = m_threads->value();
  m_job = std::make_shared<AlexnetJob>(config, m_batches->value());
  QThread* thread = QThread::create([job = m_job] { job->run(); });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("AlexNet"));
  connect(thread, &QThread::finished, thread, &QObject::deleteLater);
  connect(thread, &QThread::finished, this, &AlexnetDialog::finish);
  thread->start();
  m_refresh.start();
  m_start->setText(tr("&Cancel"));
  m_copy->setEnabled(false);
  m_status->setText(tr("Making weights and images..."));
  m_bars->setLayers({});
  showComparison({});
}

void AlexnetDialog::pull() {
  const AlexnetJob::News news = m_job->news();
  if (!news.step || news.done == m_progress->value()) return;
  m_progress->setRange(0, news.total);
  m_progress->setValue(news.done);
  const QString kind =
      news.step->task == engine::AlexnetTask::Forward ? tr("Forward") : tr("Forward and backward");
  const QString place = news.step->step < 0
                            ? tr("warming up")
                            : tr("batch %1 of %2").arg(news.step->step + 1).arg(m_job->batches());
  m_status->setText(tr("%1, %2: %3 s. About %4 left.")
                        .arg(kind, place, locale().toString(news.step->seconds, 'f', 3),
                             durationText(news.secondsLeft)));
  m_bars->setLayers(news.layers);
  showComparison(news);
}

void AlexnetDialog::finish() {
  m_refresh.stop();
  const auto job = std::exchange(m_job, nullptr);
  const AlexnetJob::News news = job->news();
  m_progress->reset();
  m_start->setText(tr("&Start"));
  m_copy->setEnabled(!news.summaries.empty());
  m_bars->setLayers(news.layers);
  showComparison(news);
  if (!news.error.isEmpty())
    m_status->setText(news.error);
  else if (job->isCancelled())
    m_status->setText(tr("The benchmark was cancelled."));
  else
    m_status->setText(tr("%1, threads: %2. Batches of %3.")
                          .arg(news.kernels)
                          .arg(news.threads)
                          .arg(job->batchSize()));
}

void AlexnetDialog::showComparison(const AlexnetJob::News& news) {
  const QLocale& local = locale();
  const double share = static_cast<double>(m_shownBatch) / engine::kAlexnetBatch;
  QList<QStringList> rows{{tr("Seconds per batch of %1").arg(m_shownBatch), tr("Forward"),
                           tr("× this computer"), tr("Forward and backward"),
                           tr("× this computer")}};
  const QString nothing = QStringLiteral("–");
  QStringList own{tr("This computer")};
  for (std::size_t i = 0; i < 2; ++i) {
    const bool known = i < news.summaries.size();
    own += known ? tr("%1 ± %2").arg(local.toString(news.summaries[i].time.mean, 'f', 3),
                                     local.toString(news.summaries[i].time.deviation, 'f', 3))
                 : nothing;
    own += known ? local.toString(1.0, 'f', 2) : nothing;
  }
  rows += own;
  for (const engine::AlexnetFigure& figure : engine::kAlexnetFigures) {
    QStringList row{QString::fromUtf8(figure.machine)};
    for (const auto task : {engine::AlexnetTask::Forward, engine::AlexnetTask::ForwardBackward}) {
      const double seconds = figure.of(task) * share;
      const auto index = static_cast<std::size_t>(task);
      row += local.toString(seconds, 'f', 3);
      row += index < news.summaries.size()
                 ? local.toString(seconds / news.summaries[index].time.mean, 'f', 2)
                 : nothing;
    }
    rows += row;
  }
  fillTable(*m_comparison, rows, 1);
}

void AlexnetDialog::copy() const {
  QGuiApplication::clipboard()->setText(m_status->text() + QLatin1Char('\n') +
                                        m_bars->tabSeparated() + QLatin1Char('\n') +
                                        tabSeparated(*m_comparison));
}

}  // namespace ui
