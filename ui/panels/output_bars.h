#pragma once

#include "ui/panels/probability_bars.h"

namespace ui {

/// Bars of which one can be pointed at and chosen, by mouse or by arrow keys and Return.
class OutputBars : public ProbabilityBars {
  Q_OBJECT

 public:
  explicit OutputBars(QWidget* parent = nullptr);

  QRect rectOf(int index) const;

 signals:
  void pointed(const std::optional<int>& index);
  void chosen(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  std::optional<int> indexAt(QPointF position) const;
  void setCurrent(int index);

  int m_current = 0;
};

}  // namespace ui
