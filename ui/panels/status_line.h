#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "engine/train/remaining_time.h"
#include "ui/run/training_session.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace ui {

/// The figures of the run at a glance: step, epoch, time left, time per step, validation error and
/// what computes them, over a thin bar of progress. Where there is no room for all, the less
/// important ones give way.
class StatusLine : public QWidget {
  Q_OBJECT

 public:
  explicit StatusLine(TrainingSession& session, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Tile {
    QLabel* name;
    QLabel* value;
  };
  Tile addTile(QHBoxLayout* layout, const QString& name, const QString& toolTip);
  void show(const Tile& tile, const QString& value);
  void fit();
  void restart();
  void follow();
  void showFigures();
  QString timeLeft() const;

  TrainingSession& m_session;
  std::optional<engine::RemainingTime> m_remaining;
  std::size_t m_steps = 0;        ///< of the model, already in m_remaining
  std::size_t m_validations = 0;  ///< the same
  QTimer m_refresh;
  Tile m_step, m_epoch, m_left, m_perStep, m_error, m_kernels;
  QProgressBar* m_progress;
};

}  // namespace ui
