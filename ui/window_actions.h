#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QList>

#include "ui/run/training_session.h"

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;
class QWidget;

namespace ui {

/// Everything that can be asked of the window, with names, keys and icons. What an action does is
/// connected elsewhere.
class WindowActions {
  Q_DECLARE_TR_FUNCTIONS(ui::WindowActions)

 public:
  explicit WindowActions(QWidget& window);

  void fillMenuBar(QMenuBar& bar, QMenu& datasets, QMenu& recentWeights,
                   const QList<QAction*>& docks);

  /// Names and enables the transport actions for a state.
  /// awaited: a start waits for its data. attached: the run happens elsewhere.
  void showState(TrainingSession::State state, bool awaited = false, bool attached = false);

  QAction* openFolder;
  QAction* openWeights;
  QAction* saveWeights;
  QAction* openRuns;
  QAction* followLog;
  QAction* stopFollowing;
  QAction* addArticle;
  QAction* saveRun;
  QAction* saveReport;
  QAction* savePicture;
  QAction* quit;

  QAction* startOrPause;
  QAction* stepOnce;
  QAction* stop;
  QAction* restart;
  QAction* newSeed;

  QActionGroup* autosave;  ///< data(): minutes; for the next start
  QActionGroup* theme;     ///< data(): Theme as int
  QAction* cloudWatch;
  QActionGroup* xAxis;  ///< data(): XAxis as int
  QAction* fullScreen;
  QAction* resetLayout;

  QAction* planner;
  QAction* numbers;
  QAction* shortcuts;
  QAction* machine;
  QAction* alexnet;
  QAction* about;

 private:
  QAction* add(const QString& text, const QKeySequence& key = {}, const QString& icon = {});
  QAction* addTransport(const QString& text, const QKeySequence& key, const QString& icon,
                        const QString& toolTip);
  QActionGroup* addChoices(const QStringList& texts);
  QActionGroup* addAutosaveChoices();

  QWidget& m_window;
};

}  // namespace ui
