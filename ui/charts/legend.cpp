#include "ui/charts/legend.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kSwatch = 18;
constexpr double kGap = 5;
constexpr double kBetween = 10;

void drawSwatch(QPainter& painter, const CurveStyle& style, const QPalette& palette, QPointF left) {
  QColor color = curveColor(style, palette);
  if (style.faint) color.setAlphaF(0.5F);
  if (style.width > 0) {
    painter.setPen(QPen(color, style.width + 0.75, style.dash, Qt::FlatCap));
    painter.drawLine(left, left + QPointF(kSwatch, 0));
  }
  if (style.marker == Marker::None) return;
  painter.setPen(QPen(color, 1.25));
  painter.setBrush(markerBrush(style, palette));
  const double radius = style.markerSize / 2;
  painter.drawEllipse(left + QPointF(kSwatch / 2, 0), radius, radius);
}

}  // namespace

Legend::Legend(const QString& title, QWidget* parent) : QWidget(parent), m_title(title) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void Legend::addEntry(const CurveStyle& style) {
  m_entries.push_back({.style = style});
  m_entries.back().width = entryWidth(m_entries.back());
}

void Legend::setValues(const QStringList& values) {
  const bool gone = values.join(QString()).isEmpty();
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    Entry& entry = m_entries[i];
    entry.value = values.value(static_cast<qsizetype>(i));
    entry.width = gone ? entryWidth(entry) : std::max(entry.width, entryWidth(entry));
  }
  update();
}

void Legend::setShown(int entry, bool shown) {
  m_entries[static_cast<std::size_t>(entry)].shown = shown;
  update();
}

void Legend::mouseReleaseEvent(QMouseEvent* event) {
  const auto lefts = layOut();
  for (std::size_t i = 0; i < m_entries.size(); ++i)
    if (lefts[i] && event->position().x() >= *lefts[i] &&
        event->position().x() < *lefts[i] + m_entries[i].width)
      emit clicked(static_cast<int>(i));
}

QString Legend::explanation() const {
  QStringList lines;
  for (const auto& [style, value, width, shown] : m_entries) {
    QString line = style.name;
    if (!shown) line += tr(" (hidden)");
    if (!value.isEmpty()) line += QLatin1Char(' ') + value;
    if (!style.meaning.isEmpty()) line += QStringLiteral(" – ") + style.meaning;
    lines << line;
  }
  if (!m_note.isEmpty()) lines << m_note;
  lines << tr("Click a name to hide or show its curve.");
  return lines.join(QLatin1Char('\n'));
}

QStringList Legend::shownNames() const {
  QStringList names;
  const auto lefts = layOut();
  for (std::size_t i = 0; i < m_entries.size(); ++i)
    if (lefts[i]) names << m_entries[i].style.name;
  return names;
}

QFont Legend::titleFont() const {
  QFont bold = font();
  bold.setBold(true);
  return bold;
}

double Legend::entryWidth(const Entry& entry) const {
  const QFontMetricsF metrics(font());
  return kSwatch + kGap + metrics.horizontalAdvance(entry.style.name) + kGap +
         metrics.horizontalAdvance(entry.value);
}

double Legend::lineHeight() const {
  return std::ceil(QFontMetricsF(titleFont()).height()) + 2;
}

std::vector<std::optional<double>> Legend::layOut() const {
  std::vector<const Entry*> ranked;
  for (const Entry& entry : m_entries) ranked.push_back(&entry);
  std::ranges::stable_sort(ranked, {}, [](const Entry* entry) { return entry->style.rank; });
  const double begin = QFontMetricsF(titleFont()).horizontalAdvance(m_title) + kBetween;
  double end = begin;
  const auto tooMuch = std::ranges::find_if(ranked, [&](const Entry* entry) {
    end += entry->width + kBetween;
    return end - kBetween > width();
  });
  if (!ranked.empty()) ranked.erase(std::max(tooMuch, ranked.begin() + 1), ranked.end());
  std::vector<std::optional<double>> lefts;
  double at = begin;
  for (const Entry& entry : m_entries) {
    const bool fits = std::ranges::find(ranked, &entry) != ranked.end();
    lefts.push_back(fits ? std::optional(at) : std::nullopt);
    if (fits) at += entry.width + kBetween;
  }
  return lefts;
}

QSize Legend::sizeHint() const {
  return {400, static_cast<int>(lineHeight())};
}

QSize Legend::minimumSizeHint() const {
  return {0, static_cast<int>(lineHeight())};
}

void Legend::draw(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor text = palette().color(QPalette::WindowText);
  painter.setPen(text);
  painter.setFont(titleFont());
  painter.drawText(QRectF(0, 0, width(), lineHeight()), Qt::AlignLeft | Qt::AlignVCenter, m_title);
  painter.setFont(font());
  const auto lefts = layOut();
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const Entry& entry = m_entries[i];
    if (!lefts[i]) continue;
    painter.setOpacity(entry.shown ? 1 : 0.45);
    QFont nameFont = font();
    nameFont.setStrikeOut(!entry.shown);
    painter.setFont(nameFont);
    drawSwatch(painter, entry.style, palette(), {*lefts[i], lineHeight() / 2});
    QRectF box(*lefts[i] + kSwatch + kGap, 0, entry.width, lineHeight());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const QFontMetricsF metrics(font());
    const QString name =
        metrics.elidedText(entry.style.name, Qt::ElideRight,
                           width() - box.left() - kGap - metrics.horizontalAdvance(entry.value));
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
    box.translate(metrics.horizontalAdvance(name) + kGap, 0);
    painter.setPen(text);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, entry.value);
  }
  painter.setOpacity(1);
}

void Legend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  draw(painter);
}

bool Legend::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), explanation(), this);
  return true;
}

void Legend::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) {
    for (Entry& entry : m_entries) entry.width = entryWidth(entry);
    updateGeometry();
  }
  QWidget::changeEvent(event);
}

}  // namespace ui
