#pragma once

#include <QWidget>
#include <optional>

#include "ui/run/credit_source.h"
#include "ui/run/credit_track.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QStackedLayout;

namespace ui {

class LiveCreditCharts;
class RunFollower;

/// The credits below the charts of the run: simulated ones, those of this computer, of an instance
/// elsewhere, or those that a followed log tells of.
class CreditPanel : public QWidget {
  Q_OBJECT

 public:
  enum class Source { Simulated, ThisComputer, Instance, Log };
  Q_ENUM(Source)

  /// simulated becomes a child. The follower must outlive the panel.
  CreditPanel(QWidget* simulated, RunFollower& follower, QWidget* parent = nullptr);

  /// What makes sources of real machines. Before, there is nothing real to be chosen.
  void setMakeSource(MakeCreditSource make);

  Source source() const;
  void setSource(Source source);
  const CreditTarget& target() const { return m_target; }  ///< of Source::Instance
  void setTarget(const CreditTarget& target);

  LiveCreditCharts& live() const { return *m_live; }
  const std::optional<CreditNews>& news() const { return m_news; }

 signals:
  void sourceChanged();
  void targetChanged();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void buildHeader();
  void choose();
  void watch(const CreditTarget& target);
  void watchNamed();
  void take(const CreditNews& news);
  void showTexts();
  void takeLog();

  RunFollower& m_follower;
  MakeCreditSource m_make;
  std::unique_ptr<CreditSource> m_machine;  ///< null: none is watched
  CreditTarget m_target;
  CreditTrack m_track;
  std::optional<CreditNews> m_news;
  QComboBox* m_choice;
  QWidget* m_named;
  QLineEdit *m_instance, *m_region;
  QPushButton* m_watch;
  QStackedLayout* m_stack;
  LiveCreditCharts* m_live;
};

}  // namespace ui
