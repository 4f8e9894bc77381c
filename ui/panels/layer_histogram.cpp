#include "ui/panels/layer_histogram.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "ui/panels/accessible_value.h"
#include "ui/theme.h"

namespace ui {
namespace {

constexpr int kBarsHeight = 28;

}  // namespace

LayerHistogram::LayerHistogram(const QString& layer, QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  describePainted(*this, QAccessible::Chart, tr("Histogram of %1").arg(layer));
}

void LayerHistogram::setHistogram(const engine::Histogram& histogram) {
  m_histogram = histogram;
  const auto& counts = histogram.counts();
  const auto most = std::ranges::max_element(counts) - counts.begin();
  const auto from = static_cast<float>(most) * histogram.binWidth();
  const QString text = tr("numbers above 0, up to %1; most are from %2 to %3")
                           .arg(textOf(histogram.binWidth() * engine::Histogram::kBins),
                                textOf(from), textOf(from + histogram.binWidth()));
  setAccessibleValue(*this, text);
  setToolTip(text);
  update();
}

QString LayerHistogram::textOf(float value) const {
  return locale().toString(static_cast<double>(value), 'g', 3);
}

QSize LayerHistogram::minimumSizeHint() const {
  return {120, kBarsHeight + fontMetrics().height()};
}

void LayerHistogram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto& counts = m_histogram.counts();
  const auto most = static_cast<double>(std::max<std::int64_t>(1, std::ranges::max(counts)));
  const int bar = std::max(1, width() / static_cast<int>(counts.size()));
  const QColor color = seriesColor(0, isDark(palette()));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    // What occurs at all can be seen.
    const int height =
        std::max(1, static_cast<int>(kBarsHeight * static_cast<double>(counts[i]) / most));
    painter.fillRect(static_cast<int>(i) * bar, kBarsHeight - height, std::max(1, bar - 1), height,
                     color);
  }
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const int end = bar * static_cast<int>(counts.size());
  painter.drawLine(0, kBarsHeight, end, kBarsHeight);
  const QRect scale(0, kBarsHeight, end, height() - kBarsHeight);
  painter.drawText(scale, Qt::AlignLeft, textOf(0));
  painter.drawText(scale, Qt::AlignRight,
                   textOf(m_histogram.binWidth() * engine::Histogram::kBins));
}

}  // namespace ui
