#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "engine/train/train_config.h"

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QSpinBox;
class QToolButton;

namespace ui {

class DecimalSpinBox;

/// The settings of a run in two groups: what an active run obeys at once, and what only the next
/// start reads. Changes that wait for a restart are marked and named.
class SettingsPanel : public QWidget {
  Q_OBJECT

 public:
  /// datasets: the menu behind the data-set button.
  explicit SettingsPanel(QMenu& datasets, QWidget* parent = nullptr);

  engine::TrainConfig config() const;
  void setConfig(const engine::TrainConfig& config);
  void setSeed(std::uint64_t seed);

  /// name: of the data set for the next start; details: what the tool tip tells of it.
  void setDataset(const QString& name, const QString& details);

  /// With what the shown run was started; the differences are marked.
  void setStarted(const engine::TrainConfig& config, const QString& datasetName);

  /// Names of the settings that wait for a restart.
  QStringList waiting() const;

 signals:
  void changed();
  /// An entry was not taken; why.
  void refused(const QString& message);
  void restartWanted();

 private:
  struct Row {
    QLabel* label;
    QString name;
    std::function<bool()> waits;  ///< for a restart
  };

  QWidget* buildLiveGroup();
  QWidget* buildRestartGroup(QMenu& datasets);
  QWidget* buildHint();
  void addRow(QFormLayout* form, const QString& name, QWidget* field, const QString& toolTip,
              std::function<bool()> waits = {});
  template <typename Value>
  std::function<bool()> waitsWhereDifferent(Value engine::TrainConfig::*member) const {
    return [this, member] { return config().*member != (*m_started).*member; };
  }
  void edited();
  void mark();

  DecimalSpinBox* m_learningRate;
  QToolButton* m_dataset;
  QLineEdit* m_seed;
  QSpinBox* m_batchSize;
  QSpinBox* m_epochs;
  QCheckBox* m_shuffle;
  QCheckBox* m_distort;
  QSpinBox* m_evaluationInterval;
  DecimalSpinBox* m_weightDecay;
  DecimalSpinBox* m_keepProbability;
  QSpinBox* m_threads;
  QWidget* m_hint;
  QLabel* m_hintText;

  std::vector<Row> m_rows;
  bool m_setting = false;
  std::optional<engine::TrainConfig> m_started;
  QString m_startedDataset;
};

}  // namespace ui
