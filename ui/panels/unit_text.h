#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include "engine/nn/unit_explanation.h"

namespace ui {

/// How the numbers of the network came about, in words and tables. tracer: of the image that was
/// traced last.
class UnitText {
  Q_DECLARE_TR_FUNCTIONS(ui::UnitText)

 public:
  UnitText(const engine::ActivationTracer& tracer, const QStringList& classNames)
      : m_tracer(tracer), m_classNames(classNames) {}

  /// "conv1, map 3, row 4, column 5". All of these count from 0.
  QString name(const engine::NetworkUnit& unit) const;
  /// With its value.
  QString line(const engine::NetworkUnit& unit) const;
  /// In HTML: all terms of a pixel, a convolution and a pool; the strongest of a dense unit.
  QString explanation(const engine::NetworkUnit& unit) const;
  /// The weights of one of the first convolution's filters.
  QString filter(int channel) const;

  /// Three decimals, in the user's locale.
  static QString number(float value);

 private:
  QString convolution(const engine::NetworkUnit& unit, const engine::UnitExplanation& found) const;
  QString pool(const engine::UnitExplanation& found) const;
  QString strongest(const engine::UnitExplanation& found) const;
  QString softmax(int index) const;
  QString ending(const engine::UnitExplanation& found) const;

  const engine::ActivationTracer& m_tracer;
  const QStringList& m_classNames;
};

}  // namespace ui
