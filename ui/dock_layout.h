#pragma once

#include <QList>

#include "ui/settings.h"

class QAction;
class QDockWidget;
class QMainWindow;
class QWidget;

namespace ui {

/// The panels around the charts: where they are at first and where the user has put them.
class DockLayout {
 public:
  /// Puts the panels into docks of window: settings left, pad right, log at the bottom.
  DockLayout(QMainWindow& window, QWidget* settings, QWidget* pad, QWidget* log);

  /// The actions that show and hide the docks.
  QList<QAction*> toggleActions() const;

  Settings::WindowLayout save() const;
  /// Where the layout is of another version or damaged, reset() instead.
  void restore(const Settings::WindowLayout& layout);
  /// 1280x800 or what the screen has, panels as at the first start.
  void reset();

 private:
  QMainWindow& m_window;
  QDockWidget* m_settings;
  QDockWidget* m_pad;
  QDockWidget* m_log;
};

}  // namespace ui
