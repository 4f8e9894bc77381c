#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

#include "engine/train/predictions.h"

namespace ui {

/// A confusion matrix: a row for each label, a column for each class that the network took images
/// for, with the recall at the end of a row and the precision at the foot of a column. Mouse,
/// arrow keys and Return choose a cell.
class ConfusionView : public QWidget {
  Q_OBJECT

 public:
  /// A cell; nothing stands for a whole row or column.
  struct Cell {
    std::optional<int> label, winner;
    bool operator==(const Cell&) const = default;
  };

  explicit ConfusionView(QWidget* parent = nullptr);

  void setClassNames(const QStringList& names);
  /// Nothing empties the view.
  void setConfusion(const std::optional<engine::ConfusionMatrix>& confusion);

  const std::optional<engine::ConfusionMatrix>& confusion() const { return m_confusion; }
  Cell current() const { return cellAt(m_row, m_column); }
  /// What the view says of a cell: "label 4, taken for 9: 12 images".
  QString text(const Cell& cell) const;
  /// Where a cell is drawn. row, column: 0..9; 10 is the margin of the scores.
  QRectF rectOf(int row, int column) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return width; }

 signals:
  void chosen(const ui::ConfusionView::Cell& cell);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  static Cell cellAt(int row, int column);
  std::optional<QPoint> placeAt(QPointF position) const;
  void moveTo(int row, int column);
  std::int64_t count(const Cell& cell) const;
  QString score(int row, int column) const;

  std::optional<engine::ConfusionMatrix> m_confusion;
  engine::ClassScores m_scores;
  QStringList m_names;
  int m_row = 0, m_column = 0;
};

}  // namespace ui
