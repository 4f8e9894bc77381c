#include "ui/panels/output_bars.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

namespace ui {

OutputBars::OutputBars(QWidget* parent) : ProbabilityBars(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

QRect OutputBars::rectOf(int index) const {
  const int top = index * height() / engine::kClassCount;
  return {0, top, width(), (index + 1) * height() / engine::kClassCount - top};
}

std::optional<int> OutputBars::indexAt(QPointF position) const {
  if (!probabilities()) return std::nullopt;
  for (int i = 0; i < engine::kClassCount; ++i)
    if (rectOf(i).contains(position.toPoint())) return i;
  return std::nullopt;
}

void OutputBars::setCurrent(int index) {
  m_current = std::clamp(index, 0, engine::kClassCount - 1);
  emit pointed(m_current);
  update();
}

void OutputBars::paintEvent(QPaintEvent* event) {
  ProbabilityBars::paintEvent(event);
  if (!hasFocus()) return;
  QPainter painter(this);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.drawRect(rectOf(m_current).adjusted(1, 1, -1, -1));
}

void OutputBars::mouseMoveEvent(QMouseEvent* event) {
  emit pointed(indexAt(event->position()));
}

void OutputBars::mousePressEvent(QMouseEvent* event) {
  const auto index = indexAt(event->position());
  if (!index || event->button() != Qt::LeftButton) return;
  setCurrent(*index);
  emit chosen(*index);
}

void OutputBars::leaveEvent(QEvent*) {
  emit pointed(hasFocus() ? std::optional(m_current) : std::nullopt);
}

void OutputBars::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      return setCurrent(m_current - 1);
    case Qt::Key_Down:
      return setCurrent(m_current + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (probabilities()) emit chosen(m_current);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void OutputBars::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  emit pointed(m_current);
}

void OutputBars::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  emit pointed(std::nullopt);
}

}  // namespace ui
