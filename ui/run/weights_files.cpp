#include "ui/run/weights_files.h"

#include <QDir>
#include <QFile>
#include <exception>
#include <filesystem>
#include <utility>

#include "engine/atomic_file.h"
#include "engine/log/number_text.h"
#include "engine/weights/import_weights.h"
#include "engine/weights/metadata.h"
#include "engine/weights/npz.h"
#include "ui/run/mailbox.h"
#include "ui/run/run_commands.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"
#include "ui/settings.h"

namespace ui {
namespace {

std::filesystem::path toPath(const QString& file) {
  return QFile::encodeName(file).toStdString();
}

}  // namespace

/// One file to be written. Its own copies of all, because the other thread reads them.
struct WeightsFiles::Job {
  Request request{};
  SavedFile saved{};
  std::function<engine::WeightsFile()> content{};  ///< called on the other thread
  std::shared_ptr<const engine::Dataset> dataset{};
  std::shared_ptr<const engine::Weights> weights{};  ///< of the session, if they are
  QString keptFile{};                                ///< that is not needed any more then
  // Written by the other thread.
  bool done = false;
  QString error{};
};

WeightsFiles::WeightsFiles(TrainingSession& session, RunCommands& commands, Settings& settings,
                           QObject* parent)
    : QObject(parent), m_session(session), m_commands(commands), m_settings(settings) {
  connect(&session, &TrainingSession::weightsReady, this,
          [this](std::shared_ptr<const engine::Weights> weights, qint64 updates) {
            if (const auto request = std::exchange(m_request, std::nullopt))
              write(*request, std::move(weights), updates, std::nullopt);
          });
}

WeightsFiles::~WeightsFiles() {
  cancel();
}

bool WeightsFiles::canSave() const {
  return (m_session.isActive() && !m_session.isAttached()) || m_session.weights();
}

void WeightsFiles::save(const QString& file, WhichWeights which,
                        const engine::ExportOptions& options) {
  if (isBusy()) {
    emit failed(tr("Wait until the file before is written."));
    return;
  }
  *m_progress = 0;
  *m_cancelled = false;
  const BestWeights* best = m_session.best();
  if (which == WhichWeights::Best && best) {
    write({file, options}, best->weights, best->updates, best->validationError);
  } else {
    m_request = Request{file, options};
    m_session.requestWeights();
  }
}

void WeightsFiles::write(const Request& request, std::shared_ptr<const engine::Weights> weights,
                         qint64 updates, std::optional<double> validationError) {
  const auto job = std::make_shared<Job>(Job{
      .request = request,
      .saved = {.name = request.file, .updates = updates, .overflowed = haveOverflowed(weights)},
      .dataset = dataset(),
      .weights = weights});
  job->content = [weights, updates, validationError, data = m_commands.startedDataset(),
                  config = m_commands.startedConfig(),
                  result = m_session.model().result()]() -> engine::WeightsFile {
    engine::Metadata metadata;
    if (data && config) metadata = engine::describeRun(*config, *data, updates);
    if (validationError)
      metadata["validation_error_percent"] = engine::fixedText(*validationError, 2);
    if (result && result->weights == weights && result->test.count > 0)
      metadata["test_error_percent"] = engine::fixedText(result->test.errorRate(), 2);
    return {*weights, metadata};
  };
  start(job);
}

void WeightsFiles::start(const std::shared_ptr<Job>& job) {
  m_worker.start(
      [job, progress = m_progress, cancelled = m_cancelled] {
        try {
          const auto images =
              job->dataset ? std::span(job->dataset->test.pixels) : std::span<const std::uint8_t>();
          const auto report = engine::saveVerified(toPath(job->request.file), job->content(),
                                                   job->request.options, images, [&](double part) {
                                                     *progress = part;
                                                     return !*cancelled;
                                                   });
          job->done = report.has_value();
          if (report) job->saved.report = *report;
        } catch (const std::exception& error) {
          job->error = QString::fromUtf8(error.what());
        }
      },
      [this, job] { finish(*job); });
}

void WeightsFiles::finish(const Job& job) {
  if (!job.error.isEmpty()) {
    emit failed(job.error);
  } else if (!job.done) {
    emit cancelled();
  } else {
    if (job.weights) m_onDisk = job.weights;
    auto kept = m_settings.keptWeights();
    if (kept.removeIf([&](const auto& weights) { return weights.file == job.keptFile; }) > 0)
      m_settings.setKeptWeights(kept);
    m_settings.addRecentWeights(job.request.file);
    emit saved(job.saved);
  }
}

void WeightsFiles::open(const QString& file, qint64 updates) {
  const QString busy = tr("Stop the run before you open other weights.");
  if (m_session.isActive() || isBusy()) {
    emit failed(m_session.isActive() ? busy : tr("Wait until the file before is written."));
    return;
  }
  struct Opened {
    engine::ImportedWeights weights;
    QString error;
  };
  const auto job = std::make_shared<Opened>();
  m_worker.start(
      [job, file, data = dataset()] {
        try {
          job->weights = engine::importWeights(toPath(file), engine::FeatureOrder::Guess,
                                               data ? data->validation : engine::LabeledImages());
          engine::requireFinite(job->weights.file.weights, toPath(file));
        } catch (const std::exception& error) {
          job->error = QString::fromUtf8(error.what());
        }
      },
      [this, job, file, updates, busy] {
        if (job->error.isEmpty() && m_session.isActive()) job->error = busy;
        if (!job->error.isEmpty()) {
          emit failed(job->error);
          return;
        }
        auto& [content, wasConverted, order] = job->weights;
        const auto step = content.metadata.find("step");
        const qint64 said =
            step == content.metadata.end() ? 0 : QString::fromStdString(step->second).toLongLong();
        m_onDisk = std::make_shared<const engine::Weights>(std::move(content.weights));
        m_session.setWeights(m_onDisk, updates < 0 ? said : updates);
        m_settings.addRecentWeights(file);
        emit opened(file, !wasConverted ? QString()
                          : order == engine::FeatureOrder::ChannelsFirst
                              ? tr("PyTorch's layouts, features flattened channels first")
                              : tr("PyTorch's layouts, features flattened channels last"));
      });
}

void WeightsFiles::keepUnsaved() {
  m_worker.finish();
  m_session.halt();
  const auto& weights = m_session.weights();
  const qint64 updates = m_session.updates();
  if (!weights || weights == m_onDisk || updates == 0) return;

  QList<Settings::KeptWeights> kept = m_settings.keptWeights();
  kept.removeIf([](const auto& entry) { return !QFile::exists(entry.file); });
  const auto& run = m_session.model().run();
  const bool trivial = run && updates < run->config.evaluationInterval;
  if (!kept.isEmpty() && kept.last().updates >= updates && (trivial || kept.size() == kMostKept))
    return;
  const QString folder = m_settings.keptFolder();
  QDir().mkpath(folder);
  if (kept.size() == kMostKept) kept.removeLast();
  QString file;
  for (int i = 1; file.isEmpty(); ++i) {
    const QString name = folder + QStringLiteral("/last-run-%1.npz").arg(i);
    if (std::ranges::find(kept, name, &Settings::KeptWeights::file) == kept.end()) file = name;
  }
  engine::Metadata metadata;
  if (m_commands.startedDataset() && m_commands.startedConfig())
    metadata =
        engine::describeRun(*m_commands.startedConfig(), *m_commands.startedDataset(), updates);
  engine::writeFileAtomically(toPath(file), engine::encodeNpz({*weights, metadata}));
  m_onDisk = weights;
  kept += {file, updates};
  m_settings.setKeptWeights(kept);
}

void WeightsFiles::saveKept(const QString& kept, const QString& file) {
  if (isBusy()) {
    emit failed(tr("Wait until the file before is written."));
    return;
  }
  *m_progress = 0;
  *m_cancelled = false;
  qint64 updates = 0;
  for (const auto& entry : m_settings.keptWeights())
    if (entry.file == kept) updates = entry.updates;
  start(std::make_shared<Job>(
      Job{.request = {file, {}},
          .saved = {.name = file, .updates = updates},
          .content = [kept] { return engine::importWeights(toPath(kept)).file; },
          .dataset = dataset(),
          .keptFile = kept}));
}

std::shared_ptr<const engine::Dataset> WeightsFiles::dataset() const {
  return m_commands.startedDataset() ? m_commands.startedDataset() : m_commands.dataset();
}

bool WeightsFiles::haveOverflowed(const std::shared_ptr<const engine::Weights>& weights) const {
  const auto& result = m_session.model().result();
  return result && result->reason == engine::StopReason::NonFinite && result->weights == weights;
}

}  // namespace ui
