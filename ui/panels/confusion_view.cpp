#include "ui/panels/confusion_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/panels/accessible_value.h"
#include "ui/panels/image_list.h"
#include "ui/theme.h"

namespace ui {
namespace {

constexpr int kScores = engine::kClassCount;  // row and column of the precision and the recall
constexpr int kHeader = -1;                   // row and column of the names
constexpr int kLines = engine::kClassCount + 2;

// Errors are rare: a linear scale would show only the diagonal.
float shade(std::int64_t count, std::int64_t most) {
  if (count == 0 || most == 0) return 0;
  return 0.15F + 0.85F * static_cast<float>(std::log1p(static_cast<double>(count)) /
                                            std::log1p(static_cast<double>(most)));
}

}  // namespace

ConfusionView::ConfusionView(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setFocusPolicy(Qt::StrongFocus);
  describePainted(*this, QAccessible::Table, tr("Confusion matrix"));
  setConfusion({});
}

void ConfusionView::setClassNames(const QStringList& names) {
  m_names = names;
  update();
}

void ConfusionView::setConfusion(const std::optional<engine::ConfusionMatrix>& confusion) {
  m_confusion = confusion;
  if (confusion) m_scores = engine::scoresOf(*confusion);
  setAccessibleValue(*this, confusion ? text(current()) : tr("nothing classified yet"));
  update();
}

ConfusionView::Cell ConfusionView::cellAt(int row, int column) {
  return {row < kScores ? std::optional(row) : std::nullopt,
          column < kScores ? std::optional(column) : std::nullopt};
}

std::int64_t ConfusionView::count(const Cell& cell) const {
  std::int64_t sum = 0;
  for (int label = 0; label < engine::kClassCount; ++label)
    for (int winner = 0; winner < engine::kClassCount; ++winner)
      if (cell.label.value_or(label) == label && cell.winner.value_or(winner) == winner)
        sum += (*m_confusion)[static_cast<std::size_t>(label)][static_cast<std::size_t>(winner)];
  return sum;
}

QString ConfusionView::score(int row, int column) const {
  const double value = column == kScores ? m_scores.recall[static_cast<std::size_t>(row)]
                                         : m_scores.precision[static_cast<std::size_t>(column)];
  return std::isnan(value) ? tr("–") : locale().toString(100 * value, 'f', 1);
}

QString ConfusionView::text(const Cell& cell) const {
  if (!m_confusion) return {};
  const QString images = imageCountText(count(cell));
  if (cell.label && cell.winner)
    return tr("label %1, taken for %2: %3")
        .arg(m_names.value(*cell.label), m_names.value(*cell.winner), images);
  if (cell.label)
    return tr("label %1: %2, %3 % of them recognised (recall)")
        .arg(m_names.value(*cell.label), images, score(*cell.label, kScores));
  if (cell.winner)
    return tr("taken for %1: %2, %3 % of them rightly (precision)")
        .arg(m_names.value(*cell.winner), images, score(kScores, *cell.winner));
  return tr("all: %1").arg(images);
}

QRectF ConfusionView::rectOf(int row, int column) const {
  // Whole device pixels, so that all lines are equally sharp.
  const double ratio = devicePixelRatioF();
  const double width = std::floor(this->width() * ratio / kLines) / ratio;
  const double height = std::floor(this->height() * ratio / kLines) / ratio;
  return {(column + 1) * width, (row + 1) * height, width, height};
}

std::optional<QPoint> ConfusionView::placeAt(QPointF position) const {
  const QRectF unit = rectOf(kHeader, kHeader);
  const int row = static_cast<int>(position.y() / unit.height()) - 1;
  const int column = static_cast<int>(position.x() / unit.width()) - 1;
  if (row < 0 || column < 0 || row > kScores || column > kScores) return std::nullopt;
  return QPoint(column, row);
}

void ConfusionView::moveTo(int row, int column) {
  m_row = std::clamp(row, 0, kScores);
  m_column = std::clamp(column, 0, kScores);
  setAccessibleValue(*this, text(current()));
  update();
}

QSize ConfusionView::minimumSizeHint() const {
  const QFontMetrics metrics(font());
  return {kLines * metrics.horizontalAdvance(QStringLiteral("100")),
          kLines * (metrics.height() + 2)};
}

QSize ConfusionView::sizeHint() const {
  return minimumSizeHint() * 1.3;
}

void ConfusionView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const bool dark = isDark(palette());
  const QColor ground = palette().color(QPalette::Base), ink = palette().color(QPalette::Text);
  const auto write = [&](int row, int column, const QString& text) {
    const QRectF box = rectOf(row, column).adjusted(1, 0, -1, 0);
    // A number is never cut off: it gets smaller instead, a name as far as it can be read.
    const double width = QFontMetricsF(font()).horizontalAdvance(text);
    const double fit = std::min(1.0, box.width() / std::max(width, 1.0));
    QFont scaled = font();
    scaled.setPointSizeF(font().pointSizeF() * (row < 0 || column < 0 ? std::max(fit, 0.7) : fit));
    painter.setFont(scaled);
    painter.drawText(box, Qt::AlignCenter,
                     row < 0 || column < 0
                         ? QFontMetricsF(scaled).elidedText(text, Qt::ElideRight, box.width())
                         : text);
  };

