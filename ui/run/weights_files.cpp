#include "ui/run/weights_files.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <exception>
#include <filesystem>
#include <utility>

#include "engine/nn/classifier.h"
#include "engine/weights/npz.h"
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
              write(file, std::move(weights));
              emit saved(file, updates);
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

void WeightsFiles::open(const QString& file) {
  if (m_session.isActive()) {
    emit failed(tr("Stop the run before you open other weights."));
    return;
  }
  try {
    auto weights = std::make_shared<const engine::Weights>(engine::readNpz(toPath(file)));
    engine::Classifier{*weights};  // throws if they are of another network
    m_onDisk = weights;
    m_session.setWeights(std::move(weights), 0);
    emit opened(file);
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

void WeightsFiles::keepUnsaved() {
  m_session.halt();
  const auto& weights = m_session.weights();
  if (!weights || weights == m_onDisk || m_session.updates() == 0) return;
  QDir().mkpath(QFileInfo(keptFile()).path());
  write(keptFile(), weights);
  m_settings.setKeptWeights(Settings::KeptWeights{keptFile(), m_session.updates()});
}

QString WeightsFiles::keptFile() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
         QStringLiteral("/last-run.npz");
}

void WeightsFiles::write(const QString& file, std::shared_ptr<const engine::Weights> weights) {
  engine::writeNpz(toPath(file), *weights);
  m_onDisk = std::move(weights);
}

}  // namespace ui
