#pragma once

#include <QWidget>
#include <functional>
#include <memory>

#include "engine/bench/machine_result.h"
#include "engine/credits/instance_catalogue.h"
#include "engine/credits/plan/plan_request.h"

class QComboBox;
class QSpinBox;

namespace ui {

class DecimalSpinBox;

/// What is to be planned: epochs, their speed, the instance, its credits and the rules.
class PlannerInputs : public QWidget {
  Q_OBJECT

 public:
  /// The catalogue must outlive the widget.
  explicit PlannerInputs(const engine::InstanceCatalogue& catalogue, QWidget* parent = nullptr);

  /// Throws Error where the speed of the instance cannot be known.
  engine::PlanRequest request() const;

  /// This engine's speed can be chosen from now on, and is.
  void setMeasured(const engine::MachineResult& result);
  bool wantsMeasurement() const;  ///< this engine's speed is chosen but not known yet

 signals:
  void changed();

 private:
  enum Speed { TensorFlow, ThisEngine, Other };
  void chooseInstance();

  const engine::InstanceCatalogue& m_catalogue;
  std::shared_ptr<const engine::MachineResult> m_measured;
  QComboBox* m_instance;
  DecimalSpinBox* m_credits;
  QSpinBox* m_epochs;
  QComboBox* m_speed;
  DecimalSpinBox* m_milliseconds;
  QComboBox* m_rules;
};

}  // namespace ui
