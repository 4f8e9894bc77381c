#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <optional>

#include "engine/pace/forecast.h"

namespace ui {

class RunModel;
class TrainingSession;

/// The simulated burstable instance that goes along with the runs of a session: what a person has
/// chosen for it, and what will become of the present run.
class CreditSession : public QObject {
  Q_OBJECT

 public:
  /// session: whose model it is; without one, only what the model already tells is known. Both must
  /// outlive this. Throws engine::Error where the type does not allow the options.
  CreditSession(const RunModel& model, const engine::PaceSettings& settings,
                TrainingSession* session = nullptr, QObject* parent = nullptr);

  /// For the next start.
  const engine::PaceSettings& settings() const { return m_settings; }
  double openingBalance() const;
  double pace() const { return m_pace; }

  // These hold for the active run from this moment on, and for all runs that follow. They throw
  // engine::Error, changing nothing, where the type does not allow it.
  void setMachine(const engine::InstanceType& type, const engine::MachineOptions& options = {});
  void setMode(engine::CreditMode mode);
  void setBalance(double credits);
  void setCost(const engine::StepCost& cost);
  void setPolicy(const engine::CreditPolicy& policy);
  void setPace(double pace);

  /// The machine of the active or last run as it is now; that of the next one before the first.
  engine::PacedRun run() const;
  bool isActive() const;

  /// From now to the end of the active run; empty if there is none.
  const engine::Forecast& forecast() const { return m_forecast; }
  /// Of the present or last run: after the first work that was not at full speed.
  const std::optional<engine::PaceMoment>& slowed() const { return m_slowed; }
  double worstSlowdown() const { return m_worstSlowdown; }
  double restSeconds() const { return m_restSeconds; }  ///< all long rests so far
  bool endedByPolicy() const;

  const RunModel& model() const { return m_model; }

 signals:
  void restarted();  ///< another run
  void grew();       ///< its machine did some steps
  void changed();    ///< another forecast, or other settings

 private:
  void restart();
  void follow();
  void lookAhead();

  const RunModel& m_model;
  TrainingSession* m_session;
  engine::PaceSettings m_settings;
  double m_pace;
  engine::Forecast m_forecast;
  QElapsedTimer m_sinceForecast;
  std::size_t m_moments = 0;  // already looked at
  std::optional<engine::PaceMoment> m_slowed;
  double m_worstSlowdown = 1, m_restSeconds = 0;
};

}  // namespace ui
