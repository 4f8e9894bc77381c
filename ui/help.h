#pragma once

#include <QList>

class QAction;
class QWidget;

namespace ui {

class RunModel;

// The pages of the Help menu, each in a window of its own that stays open beside the work.

/// Version, licence, libraries, machine and the kernels that compute.
void showAbout(QWidget& parent, const RunModel& model);
/// The keys of actions and of what is not an action.
void showShortcuts(QWidget& parent, const QList<QAction*>& actions);
/// What each figure of the charts and the log is, and what it is not.
void showNumbers(QWidget& parent);

}  // namespace ui
