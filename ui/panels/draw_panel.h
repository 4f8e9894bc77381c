#pragma once

#include <QTimer>
#include <QWidget>
#include <span>
#include <string>
#include <vector>

#include "ui/panels/picture_loader.h"
#include "ui/panels/sketch.h"
#include "ui/run/digit_classifier.h"
#include "ui/run/weights_check.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace ui {

class DigitView;
class DrawPad;
class DrawingKeeper;
class ImportStrip;
class PadButtons;
class ProbabilityBars;
class TrainingSession;
struct Verdict;

/// Draw a digit and see at once what the network, trained or just being trained, takes it for: the
/// pad, the 28x28 pixels made of it, the answer in words and ten probabilities. From which
/// probability on an answer counts as sure is measured on the validation set. Pictures can be
/// dropped and pasted. Does nothing while it is hidden. Its actions() are those of the buttons.
class DrawPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DrawPanel(TrainingSession& session, QWidget* parent = nullptr);

  /// Whose classes these are, and on whose validation set the answers are judged.
  void setDataset(std::shared_ptr<const engine::Dataset> dataset);

  /// Where the user's own labelled drawings are kept; none are before this is said.
  void setDrawingsFolder(const QString& folder);

  /// Puts other strokes on the pad, in its logical coordinates; can be undone.
  void setStrokes(Strokes strokes);

  /// Puts a data set's image, pixels [28, 28], on the pad in place of what is there; can be undone.
  /// The network is given it as it is, with what is drawn over it afterwards. The caption says
  /// where the image comes from, "Test image 247, label 4".
  void showImage(std::span<const std::uint8_t> pixels, const QString& caption,
                 std::optional<int> label = {});
  const Strokes& strokes() const;

 signals:
  /// What the network is given now, [28, 28] bytes, and what it is; empty where nothing is drawn.
  void digitChanged(std::span<const std::uint8_t> pixels, const QString& caption);
  void failed(const QString& message);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QLayout* createAnswer();
  void connectNews();
  void offerBest(bool exists);
  void refresh();
  void refreshPicture();
  void showVerdict(const Verdict& verdict);
  void checkWeights();
  void showCheck();
  void showPicture(std::shared_ptr<const engine::PictureImport> picture, const QString& caption);
  engine::NormalizedDigit digit() const;
  void setClassNames(const std::vector<std::string>& names);
  float sureFrom() const;
  QString sourceText() const;

  TrainingSession& m_session;
  DigitClassifier m_classifier;
  WeightsCheck m_check;
  PictureLoader m_pictures;
  QStringList m_classNames;
  QTimer m_refresh;
  DrawPad* m_pad;
  DigitView* m_view;
  PadButtons* m_buttons;
  ImportStrip* m_import;
  QLabel* m_headline;
  QLabel* m_detail;
  QLabel* m_caption;
  QLabel* m_source;
  QComboBox* m_which;  ///< the current weights or the best
  ProbabilityBars* m_bars;
  DrawingKeeper* m_keeper;
};

}  // namespace ui
