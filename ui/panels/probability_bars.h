#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

#include "engine/nn/classifier.h"

namespace ui {

/// Ten bars, one for each class: name, probability as a bar, probability as a number.
class ProbabilityBars : public QWidget {
  Q_OBJECT

 public:
  explicit ProbabilityBars(QWidget* parent = nullptr);

  void setClassNames(const QStringList& names);

  /// Without probabilities the bars are empty and have no numbers. The winner, an index, is set in
  /// bold and colour; none is when the answer is not to be believed.
  void setProbabilities(const std::optional<engine::Probabilities>& probabilities,
                        std::optional<int> winner = std::nullopt);
  const std::optional<engine::Probabilities>& probabilities() const { return m_probabilities; }
  std::optional<int> winner() const { return m_winner; }

  /// The number beside bar number index as shown; empty if there is none.
  QString number(int index) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QStringList m_names;
  std::optional<engine::Probabilities> m_probabilities;
  std::optional<int> m_winner;
};

}  // namespace ui
