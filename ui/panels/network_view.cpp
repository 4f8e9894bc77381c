#include "ui/panels/network_view.h"

#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/panels/layer_histogram.h"
#include "ui/panels/output_bars.h"
#include "ui/panels/unit_text.h"
#include "ui/run/network_tracer.h"
#include "ui/scrolling.h"

namespace ui {
namespace {

using engine::NetworkLayer;
using engine::NetworkUnit;
using Place = LayerStrip::Place;

float largestIn(const engine::Tensor& values) {
  float largest = 1e-6F;  // an empty layer is dark, not divided by 0
  for (const float value : values.values())
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

QLabel* wrapped(const QString& text = {}) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  return label;
}

}  // namespace

NetworkView::NetworkView(QWidget* parent)
    : QWidget(parent),
      m_saliency(new LayerStrip(tr("Saliency map"), {28, 1, 1, 0, 5, true})),
      m_pointed(new QLabel),
      m_filters(new LayerStrip(tr("Filters of conv1"), {5, 32, 8, 1, 6, true})),
      m_filterScale(new QLabel),
      m_outputs(new OutputBars) {
  auto* strips = new QWidget;
  auto* layers = new QVBoxLayout(strips);
  layers->setContentsMargins(0, 0, 6, 0);
  layers->setSpacing(2);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(createInput());
  layout->addWidget(m_pointed);
  layout->addWidget(scrolling(strips), 1);

  addHeading(*layers, tr("conv1: 32 filters of 5×5"),
             tr("Each looks for a small pattern: ink where it is blue, paper where it is orange."),
             m_filters, m_filterScale);
  addLayer(*layers, NetworkLayer::Conv1, tr("conv1: 32 maps of 28×28"),
           tr("How well each filter fits at each place; less than nothing counts as 0 (ReLU)."),
           {28, 32, 8, 1, 4}, true);
  addLayer(*layers, NetworkLayer::Pool1, tr("pool1: 32 maps of 14×14"),
           tr("The largest of every 2×2: where exactly something is matters less."),
           {14, 32, 16, 1, 6}, false);
  addLayer(*layers, NetworkLayer::Conv2, tr("conv2: 64 maps of 14×14"),
           tr("64 filters of 5×5 over all maps of pool1 find strokes, corners and arcs."),
           {14, 64, 16, 1, 6}, true);
  addLayer(*layers, NetworkLayer::Pool2, tr("pool2: 64 maps of 7×7"),
           tr("Again the largest of every 2×2: 3,136 numbers describe the image now."),
           {7, 64, 16, 1, 8}, false);
  addLayer(*layers, NetworkLayer::Hidden, tr("dense: 512 units"),
           tr("Each weighs all of pool2; together they tell the classes apart."),
           {1, 512, 64, 0, 8}, true);
  addHeading(*layers, tr("output: ten classes"),
             tr("Each weighs the 512 units; softmax makes probabilities of the sums."), m_outputs,
             nullptr);
  layers->addStretch();

  connect(m_filters, &LayerStrip::chosen, this,
          [this](const Place& place) { emit filterChosen(place.tile); });
  m_filters->setText([this](const Place& at) {
    const float* weights = m_trace->tracer.parameter("conv1_weights").data();
    const QString weight = UnitText::number(weights[(at.row * 5 + at.column) * 32 + at.tile]);
    return tr("filter %1, row %2, column %3: %4")
        .arg(at.tile)
        .arg(at.row)
        .arg(at.column)
        .arg(weight);
  });
  connect(m_outputs, &OutputBars::pointed, this, [this](const std::optional<int>& index) {
    showField(index ? std::optional(NetworkUnit{NetworkLayer::Output, 0, 0, *index})
                    : std::nullopt);
  });
  connect(m_outputs, &OutputBars::chosen, this, [this](int index) {
    emit unitChosen({NetworkLayer::Output, 0, 0, index});
  });
}

QLayout* NetworkView::createInput() {
  auto* pictures = new QHBoxLayout;
  const auto add = [&](LayerStrip* strip, const QString& title, const QString& sentence) {
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    auto* label = new QLabel(title);
    label->setToolTip(sentence);
    strip->setAccessibleDescription(sentence);
    column->addWidget(label);
    column->addWidget(strip);
    column->addWidget(wrapped(sentence));
    column->addStretch();
    pictures->addLayout(column, 1);
  };
  auto* input = new LayerStrip(tr("Input: 28×28 pixels"), {28, 1, 1, 0, 5});
  m_layers.push_back({NetworkLayer::Input, input, nullptr});
  follow(*input, NetworkLayer::Input);
  add(input, tr("<b>Input</b>"), tr("What the network sees."));
  add(m_saliency, tr("<b>Saliency map</b>"), tr("Where ink speaks for the answer, or against."));
  m_saliency->setText([this](const Place& place) {
    return tr("row %1, column %2: a pixel brighter by 1 changes the output %3 by %4")
        .arg(place.row)
        .arg(place.column)
        .arg(m_classNames.value(m_trace->winner),
             UnitText::number(m_trace->saliency.data()[place.row * 28 + place.column]));
  });
  connect(m_saliency, &LayerStrip::pointed, this, [this](const std::optional<Place>& place) {
    showField(place ? std::optional(NetworkUnit{NetworkLayer::Input, place->row, place->column, 0})
                    : std::nullopt);
  });
  connect(m_saliency, &LayerStrip::chosen, this, [this](const Place& place) {
    emit unitChosen({NetworkLayer::Input, place.row, place.column, 0});
  });
  return pictures;
}

void NetworkView::addHeading(QVBoxLayout& layout, const QString& title, const QString& sentence,
                             QWidget* strip, QLabel* scale) {
  auto* line = new QHBoxLayout;
  line->addWidget(new QLabel(QStringLiteral("<b>%1</b>").arg(title)), 1);
  if (scale) line->addWidget(scale);
  layout.addSpacing(6);
  layout.addLayout(line);
  layout.addWidget(wrapped(sentence));
  strip->setAccessibleDescription(sentence);
  layout.addWidget(strip);
}

void NetworkView::addLayer(QVBoxLayout& layout, NetworkLayer layer, const QString& title,
                           const QString& sentence, const LayerStrip::Layout& tiles,
                           bool hasStatistics) {
  auto* strip = new LayerStrip(title, tiles);
  Layer added{layer, strip, new QLabel};
  addHeading(layout, title, sentence, strip, added.scale);
  if (hasStatistics) {
    added.activity = wrapped();
    added.histogram = new LayerHistogram(title);
    for (QWidget* widget :
         {static_cast<QWidget*>(added.activity), static_cast<QWidget*>(added.histogram)}) {
      layout.addWidget(widget);
      widget->hide();
    }
  }
  m_layers.push_back(added);
  follow(*strip, layer);
}

void NetworkView::follow(LayerStrip& strip, NetworkLayer layer) {
  const auto unitAt = [layer](const Place& place) {
    return NetworkUnit{layer, place.row, place.column, place.tile};
  };
  strip.setText([this, unitAt](const Place& place) { return text(unitAt(place)); });
  connect(&strip, &LayerStrip::chosen, this,
          [this, unitAt](const Place& place) { emit unitChosen(unitAt(place)); });
  connect(&strip, &LayerStrip::pointed, this, [this, unitAt](const std::optional<Place>& place) {
    showField(place ? std::optional(unitAt(*place)) : std::nullopt);
  });
}

LayerStrip& NetworkView::strip(NetworkLayer layer) const {
  return *std::ranges::find(m_layers, layer, &Layer::layer)->strip;
}

QString NetworkView::text(const NetworkUnit& unit) const {
  return m_trace ? UnitText(m_trace->tracer, m_classNames).line(unit) : QString();
}

void NetworkView::showField(const std::optional<NetworkUnit>& unit) {
  QRect frame;
  if (unit && m_trace) {
    const auto field = receptiveField(m_trace->tracer.spec(), *unit);
    frame = {field.left, field.top, field.side, field.side};
  }
  m_pointed->setText(unit ? text(*unit) : QString());
  strip(NetworkLayer::Input).setFrame(frame);
  m_saliency->setFrame(frame);
}

void NetworkView::setClassNames(const QStringList& names) {
  m_classNames = names;
  m_outputs->setClassNames(names);
}

void NetworkView::setTrace(const NetworkTrace* trace) {
  m_trace = trace;
  if (!trace) {
    for (auto* strip : findChildren<LayerStrip*>()) strip->clear();
    m_outputs->setProbabilities({});
    return showField({});
  }
  const engine::Activations& activations = trace->tracer.activations();
  const auto showSigned = [](LayerStrip& strip, const engine::Tensor& values) {
    const float largest = largestIn(values);
    strip.setValues(values, -largest, largest);
    return UnitText::number(largest);
  };
  m_filterScale->setText(
      tr("−%1 to %1").arg(showSigned(*m_filters, trace->tracer.parameter("conv1_weights"))));
  showSigned(*m_saliency, trace->saliency);
  for (const Layer& layer : m_layers) {
    const engine::Tensor& values = valuesOf(activations, layer.layer);
    if (layer.scale) {
      const float largest = largestIn(values);
      layer.strip->setValues(values, 0, largest);
      layer.scale->setText(tr("0 to %1").arg(UnitText::number(largest)));
    } else {
      layer.strip->setValues(values, -0.5F, 0.5F);
    }
    layer.strip->refreshText();
  }
  for (LayerStrip* strip : {m_filters, m_saliency}) strip->refreshText();
  m_outputs->setProbabilities(activations.probabilities, trace->winner);
}

void NetworkView::setStatistics(const std::vector<engine::LayerStatistics>& statistics,
                                int images) {
  for (const Layer& layer : m_layers) {
    if (!layer.activity) continue;
    const auto found = std::ranges::find(statistics, layer.layer, &engine::LayerStatistics::layer);
    const bool isKnown = found != statistics.end();
    layer.activity->setVisible(isKnown);
    layer.histogram->setVisible(isKnown);
    if (!isKnown) continue;
    const QString kind = layer.layer == NetworkLayer::Hidden ? tr("units") : tr("maps");
    layer.activity->setText(
        tr("%1 of %2 %3 never active in %4 validation images; %5 % of the numbers are above 0:")
            .arg(found->dead)
            .arg(found->channels)
            .arg(kind)
            .arg(images)
            .arg(locale().toString(100 * found->activeShare, 'f', 1)));
    layer.histogram->setHistogram(found->values);
  }
}

}  // namespace ui
