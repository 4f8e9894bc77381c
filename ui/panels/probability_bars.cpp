#include "ui/panels/probability_bars.h"

#include <QPainter>
#include <algorithm>

#include "ui/panels/accessible_value.h"
#include "ui/panels/verdict.h"
#include "ui/theme.h"

namespace ui {

namespace {

constexpr int kGap = 6;       // between name, bar and number
constexpr int kRowSpace = 3;  // between two rows

QFont bold(QFont font) {
  font.setBold(true);
  return font;
}

}  // namespace

ProbabilityBars::ProbabilityBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
  describePainted(*this, QAccessible::Chart, tr("Probability of each class"));
}

void ProbabilityBars::setClassNames(const QStringList& names) {
  m_names = names;
  updateGeometry();
  update();
}

void ProbabilityBars::setProbabilities(const std::optional<engine::Probabilities>& probabilities,
                                       std::optional<int> winner) {
  m_probabilities = probabilities;
  m_winner = winner;
  QStringList parts;
  for (int i : probabilities ? ranking(*probabilities) : std::vector<int>{}) {
    if (parts.size() < 3) parts << tr("%1, %2").arg(m_names.value(i), number(i));
  }
  setAccessibleValue(*this, parts.isEmpty() ? tr("no answer") : parts.join(QStringLiteral("; ")));
  update();
}

QString ProbabilityBars::number(int index) const {
  return m_probabilities ? percentText((*m_probabilities)[static_cast<std::size_t>(index)])
                         : QString();
}

QSize ProbabilityBars::minimumSizeHint() const {
  const QFontMetrics metrics(bold(font()));
  const int rowHeight = metrics.height() + kRowSpace;
  return {18 * metrics.averageCharWidth(), engine::kClassCount * rowHeight};
}

QSize ProbabilityBars::sizeHint() const {
  return minimumSizeHint() + QSize(80, 10);
}

void ProbabilityBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QFontMetrics metrics(bold(font()));
  int nameWidth = 0;
  for (const QString& name : m_names) {
    nameWidth = std::max(nameWidth, metrics.horizontalAdvance(name));
  }
  nameWidth = std::min(nameWidth, width() / 3);
  // The widest of all numbers.
  const int numberWidth = metrics.horizontalAdvance(percentText(0.9999));
  const double rowHeight = static_cast<double>(height()) / engine::kClassCount;
  const double left = nameWidth + kGap;
  const double right = width() - numberWidth - kGap;

  QColor track = palette().color(QPalette::WindowText);
  track.setAlphaF(0.12F);
  QColor plain = palette().color(QPalette::WindowText);
  plain.setAlphaF(0.45F);
  const QColor accent = seriesColor(0, isDark(palette()));

  for (int i = 0; i < engine::kClassCount; ++i) {
    const QRectF row(0, i * rowHeight, width(), rowHeight);
    const bool wins = m_winner == i;
    painter.setFont(wins ? bold(font()) : font());
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF nameBox(0, row.top(), nameWidth, rowHeight);
    painter.drawText(nameBox, Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(m_names.value(i), Qt::ElideRight, nameWidth));
    const QRectF numberBox(right + kGap, row.top(), numberWidth, rowHeight);
    painter.drawText(numberBox, Qt::AlignRight | Qt::AlignVCenter, number(i));

    const double barHeight = std::min(rowHeight - kRowSpace, 0.7 * metrics.height());
    QRectF bar(left, row.center().y() - barHeight / 2, std::max(0.0, right - left), barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(track);
    painter.drawRoundedRect(bar, 2, 2);
    if (!m_probabilities) continue;
    bar.setWidth(bar.width() * (*m_probabilities)[static_cast<std::size_t>(i)]);
    painter.setBrush(wins ? accent : plain);
    painter.drawRoundedRect(bar, 2, 2);
  }
}

}  // namespace ui