  std::int64_t mostRight = 0, mostWrong = 0;
  for (std::size_t row = 0; m_confusion && row < engine::kClassCount; ++row)
    for (std::size_t column = 0; column < engine::kClassCount; ++column) {
      std::int64_t& most = row == column ? mostRight : mostWrong;
      most = std::max(most, (*m_confusion)[row][column]);
    }
  for (int row = 0; row < engine::kClassCount; ++row)
    for (int column = 0; column < engine::kClassCount; ++column) {
      const std::int64_t images = m_confusion ? count(cellAt(row, column)) : 0;
      const float part = shade(images, row == column ? mostRight : mostWrong);
      QColor color = seriesColor(row == column ? 0 : 1, dark);
      color.setAlphaF(part * 0.75F);
      const QRectF box = rectOf(row, column);
      painter.fillRect(box, ground);
      painter.fillRect(box, color);
      painter.setPen(ink);
      if (images > 0) write(row, column, locale().toString(images));
    }

  painter.setPen(palette().color(QPalette::WindowText));
  for (int i = 0; i < engine::kClassCount; ++i) {
    write(i, kHeader, m_names.value(i));
    write(kHeader, i, m_names.value(i));
    if (!m_confusion) continue;
    write(i, kScores, score(i, kScores));
    write(kScores, i, score(kScores, i));
  }
  write(kHeader, kScores, tr("%"));
  write(kScores, kHeader, tr("%"));
  if (!m_confusion) return;
  painter.setPen(QPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::WindowText),
                      hasFocus() ? 2 : 1));
  painter.drawRect(rectOf(m_row, m_column).adjusted(1, 1, -1, -1));
}

bool ConfusionView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto& help = static_cast<QHelpEvent&>(*event);
    const auto place = placeAt(help.pos());
    QToolTip::showText(help.globalPos(), place ? text(cellAt(place->y(), place->x())) : QString(),
                       this);
    return true;
  }
  return QWidget::event(event);
}

void ConfusionView::mousePressEvent(QMouseEvent* event) {
  const auto place = placeAt(event->position());
  if (!place || !m_confusion || event->button() != Qt::LeftButton) return;
  moveTo(place->y(), place->x());
  emit chosen(current());
}

void ConfusionView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      return moveTo(m_row - 1, m_column);
    case Qt::Key_Down:
      return moveTo(m_row + 1, m_column);
    case Qt::Key_Left:
      return moveTo(m_row, m_column - 1);
    case Qt::Key_Right:
      return moveTo(m_row, m_column + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_confusion) emit chosen(current());
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace ui
