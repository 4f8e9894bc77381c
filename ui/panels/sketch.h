#pragma once

#include <QObject>
#include <QPointF>
#include <QUndoStack>
#include <memory>
#include <optional>

#include "ui/panels/pad_content.h"

namespace ui {

/// What is on the drawing pad, strokes in logical coordinates, with its history. One gesture, from
/// the pen's touching the paper to its leaving it, is one step of the history, however many strokes
/// it has left.
class Sketch : public QObject {
  Q_OBJECT

 public:
  /// Side of the square paper in logical units; the strokes lie in [0, kSide] x [0, kSide].
  static constexpr double kSide = 280;

  /// Width of the visible pen: that of MNIST's if the paper is taken for its 28x28 pixels.
  static constexpr double kPenWidth = engine::kMnistPenWidth * kSide / engine::kImageSide;

  explicit Sketch(QObject* parent = nullptr);

  /// All ink, that of the gesture under way included.
  const Strokes& strokes() const { return m_content.strokes; }
  const std::shared_ptr<const PadPicture>& picture() const { return m_content.picture; }
  bool isEmpty() const { return m_content.isEmpty(); }

  enum class Tool { Pen, Eraser };

  /// Ink whose middle is nearer than this to the eraser's way goes: no more is left of it within
  /// the round eraser, as wide as the pen.
  static constexpr double kEraserReach = kPenWidth;

  /// A gesture. Points off the paper leave no ink: the line ends where it crosses the border and
  /// begins anew where it comes back. extend() and finish() do nothing while no gesture is under
  /// way. width is a multiple of kPenWidth and means nothing to the eraser.
  void begin(QPointF point, Tool tool = Tool::Pen, double width = 1);
  void extend(QPointF point, double width = 1);
  void finish();
  bool isUnderWay() const { return m_underWay; }

  /// Each of these ends a gesture first. replace() and clear() can be undone.
  void replace(PadContent content, const QString& title);
  void clear();
  void undo();
  void redo();

  const QUndoStack& history() const { return m_history; }

 signals:
  void changed();

 private:
  class AddStrokes;
  class Replace;

  void addPoint(QPointF point, double width, bool startsStroke);
  void drawTo(QPointF point, double width);
  void eraseTo(QPointF point);
  void finishDrawing();
  void finishErasing();

  PadContent m_content;
  QUndoStack m_history;
  bool m_underWay = false;
  Tool m_tool = Tool::Pen;
  std::size_t m_settled = 0;             // strokes of finished gestures, while one draws
  std::optional<PadContent> m_unerased;  // what there was before the gesture, if that has erased
  QPointF m_pen;                         // the last point of the gesture, on or off the paper
};

}  // namespace ui
