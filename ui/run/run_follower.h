#pragma once

#include <QObject>
#include <memory>

#include "engine/log/run_record.h"
#include "ui/run/credit_track.h"

namespace ui {

class GhostRuns;
class TrainingSession;

/// Follows the log of a run that happens elsewhere while it is written, on a thread of its own. A
/// run log is shown as the run of the session, with its credits in credits(); a console log is
/// drawn beside that run, among the others. Ends when the run has told its end or the stream ends.
class RunFollower : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive the follower.
  RunFollower(TrainingSession& session, GhostRuns& ghosts, QObject* parent = nullptr);
  ~RunFollower() override;

  /// While a run goes on in the session, only a console log. Also what is added later, or to a file
  /// that takes the place of this one. "-": the standard input.
  void follow(const QString& file);
  /// Reads a descriptor, which becomes this object's own. name: for people.
  void followDescriptor(int descriptor, const QString& name);
  /// True for a run log whose last run has not ended, as far as its last lines say.
  static bool isUnfinished(const QString& file);

  /// Does not wait for the log. A run of the session keeps what has come so far.
  void stop();
  bool isFollowing() const { return m_job != nullptr; }

  CreditTrack& credits() { return m_credits; }
  const QString& machine() const { return m_machine; }  ///< that the credits are of, if told

 signals:
  void began();
  void message(const QString& text);
  void ended(const QString& text);  ///< why nothing more comes
  void failed(const QString& text);

 private:
  struct Job;
  void begin(std::shared_ptr<Job> job);
  void attach();
  void giveUp();
  void takeIn();
  void end(const std::shared_ptr<Job>& job);
  void takeConsole(std::vector<engine::RunRecord> runs);

  TrainingSession& m_session;
  GhostRuns& m_ghosts;
  CreditTrack m_credits;
  QString m_machine;
  std::shared_ptr<Job> m_job;  ///< the one under way; null if none
  std::vector<int> m_ghostIds;
};

}  // namespace ui
