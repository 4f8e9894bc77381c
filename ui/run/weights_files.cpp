#include "ui/run/weights_files.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <exception>
#include <filesystem>
#include <utility>

#include "engine/nn/classifier.h"
#include "engine/weights/npz.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"
#include "ui/settings.h"

namespace ui {
namespace {

std::filesystem::path toPath(const QString& file) {
  return QFile::encodeName(file).toStdString();
}

}  // namespace

WeightsFiles::WeightsFiles(TrainingSession& session, Settings& settings, QObject* parent)
    : QObject(parent), m_session(session), m_settings(settings) {
  connect(&session, &TrainingSession::weightsReady, this,
          [this](std::shared_ptr<const engine::Weights> weights, qint64 updates) {
            const QString file = std::exchange(m_target, {});
            if (file.isEmpty()) return;
            try {
              write(file, weights);
              emit saved(file, updates, haveOverflowed(weights));
            } catch (const std::exception& error) {
              emit failed(QString::fromUtf8(error.what()));
            }
          });
}

bool WeightsFiles::canSave() const {
  return m_session.isActive() || m_session.weights();
}

void WeightsFiles::save(const QString& file) {
  m_target = file;
  m_session.requestWeights();
}

void WeightsFiles::open(const QString& file, qint64 updates) {
  if (m_session.isActive()) {
    emit failed(tr("Stop the run before you open other weights."));
    return;
  }
  try {
    auto weights = std::make_shared<const engine::Weights>(engine::readNpz(toPath(file)));
    engine::Classifier{*weights};  // throws if they are of another network
    m_onDisk = weights;
    m_session.setWeights(std::move(weights), updates);
    emit opened(file);
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

void WeightsFiles::keepUnsaved() {
  m_session.halt();
  const auto& weights = m_session.weights();
  if (!weights || weights == m_onDisk || m_session.updates() == 0) return;
  const auto kept = m_settings.keptWeights();
  const auto& run = m_session.model().run();
  if (kept && QFile::exists(kept->file) && m_session.updates() < kept->updates && run &&
      m_session.updates() < run->config.evaluationInterval)
    return;
  QDir().mkpath(QFileInfo(keptFile()).path());
  write(keptFile(), weights);
  m_settings.setKeptWeights(Settings::KeptWeights{keptFile(), m_session.updates()});
}

QString WeightsFiles::keptFile() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
         QStringLiteral("/last-run.npz");
}

void WeightsFiles::saveKept(const QString& file) {
  const auto kept = m_settings.keptWeights();
  if (!kept) return;
  try {
    engine::writeNpz(toPath(file), engine::readNpz(toPath(kept->file)));
    m_settings.setKeptWeights(std::nullopt);
    emit saved(file, kept->updates, false);
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

bool WeightsFiles::haveOverflowed(const std::shared_ptr<const engine::Weights>& weights) const {
  const auto& result = m_session.model().result();
  return result && result->reason == engine::StopReason::NonFinite && result->weights == weights;
}

void WeightsFiles::write(const QString& file, std::shared_ptr<const engine::Weights> weights) {
  engine::writeNpz(toPath(file), *weights);
  m_onDisk = std::move(weights);
}

}  // namespace ui
