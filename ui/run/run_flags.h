#pragma once

#include <QObject>

namespace ui {

class CreditSession;
class LinkedAxes;
class RunModel;

/// Marks in all charts what happened in the run: changes of the learning rate, pauses, the start of
/// throttling of the simulated instance, the best validation.
class RunFlags : public QObject {
  Q_OBJECT

 public:
  /// All must outlive it.
  RunFlags(const RunModel& model, const CreditSession& credits, LinkedAxes& axes,
           QObject* parent = nullptr);

 private:
  void update();

  const RunModel& m_model;
  const CreditSession& m_credits;
  LinkedAxes& m_axes;
  std::size_t m_validations = 0, m_best = 0;  ///< looked at; the best of them
};

}  // namespace ui
