#include "ui/panels/network_panel.h"

#include <QLabel>
#include <QSpinBox>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>

#include "ui/panels/network_view.h"
#include "ui/panels/unit_text.h"
#include "ui/run/training_session.h"

namespace ui {

NetworkPanel::NetworkPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent),
      m_watch(session),
      m_source(new QLabel),
      m_index(new QSpinBox),
      m_view(new NetworkView),
      m_explanation(new QTextBrowser) {
  m_source->setWordWrap(true);
  m_index->setPrefix(tr("Validation image "));
  m_index->setAccessibleName(tr("Validation image to look at"));
  m_index->setToolTip(tr("Looked at while nothing is drawn"));
  m_explanation->setAccessibleName(tr("How the chosen number came about"));
  m_explanation->setTabChangesFocus(true);
  m_explanation->setOpenLinks(false);
  m_explanation->setMinimumHeight(120);
  m_explanation->setPlaceholderText(tr(
      "Click a number, or go there with Tab and the arrow keys (Ctrl: from map to map) and press "
      "Return, to see how it came about."));
  auto* legend = new QLabel(
      tr("Maps: from the ground colour, 0, to the darkest or brightest, the largest of the strip. "
         "Filters and saliency: blue adds, orange takes away."));
  legend->setWordWrap(true);
  legend->setForegroundRole(QPalette::PlaceholderText);

  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(m_view);
  parts->addWidget(m_explanation);
  parts->setChildrenCollapsible(false);
  parts->setSizes({600, 250});
  // Takes what there is: its parts scroll by themselves.
  parts->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  parts->setMinimumHeight(420);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_source);
  layout->addWidget(m_index);
  layout->addWidget(legend);
  layout->addWidget(parts, 1);

  m_explain.setSingleShot(true);
  m_explain.setInterval(std::chrono::milliseconds(200));
  connect(&m_explain, &QTimer::timeout, this, &NetworkPanel::showExplanation);
  connect(m_index, &QSpinBox::valueChanged, this, &NetworkPanel::refresh);
  connect(&m_watch, &WeightsWatch::changed, this, &NetworkPanel::refresh);
  connect(&m_tracer, &NetworkTracer::traced, this, &NetworkPanel::showTrace);
  connect(&m_tracer, &NetworkTracer::failed, this, [this](const QString& message) {
    m_problem = message;
    m_view->setTrace(nullptr);
    showSource();
  });
  connect(&m_check, &LayerCheck::checked, this,
          [this] { m_view->setStatistics(m_check.result(), m_check.images()); });
  connect(m_view, &NetworkView::unitChosen, this, [this](const engine::NetworkUnit& unit) {
    m_unit = unit;
    m_filter.reset();
    showExplanation();
  });
  connect(m_view, &NetworkView::filterChosen, this, [this](int channel) {
    m_filter = channel;
    m_unit.reset();
    showExplanation();
  });
  setDataset(nullptr);
}

void NetworkPanel::setDataset(std::shared_ptr<const engine::Dataset> dataset) {
  if (dataset && dataset == m_dataset) return;
  m_dataset = std::move(dataset);
  m_check.cancel();
  m_view->setStatistics({}, 0);
  m_classNames.clear();
  for (const std::string& name : (m_dataset ? *m_dataset : engine::Dataset{}).classNames)
    m_classNames += QString::fromStdString(name);
  m_view->setClassNames(m_classNames);
  const auto count = m_dataset ? m_dataset->validation.count() : 0;
  m_index->setRange(0, static_cast<int>(std::max<std::int64_t>(0, count - 1)));
  refresh();
}

void NetworkPanel::setDigit(std::span<const std::uint8_t> pixels, const QString& caption) {
  m_caption = caption;
  if (std::ranges::equal(pixels, m_digit)) return showSource();
  m_digit.assign(pixels.begin(), pixels.end());
  refresh();
}

std::span<const std::uint8_t> NetworkPanel::pixels() const {
  if (!m_digit.empty()) return m_digit;
  if (!m_dataset || m_dataset->validation.count() == 0) return {};
  return m_dataset->validation.image(m_index->value());
}

void NetworkPanel::showEvent(QShowEvent*) {
  m_watch.setWatching(true);
  refresh();
}

void NetworkPanel::hideEvent(QHideEvent*) {
  m_watch.setWatching(false);
  m_tracer.cancel();
  m_check.cancel();
}

void NetworkPanel::refresh() {
  if (!isVisible()) return;
  m_problem.clear();
  const auto pixels = this->pixels();
  if (m_watch.weights() && !pixels.empty()) m_tracer.trace(m_watch.weights(), pixels);
  if (m_watch.weights() && m_dataset) m_check.check(m_watch.weights(), m_dataset);
  m_index->setEnabled(m_digit.empty() && m_index->maximum() > 0);
  showSource();
}

void NetworkPanel::showTrace() {
  m_view->setTrace(m_tracer.last());
  if ((m_unit || m_filter) && !m_explain.isActive()) m_explain.start();
}

void NetworkPanel::showExplanation() {
  const NetworkTrace* trace = m_tracer.last();
  if (!trace || !isVisible()) return;
  const UnitText text(trace->tracer, m_classNames);
  m_explanation->setHtml(m_filter ? text.filter(*m_filter) : text.explanation(*m_unit));
}

void NetworkPanel::showSource() {
  if (!m_problem.isEmpty()) return m_source->setText(m_problem);
  if (!m_watch.weights())
    return m_source->setText(tr("Nothing is trained yet. Start a run or open weights."));
  if (pixels().empty())
    return m_source->setText(tr("Draw a digit, or open a data set, to look into the network."));
  const int label = m_digit.empty() ? m_dataset->validation.labels[m_index->value()] : 0;
  const QString image =
      m_digit.empty()
          ? tr("Validation image %1, label %2").arg(m_index->value()).arg(m_classNames.value(label))
          : m_caption;
  m_source->setText(tr("%1; weights after %2 steps")
                        .arg(image, locale().toString(m_watch.updates().value_or(0))));
}

}  // namespace ui
