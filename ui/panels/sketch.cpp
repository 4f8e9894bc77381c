#include "ui/panels/sketch.h"

#include <QLineF>
#include <QRectF>
#include <QUndoCommand>
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "ui/panels/eraser.h"

namespace ui {

namespace {

bool isOnPaper(QPointF point) {
  return QRectF(0, 0, Sketch::kSide, Sketch::kSide).contains(point);
}

// Samples closer than this change no pixel of the 28x28 and would only make long drawings slow.
constexpr double kShortestSegment = 0.5;

/// The part of line on the paper (Liang and Barsky), if there is one.
std::optional<QLineF> clipToPaper(const QLineF& line) {
  double from = 0;
  double to = 1;
  const auto clip = [&](double start, double delta) {
    // start + t * delta must lie in [0, kSide].
    if (delta == 0) return start >= 0 && start <= Sketch::kSide;
    const auto [enter, leave] = std::minmax({-start / delta, (Sketch::kSide - start) / delta});
    from = std::max(from, enter);
    to = std::min(to, leave);
    return from <= to;
  };
  if (!clip(line.x1(), line.dx()) || !clip(line.y1(), line.dy())) return std::nullopt;
  return QLineF(line.pointAt(from), line.pointAt(to));
}

}  // namespace

class Sketch::AddStrokes : public QUndoCommand {
 public:
  AddStrokes(Sketch& sketch, Strokes strokes)
      : QUndoCommand(tr("Stroke")), m_sketch(sketch), m_strokes(std::move(strokes)) {}

  void redo() override {
    m_sketch.m_content.strokes.insert(m_sketch.m_content.strokes.end(), m_strokes.begin(),
                                      m_strokes.end());
    emit m_sketch.changed();
  }
  void undo() override {
    m_sketch.m_content.strokes.resize(m_sketch.m_content.strokes.size() - m_strokes.size());
    emit m_sketch.changed();
  }

 private:
  Sketch& m_sketch;
  const Strokes m_strokes;
};

class Sketch::Replace : public QUndoCommand {
 public:
  Replace(Sketch& sketch, PadContent content, const QString& title)
      : QUndoCommand(title), m_sketch(sketch), m_other(std::move(content)) {}

  void redo() override {
    std::swap(m_sketch.m_content, m_other);
    emit m_sketch.changed();
  }
  void undo() override { redo(); }

 private:
  Sketch& m_sketch;
  PadContent m_other;
};

Sketch::Sketch(QObject* parent) : QObject(parent) {}

void Sketch::begin(QPointF point, Tool tool, double width) {
  finish();
  m_underWay = true;
  m_tool = tool;
  m_settled = m_content.strokes.size();
  m_pen = point;
  if (tool == Tool::Eraser)
    eraseTo(point);
  else if (isOnPaper(point))
    addPoint(point, width, true);
}

void Sketch::extend(QPointF point, double width) {
  if (!m_underWay || QLineF(m_pen, point).length() < kShortestSegment) return;
  if (m_tool == Tool::Eraser)
    eraseTo(point);
  else
    drawTo(point, width);
  m_pen = point;
}

void Sketch::drawTo(QPointF point, double width) {
  const auto part = clipToPaper(QLineF(m_pen, point));
  if (!part || part->length() == 0) return;
  if (!isOnPaper(m_pen)) addPoint(part->p1(), width, true);
  addPoint(part->p2(), width, false);
}

void Sketch::eraseTo(QPointF point) {
  const QLineF way(m_pen, point);
  PadContent rest{erased(m_content.strokes, way, kEraserReach), m_content.picture};
  if (rest.picture) {
    PadPicture picture = *rest.picture;
    erase(picture.pixels, way, kPenWidth / 2, kSide);
    if (picture.pixels != rest.picture->pixels)
      rest.picture = std::make_shared<const PadPicture>(std::move(picture));
  }
  if (rest == m_content) return;
  if (!m_unerased) m_unerased = m_content;
  m_content = std::move(rest);
  emit changed();
}

void Sketch::finish() {
  if (!std::exchange(m_underWay, false)) return;
  if (m_tool == Tool::Eraser)
    finishErasing();
  else
    finishDrawing();
}

void Sketch::finishErasing() {
  if (!m_unerased) return;
  PadContent rest = std::exchange(m_content, std::move(*m_unerased));
  m_unerased.reset();
  m_history.push(new Replace(*this, std::move(rest), tr("Erase")));
}

void Sketch::finishDrawing() {
  if (m_content.strokes.size() == m_settled) return;
  const auto first = m_content.strokes.begin() + static_cast<std::ptrdiff_t>(m_settled);
  Strokes strokes(std::make_move_iterator(first), std::make_move_iterator(m_content.strokes.end()));
  m_content.strokes.erase(first, m_content.strokes.end());
  m_history.push(new AddStrokes(*this, std::move(strokes)));
}

void Sketch::replace(PadContent content, const QString& title) {
  finish();
  std::erase_if(content.strokes,
                [](const engine::Stroke& stroke) { return stroke.points.empty(); });
  m_history.push(new Replace(*this, std::move(content), title));
}

void Sketch::clear() {
  finish();
  if (!isEmpty()) replace({}, tr("Clear"));
}

void Sketch::undo() {
  finish();
  m_history.undo();
}

void Sketch::redo() {
  finish();
  m_history.redo();
}

void Sketch::addPoint(QPointF point, double width, bool startsStroke) {
  if (startsStroke) m_content.strokes.emplace_back();
  m_content.strokes.back().points.push_back({point.x(), point.y(), width});
  emit changed();
}

}  // namespace ui
