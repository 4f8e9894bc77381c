#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>

#include "engine/credits/instance_catalogue.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QSlider;

namespace ui {

class CreditSession;
class DecimalSpinBox;

/// The simulated burstable instance: what can be chosen for it. Everything holds at once, for the
/// active run too, so that the forecast can be watched while one turns the knobs.
class MachinePanel : public QWidget {
  Q_OBJECT

 public:
  /// The session must outlive the panel.
  MachinePanel(CreditSession& session, const engine::InstanceCatalogue& catalogue,
               QWidget* parent = nullptr);

  /// What was chosen, in the words of engine/pace/pace_text.h: machine, cost of a step, policy and
  /// pace. What cannot be read is left as it is.
  QStringList words() const;
  void setWords(const QStringList& words);

 signals:
  void changed();
  /// Why an entry was not taken.
  void refused(const QString& message);

 private:
  QComboBox* addChoice(QFormLayout* form, const QString& name, const QStringList& words,
                       const QString& toolTip);
  void take(const std::function<void()>& change);
  void takeMachine();
  void takeMode();
  void takeBalance();
  void takePace();
  void showSettings();
  void showBalance();

  CreditSession& m_session;
  const engine::InstanceCatalogue& m_catalogue;
  QComboBox *m_type, *m_mode, *m_cost, *m_policy;
  QLabel* m_balanceName;
  DecimalSpinBox* m_balance;
  QSlider* m_pace;
  QLabel* m_paceText;
  bool m_showing = false;  // what is set was not typed by a person
};

}  // namespace ui
