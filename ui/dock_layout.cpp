#include "ui/dock_layout.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMap>
#include <QScreen>

#include "ui/scrolling.h"

namespace ui {
namespace {

// To be raised whenever the set of docks and tool bars changes.
constexpr int kVersion = 5;

}  // namespace

DockLayout::DockLayout(QMainWindow& window, const QList<DockPanel>& panels) : m_window(window) {
  for (const DockPanel& panel : panels) {
    auto* dock = new QDockWidget(panel.title, &window);
    dock->setObjectName(QLatin1String(panel.name));
    dock->setWidget(panel.area == Qt::BottomDockWidgetArea ? panel.widget
                                                           : scrolling(panel.widget));
    // Qt leaves what lies behind another tab shown; a panel must know when nobody sees it.
    QObject::connect(dock, &QDockWidget::visibilityChanged, dock->widget(), &QWidget::setVisible);
    m_docks += {dock, panel.widget, panel.area};
  }
  window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
  // The pads at the sides are high, the log is wide.
  window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
}

QList<QAction*> DockLayout::toggleActions() const {
  QList<QAction*> actions;
  for (const Dock& dock : m_docks) actions += dock.dock->toggleViewAction();
  return actions;
}

void DockLayout::raise(const QWidget& panel) {
  for (const Dock& dock : m_docks)
    if (dock.panel == &panel) {
      dock.dock->show();
      dock.dock->raise();
    }
}

Settings::WindowLayout DockLayout::save() const {
  return {m_window.saveGeometry(), m_window.saveState(kVersion)};
}

void DockLayout::restore(const Settings::WindowLayout& layout) {
  reset();
  // restoreGeometry() also brings a window back that would lie on a screen that is gone.
  if (!m_window.restoreGeometry(layout.geometry) || !m_window.restoreState(layout.docks, kVersion))
    reset();
}

void DockLayout::reset() {
  const QSize room = m_window.screen()->availableSize();
  m_window.setWindowState(Qt::WindowNoState);
  m_window.resize(QSize(1280, 800).boundedTo(room));
  QMap<Qt::DockWidgetArea, QDockWidget*> first;
  for (const auto& [dock, panel, area] : m_docks) {
    dock->setFloating(false);
    m_window.addDockWidget(area, dock);
    dock->show();
    if (QDockWidget*& front = first[area])
      m_window.tabifyDockWidget(front, dock);
    else
      front = dock;
  }
  const QMap<Qt::DockWidgetArea, int> sizes{{Qt::LeftDockWidgetArea, 240},
                                            {Qt::RightDockWidgetArea, 290},
                                            {Qt::BottomDockWidgetArea, 110}};
  for (auto [area, dock] : first.asKeyValueRange()) {
    dock->raise();
    m_window.resizeDocks({dock}, {sizes[area]},
                         area == Qt::BottomDockWidgetArea ? Qt::Vertical : Qt::Horizontal);
  }
}

}  // namespace ui
