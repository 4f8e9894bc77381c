#pragma once

#include <QWidget>
#include <memory>
#include <span>

#include "ui/panels/confusion_view.h"
#include "ui/panels/image_filter.h"
#include "ui/panels/image_list.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListView;
class QPushButton;
class QSpinBox;

namespace ui {

class TrainingSession;

/// Where the network errs: the confusion matrix of the validation or test set and the images behind
/// each of its cells, worst mistakes first; also a browser of all images. Classifies only when
/// asked or, if wished, with every report of the run, and only while it is visible.
class ErrorsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ErrorsPanel(TrainingSession& session, QWidget* parent = nullptr);

  /// The images to look at from now on.
  void setDataset(std::shared_ptr<const engine::Dataset> dataset);

  const AnalysedImages* analysed() const { return m_analysed.get(); }

 signals:
  /// An image to be put on the pad, [28, 28] bytes; see DrawPanel::showImage().
  void imageChosen(std::span<const std::uint8_t> pixels, const QString& caption, int label);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QLayout* createControls();
  QLayout* createFilters();
  Split split() const;
  void wantAnalysis();
  void analyse();
  void take(std::shared_ptr<const AnalysedImages> analysed);
  void showCell(const ConfusionView::Cell& cell);
  void applyFilter();
  void jumpTo(int index);
  void sendToPad(const QModelIndex& item);
  void showState();

  TrainingSession& m_session;
  ErrorAnalysis m_analysis;
  std::shared_ptr<const engine::Dataset> m_dataset;
  std::shared_ptr<const AnalysedImages> m_analysed;
  ImageList m_list;
  QStringList m_names;
  bool m_wanted = false;  // the session was asked for its weights
  QString m_problem;

  QComboBox* m_split;
  QPushButton* m_update;
  QCheckBox* m_follow;
  QLabel* m_summary;
  ConfusionView* m_matrix;
  QComboBox* m_show;
  QComboBox* m_label;
  QComboBox* m_winner;
  QComboBox* m_order;
  QSpinBox* m_index;
  QLabel* m_count;
  QListView* m_images;
};

}  // namespace ui
