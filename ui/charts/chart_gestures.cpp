#include "ui/charts/chart_gestures.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "engine/error.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_pane.h"

namespace ui {

ChartGestures::ChartGestures(ChartPane& pane) : QObject(&pane), m_pane(pane) {
  pane.plot().installEventFilter(this);
  addActions();
}

void ChartGestures::addActions() {
  Plot& plot = m_pane.plot();
  plot.setContextMenuPolicy(Qt::ActionsContextMenu);
  const auto add = [&](const QString& text, const QKeySequence& key, auto slot) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, slot);
    plot.addAction(action);
  };
  add(tr("Show &all"), Qt::Key_0, [this] { m_pane.resetZoom(); });
  add(tr("&Copy picture and numbers"), QKeySequence::Copy, [this] { copyChart(m_pane); });
  add(tr("&Save chart…"), {}, [this] { save(); });
}

void ChartGestures::save() {
  QString filter;
  QString path = QFileDialog::getSaveFileName(
      &m_pane, tr("Save chart"), m_pane.title(),
      tr("Picture (*.png);;Vector graphics (*.svg);;Table of all values (*.csv)"), &filter);
  if (path.isEmpty()) return;
  if (!path.contains(QLatin1Char('.'))) path += filter.mid(filter.indexOf(QLatin1Char('*')) + 1, 4);
  try {
    saveChart(m_pane, path);
  } catch (const engine::Error& error) {
    QMessageBox::warning(&m_pane, tr("Save chart"), QString::fromUtf8(error.what()));
  }
}

bool ChartGestures::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::Wheel:
      return wheel(*static_cast<QWheelEvent*>(event));
    case QEvent::MouseButtonPress:
      return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
      return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
      return release(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
      m_pane.resetZoom();
      return true;
    case QEvent::KeyPress:
      return key(*static_cast<QKeyEvent*>(event));
    case QEvent::Leave:
      m_pane.axes().setCursor(std::nullopt);
      return false;
    default:
      return false;
  }
}

void ChartGestures::zoomX(double factor, double at) {
  const Range x = m_pane.axes().visible();
  m_pane.axes().zoomTo({at + (x.min - at) * factor, at + (x.max - at) * factor});
}

void ChartGestures::pan(double share) {
  const Range x = m_pane.axes().visible();
  m_pane.axes().zoomTo({x.min + share * x.width(), x.max + share * x.width()});
}

bool ChartGestures::wheel(const QWheelEvent& event) {
  const QPoint delta = event.angleDelta();
  if (event.modifiers().testFlag(Qt::ControlModifier) || delta.y() == 0) {
    if (!event.modifiers().testFlag(Qt::ShiftModifier)) {
      pan(-0.1 * (delta.y() != 0 ? delta.y() : delta.x()) / 120.0);
      return true;
    }
  }
  const bool vertical = event.modifiers().testFlag(Qt::ShiftModifier);
  // Some systems turn the wheel sideways themselves while Shift is held.
  const double factor = std::pow(0.8, (delta.y() != 0 ? delta.y() : delta.x()) / 120.0);
  const QPointF at = m_pane.plot().toPlot(event.position());
  if (vertical)
    m_pane.zoomY(factor, at.y());
  else
    zoomX(factor, at.x());
  return true;
}

bool ChartGestures::press(const QMouseEvent& event) {
  const bool control = event.modifiers().testFlag(Qt::ControlModifier);
  if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && control))
    m_grabbed = m_pane.plot().toPlot(event.position()).x();
  else if (event.button() == Qt::LeftButton)
    m_pressed = event.position().x();
  return false;
}

bool ChartGestures::move(const QMouseEvent& event) {
  LinkedAxes& axes = m_pane.axes();
  const double x = m_pane.plot().toPlot(event.position()).x();
  if (m_grabbed) {
    pan((*m_grabbed - x) / axes.visible().width());
    // The plot still has the axis of before; it moves under the mouse in the next frame.
    m_pane.refresh();
    return false;
  }
  if (m_pressed &&
      std::abs(event.position().x() - *m_pressed) >= QApplication::startDragDistance()) {
    const double from = m_pane.plot().toPlot({*m_pressed, 0}).x();
    const Range shown = axes.visible();
    m_pane.plot().setSelection(
        Range{std::max(std::min(from, x), shown.min), std::min(std::max(from, x), shown.max)});
  }
  axes.setCursorX(x);
  return false;
}

bool ChartGestures::release(const QMouseEvent& event) {
  m_grabbed.reset();
  if (event.button() != Qt::LeftButton) return false;
  m_pressed.reset();
  const auto selection = m_pane.plot().selection();
  m_pane.plot().setSelection(std::nullopt);
  if (selection) m_pane.axes().zoomTo(*selection);
  return false;
}

bool ChartGestures::key(const QKeyEvent& event) {
  LinkedAxes& axes = m_pane.axes();
  const bool toEvaluation = event.modifiers().testFlag(Qt::ControlModifier);
  const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
  const Range y = m_pane.valueAxis(Side::Left).range();
  const auto middle = [&axes] { return (axes.visible().min + axes.visible().max) / 2; };
  switch (event.key()) {
    case Qt::Key_Left:
      if (shift) {
        pan(-0.1);
        return true;
      }
      axes.moveCursor(-1, toEvaluation);
      return true;
    case Qt::Key_Right:
      if (shift) {
        pan(0.1);
        return true;
      }
      axes.moveCursor(1, toEvaluation);
      return true;
    case Qt::Key_Home:
      axes.setCursor(0);
      return true;
    case Qt::Key_End:
      axes.setCursor(std::numeric_limits<qint64>::max());
      return true;
    case Qt::Key_Up:
      m_pane.zoomY(0.8, (y.min + y.max) / 2);
      return true;
    case Qt::Key_Down:
      m_pane.zoomY(1.25, (y.min + y.max) / 2);
      return true;
    case Qt::Key_Plus:
      zoomX(0.8, middle());
      return true;
    case Qt::Key_Minus:
      zoomX(1.25, middle());
      return true;
    case Qt::Key_Escape:
      if (!axes.cursorX()) return false;
      axes.setCursor(std::nullopt);
      return true;
    default:
      return false;
  }
}

}  // namespace ui
