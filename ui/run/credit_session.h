#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "engine/credits/virtual_machine.h"

namespace ui {

class RunModel;

/// A burstable instance that exists only as arithmetic and does the same steps as the run: each one
/// is so much CPU time at its full speed. Follows every run of the model from its first step.
class CreditSession : public QObject {
  Q_OBJECT

 public:
  /// What the article measured on a t2.micro, evaluation included.
  static constexpr double kArticleSecondsPerStep = 0.432;

  /// The state of the instance after a step.
  struct Moment {
    qint64 step = 0;
    double seconds = 0;      ///< virtual, since the launch of the instance
    double balance = 0;      ///< credits
    double utilisation = 0;  ///< share of the whole CPU that was used during the step, 0..1
  };

  /// The whole run as it will be. Beyond 100,000 steps a moment stands for several steps.
  struct Outlook {
    std::vector<Moment> moments;
    std::optional<Moment> slowed;   ///< after the first step that was not at full speed
    std::optional<Moment> slowest;  ///< after the first step that took as long as the slowest one
    double slowdown = 1;            ///< time of the slowest step, divided by that at full speed
  };

  /// model must outlive the session. Throws Error where the type does not allow the options.
  CreditSession(const RunModel& model, const engine::InstanceType& type,
                const engine::MachineOptions& options = {},
                double secondsPerStep = kArticleSecondsPerStep, QObject* parent = nullptr);

  const engine::InstanceType& type() const { return m_machine.type(); }
  double openingBalance() const { return m_openingBalance; }
  double secondsPerStep() const { return m_secondsPerStep; }

  const std::vector<Moment>& moments() const { return m_moments; }  ///< one per step done
  const std::vector<double>& seconds() const { return m_seconds; }  ///< of moments()
  const Outlook& outlook() const { return m_outlook; }

 signals:
  void restarted();
  void grew();

 private:
  void restart();
  void follow();
  Outlook lookAhead(qint64 steps) const;

  const RunModel& m_model;
  engine::MachineOptions m_options;
  double m_secondsPerStep;
  engine::VirtualMachine m_machine;
  double m_openingBalance;
  std::vector<Moment> m_moments;
  std::vector<double> m_seconds;
  Outlook m_outlook;
};

}  // namespace ui
