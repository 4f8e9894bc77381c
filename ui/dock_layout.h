#pragma once

#include <QList>

#include "ui/settings.h"

class QAction;
class QDockWidget;
class QMainWindow;
class QWidget;

namespace ui {

/// A panel that lives in a dock of its own.
struct DockPanel {
  const char* name;  ///< under which its place is remembered
  QString title;
  QWidget* widget;
  Qt::DockWidgetArea area;  ///< at first; several in one area are tabs, the first one in front
};

/// The panels around the charts: where they are at first and where the user has put them.
class DockLayout {
 public:
  DockLayout(QMainWindow& window, const QList<DockPanel>& panels);

  /// The actions that show and hide the docks.
  QList<QAction*> toggleActions() const;
  /// Shows a panel and brings it to the front.
  void raise(const QWidget& panel);

  Settings::WindowLayout save() const;
  /// Where the layout is of another version or damaged, reset() instead.
  void restore(const Settings::WindowLayout& layout);
  /// 1280x800 or what the screen has, panels as at the first start.
  void reset();

 private:
  struct Dock {
    QDockWidget* dock;
    const QWidget* panel;
    Qt::DockWidgetArea area;
  };

  QMainWindow& m_window;
  QList<Dock> m_docks;
};

}  // namespace ui
