#pragma once

#include <QTimer>
#include <QWidget>
#include <span>
#include <string>
#include <vector>

#include "ui/panels/sketch.h"
#include "ui/run/digit_classifier.h"

class QCheckBox;
class QLabel;

namespace ui {

class DigitView;
class DrawPad;
class ProbabilityBars;
class TrainingSession;

/// Draw a digit and see at once what the network, trained or just being trained, takes it for: the
/// pad, the 28x28 pixels made of it, the answer in words and ten probabilities. Does nothing while
/// it is hidden. Its actions() are undo, redo and clear.
class DrawPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DrawPanel(TrainingSession& session, QWidget* parent = nullptr);

  /// The ten names of engine::Dataset::classNames; until then the digits.
  void setClassNames(const std::vector<std::string>& names);

  /// Puts other strokes on the pad, in its logical coordinates; can be undone.
  void setStrokes(Strokes strokes);

  /// Puts a data set's image, pixels [28, 28], on the pad in place of what is there; can be undone.
  /// The network is given it as it is, with what is drawn over it afterwards. The caption says
  /// where the image comes from, "Test image 247, label 4".
  void showImage(std::span<const std::uint8_t> pixels, const QString& caption);
  const Strokes& strokes() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QLayout* createButtons();
  QLayout* createAnswer();
  void refresh();
  engine::NormalizedDigit digit() const;

  DigitClassifier m_classifier;
  QStringList m_classNames;
  QTimer m_refresh;
  DrawPad* m_pad;
  QCheckBox* m_raw;
  DigitView* m_view;
  QLabel* m_headline;
  QLabel* m_detail;
  QLabel* m_caption;
  QLabel* m_source;
  ProbabilityBars* m_bars;
};

}  // namespace ui
