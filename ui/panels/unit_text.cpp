#include "ui/panels/unit_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "ui/panels/verdict.h"

namespace ui {
namespace {

using engine::NetworkLayer;
using engine::NetworkUnit;
using engine::UnitExplanation;
using Term = UnitExplanation::Term;

constexpr std::size_t kShown = 10;  // of many contributions
constexpr int kFilterSide = 5;

QString cell(const QString& text) {
  return QStringLiteral("<td align='right'>%1</td>").arg(text);
}

QString row(const QStringList& cells) {
  QString html;
  for (const QString& text : cells) html += cell(text);
  return QStringLiteral("<tr>%1</tr>").arg(html);
}

QString table(const QString& rows) {
  return QStringLiteral("<table cellspacing='0' cellpadding='2'>%1</table>").arg(rows);
}

QString paragraph(const QString& text) {
  return QStringLiteral("<p>%1</p>").arg(text);
}

QString bold(const QString& text) {
  return QStringLiteral("<b>%1</b>").arg(text);
}

// A filter's square around a unit, row by row. A dash stands where it reaches beyond the image.
QString square(const QString& title, const std::vector<Term>& terms, const NetworkUnit& unit,
               const std::function<float(const Term&)>& valueOf) {
  QString rows;
  for (int y = 0; y < kFilterSide; ++y) {
    QStringList cells;
    for (int x = 0; x < kFilterSide; ++x) {
      const auto term = std::ranges::find_if(terms, [&](const Term& candidate) {
        return candidate.from.row == unit.row + y - kFilterSide / 2 &&
               candidate.from.column == unit.column + x - kFilterSide / 2;
      });
      cells << (term == terms.end() ? QStringLiteral("–") : UnitText::number(valueOf(*term)));
    }
    rows += row(cells);
  }
  return paragraph(title) + table(rows);
}

QString layerName(NetworkLayer layer) {
  static constexpr const char* kNames[] = {"input", "conv1", "pool1", "conv2",
                                           "pool2", "dense", "output"};
  return QLatin1String(kNames[static_cast<std::size_t>(layer)]);
}

}  // namespace

QString UnitText::number(float value) {
  return QLocale().toString(static_cast<double>(value), 'f', 3);
}

QString UnitText::name(const NetworkUnit& unit) const {
  switch (unit.layer) {
    case NetworkLayer::Input:
      return tr("input, row %1, column %2").arg(unit.row).arg(unit.column);
    case NetworkLayer::Hidden:
      return tr("dense, unit %1").arg(unit.channel);
    case NetworkLayer::Output:
      return tr("output %1").arg(m_classNames.value(unit.channel));
    default:
      return tr("%1, map %2, row %3, column %4")
          .arg(layerName(unit.layer))
          .arg(unit.channel)
          .arg(unit.row)
          .arg(unit.column);
  }
}

QString UnitText::line(const NetworkUnit& unit) const {
  const engine::Tensor& values = valuesOf(m_tracer.activations(), unit.layer);
  const auto& shape = values.shape();
  const auto index = shape.size() == 3
                         ? (unit.row * shape[1] + unit.column) * shape[2] + unit.channel
                         : std::int64_t{unit.channel};
  return tr("%1: %2").arg(name(unit), number(values.data()[index]));
}

QString UnitText::explanation(const NetworkUnit& unit) const {
  const UnitExplanation found = explain(m_tracer, unit);
  const QString title = paragraph(bold(line(unit).toHtmlEscaped()));
  switch (unit.layer) {
    case NetworkLayer::Input:
      return title + paragraph(tr("A pixel p of 0 to 255 is given to the network as "
                                  "(p − 127.5) / 255: p = %1.")
                                   .arg(std::lround(found.output * 255 + 127.5F)));
    case NetworkLayer::Conv1: {
      const auto squares = [&](const QString& text, auto valueOf) {
        return square(text, found.terms, unit, valueOf);
      };
      return title + squares(tr("What it sees of the input:"), &Term::input) +
             squares(tr("times the filter %1:").arg(unit.channel), &Term::weight) +
             squares(tr("makes the products:"), &Term::product) + ending(found);
    }
    case NetworkLayer::Conv2:
      return title + convolution(unit, found) + ending(found);
    case NetworkLayer::Pool1:
    case NetworkLayer::Pool2:
      return title + pool(found);
    case NetworkLayer::Hidden:
      return title + strongest(found) + ending(found);
    case NetworkLayer::Output:
      break;
  }
  return title + strongest(found) + ending(found) + softmax(unit.channel);
}

QString UnitText::convolution(const NetworkUnit& unit, const UnitExplanation& found) const {
  std::map<int, std::vector<Term>> maps;
  for (const Term& term : found.terms) maps[term.from.channel].push_back(term);
  std::vector<std::pair<float, int>> sums;
  float rest = 0;
  for (const auto& [map, terms] : maps) {
    float sum = 0;
    for (const Term& term : terms) sum += term.product();
    sums.emplace_back(sum, map);
    rest += sum;
  }
  std::ranges::stable_sort(sums, std::ranges::greater(),
                           [](const auto& entry) { return std::abs(entry.first); });
  QString rows;
  for (const auto& [sum, map] : std::span(sums).first(std::min(kShown, sums.size()))) {
    rows += row({tr("map %1").arg(map), number(sum)});
    rest -= sum;
  }
  rows += row({tr("the others"), number(rest)});
  const int first = sums.front().second;
  const auto squares = [&](const QString& text, auto valueOf) {
    return square(text, maps[first], unit, valueOf);
  };
  return paragraph(tr("Each map of pool1 adds the sum of its 5×5 products, strongest first:")) +
         table(rows) + squares(tr("The strongest, map %1:").arg(first), &Term::input) +
         squares(tr("times its weights:"), &Term::weight) +
         squares(tr("makes the products:"), &Term::product);
}

QString UnitText::pool(const UnitExplanation& found) const {
  QString rows;
  QStringList cells;
  for (const Term& term : found.terms) {
    const QString text = number(term.input);
    cells << (term.weight > 0 ? bold(text) : text);
    if (cells.size() == 2) rows += row(std::exchange(cells, {}));
  }
  return paragraph(tr("The largest of four numbers of the same map:")) + table(rows);
}

QString UnitText::strongest(const UnitExplanation& found) const {
  std::vector<Term> terms = found.terms;
  const std::size_t shown = std::min(kShown, terms.size());
  std::ranges::partial_sort(terms, terms.begin() + static_cast<std::ptrdiff_t>(shown),
                            std::ranges::greater(),
                            [](const Term& term) { return std::abs(term.product()); });
  QString rows = row({{}, tr("input"), tr("× weight"), tr("= product")});
  for (const Term& term : std::span(terms).first(shown)) {
    const QString from =
        term.from.layer == NetworkLayer::Hidden
            ? tr("unit %1").arg(term.from.channel)
            : tr("map %1 (%2, %3)").arg(term.from.channel).arg(term.from.row).arg(term.from.column);
    rows += row({from, number(term.input), number(term.weight), number(term.product())});
  }
  float rest = 0;
  for (const Term& term : std::span(terms).subspan(shown)) rest += term.product();
  rows += row({tr("the others"), {}, {}, number(rest)});
  return paragraph(tr("The strongest of %1 contributions from %2:")
                       .arg(QLocale().toString(qsizetype(terms.size())),
                            layerName(terms.front().from.layer))) +
         table(rows);
}

QString UnitText::ending(const UnitExplanation& found) const {
  QString text = tr("Sum of the products %1 + bias %2 = %3")
                     .arg(number(found.sum - found.bias), number(found.bias), number(found.sum));
  if (found.hasRelu)
    text += tr("; ReLU: max(0, %1) = %2").arg(number(found.sum), number(found.output));
  return paragraph(text);
}

QString UnitText::softmax(int index) const {
  const engine::Activations& a = m_tracer.activations();
  const float largest = std::ranges::max(a.logits.values());
  QString rows = row({tr("class"), tr("output"), tr("exponential"), tr("probability")});
  for (int i = 0; i < engine::kClassCount; ++i) {
    const float logit = a.logits.data()[i];
    QStringList cells{
        m_classNames.value(i).toHtmlEscaped(), number(logit), number(std::exp(logit - largest)),
        percentText(double{a.probabilities[static_cast<std::size_t>(i)]}).toHtmlEscaped()};
    if (i == index)
      for (QString& text : cells) text = bold(text);
    rows += row(cells);
  }
  return paragraph(tr("Softmax: the exponential of each output less the largest, %1, "
                      "by the sum of all ten exponentials:")
                       .arg(number(largest))) +
         table(rows);
}

QString UnitText::filter(int channel) const {
  const float* weight = m_tracer.parameter("conv1_weights").data() + channel;
  const int filters = static_cast<int>(m_tracer.parameter("conv1_biases").size());
  QString rows;
  for (int y = 0; y < kFilterSide; ++y) {
    QStringList cells;
    for (int x = 0; x < kFilterSide; ++x) cells << number(weight[(y * kFilterSide + x) * filters]);
    rows += row(cells);
  }
  return paragraph(bold(tr("conv1, filter %1").arg(channel))) + table(rows) +
         paragraph(tr("Bias %1").arg(number(m_tracer.parameter("conv1_biases").data()[channel])));
}

}  // namespace ui
