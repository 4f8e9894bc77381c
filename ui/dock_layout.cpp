#include "ui/dock_layout.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>

#include "ui/scrolling.h"

namespace ui {
namespace {

// To be raised whenever the set of docks and tool bars changes.
constexpr int kVersion = 1;

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::DockLayout)
};

QDockWidget* addDock(QMainWindow& window, const char* name, const QString& title, QWidget* panel) {
  auto* dock = new QDockWidget(title, &window);
  dock->setObjectName(QLatin1String(name));
  dock->setWidget(panel);
  return dock;
}

}  // namespace

DockLayout::DockLayout(QMainWindow& window, QWidget* settings, QWidget* pad, QWidget* log)
    : m_window(window),
      m_settings(addDock(window, "settings", Text::tr("Settings"), scrolling(settings))),
      m_pad(addDock(window, "pad", Text::tr("Draw"), scrolling(pad))),
      m_log(addDock(window, "log", Text::tr("Log"), log)) {
  window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
  // The pads at the sides are high, the log is wide.
  window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

QList<QAction*> DockLayout::toggleActions() const {
  return {m_settings->toggleViewAction(), m_pad->toggleViewAction(), m_log->toggleViewAction()};
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
  const std::pair<QDockWidget*, Qt::DockWidgetArea> places[] = {
      {m_settings, Qt::LeftDockWidgetArea},
      {m_pad, Qt::RightDockWidgetArea},
      {m_log, Qt::BottomDockWidgetArea}};
  for (const auto& [dock, area] : places) {
    dock->setFloating(false);
    m_window.addDockWidget(area, dock);
    dock->show();
  }
  m_window.resizeDocks({m_settings, m_pad}, {240, 290}, Qt::Horizontal);
  m_window.resizeDocks({m_log}, {110}, Qt::Vertical);
}

}  // namespace ui
