#include "ui/panels/errors_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

namespace ui {
namespace {

QComboBox* namedBox(const QString& name, const QStringList& items) {
  auto* box = new QComboBox;
  box->setAccessibleName(name);
  box->setToolTip(name);
  box->addItems(items);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  return box;
}

// The first entry of such a box stands for any class.
std::optional<int> chosenClass(const QComboBox& box) {
  return box.currentIndex() > 0 ? std::optional(box.currentIndex() - 1) : std::nullopt;
}

void setClass(QComboBox& box, std::optional<int> choice) {
  box.setCurrentIndex(choice ? *choice + 1 : 0);
}

}  // namespace

ErrorsPanel::ErrorsPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_split(namedBox(tr("Set of images"), {tr("Validation set"), tr("Test set")})),
      m_update(new QPushButton(tr("Classify"))),
      m_follow(new QCheckBox(tr("Follow the run"))),
      m_summary(new QLabel),
      m_matrix(new ConfusionView),
      m_show(namedBox(tr("Which images"),
                      {tr("All images"), tr("Mistakes"), tr("Recognised"), tr("Doubtful labels")})),
      m_label(namedBox(tr("Label of the images"), {})),
      m_winner(namedBox(tr("What the network takes them for"), {})),
      m_order(namedBox(tr("Order of the images"),
                       {tr("Most confident first"), tr("Least confident first"), tr("By index")})),
      m_index(new QSpinBox),
      m_count(new QLabel),
      m_images(new QListView) {
  m_summary->setWordWrap(true);
  m_count->setWordWrap(true);
  m_images->setModel(&m_list);
  m_images->setViewMode(QListView::IconMode);
  m_images->setResizeMode(QListView::Adjust);
  m_images->setMovement(QListView::Static);
  m_images->setUniformItemSizes(true);
  m_images->setLayoutMode(QListView::Batched);
  m_images->setWordWrap(true);
  m_images->setSpacing(2);
  m_images->setMinimumHeight(150);
  m_images->setAccessibleName(tr("Images; Return puts one on the pad"));

  auto* layout = new QVBoxLayout(this);
  layout->addLayout(createControls());
  layout->addWidget(m_summary);
  layout->addWidget(m_matrix);
  layout->addLayout(createFilters());
  layout->addWidget(m_count);
  layout->addWidget(m_images, 1);

  connect(m_matrix, &ConfusionView::chosen, this, &ErrorsPanel::showCell);
  connect(m_images, &QListView::activated, this, &ErrorsPanel::sendToPad);
  connect(&m_analysis, &ErrorAnalysis::finished, this, &ErrorsPanel::take);
  connect(&m_analysis, &ErrorAnalysis::failed, this, [this](const QString& message) {
    m_problem = message;
    showState();
  });
  connect(&session, &TrainingSession::weightsReady, this, [this] {
    if (m_wanted) analyse();
  });
  const RunModel& model = session.model();
  connect(&model, &RunModel::finished, this, &ErrorsPanel::wantAnalysis);
  connect(&model, &RunModel::grew, this, [this, &model, seen = std::size_t{0}]() mutable {
    const bool reported =
        model.validations().size() != std::exchange(seen, model.validations().size());
    if (reported && m_follow->isChecked()) wantAnalysis();
    showState();
  });
  connect(&session, &TrainingSession::stateChanged, this, &ErrorsPanel::showState);
  setDataset(nullptr);
}

QLayout* ErrorsPanel::createControls() {
  m_follow->setToolTip(tr("Classify again with every report; takes a little of the run's speed"));
  auto* row = new QHBoxLayout;
  row->addWidget(m_split, 1);
  row->addWidget(m_update);
  auto* layout = new QVBoxLayout;
  layout->addLayout(row);
  layout->addWidget(m_follow);
  connect(m_split, &QComboBox::currentIndexChanged, this, &ErrorsPanel::wantAnalysis);
  connect(m_update, &QPushButton::clicked, this, &ErrorsPanel::wantAnalysis);
  return layout;
}

QLayout* ErrorsPanel::createFilters() {
  m_show->setCurrentIndex(static_cast<int>(ImageFilter::Show::Wrong));
  m_index->setAccessibleName(tr("Go to the image of this index"));
  m_index->setToolTip(m_index->accessibleName());
  m_index->setPrefix(tr("No. "));
  m_index->setKeyboardTracking(false);
  auto* layout = new QGridLayout;
  layout->addWidget(m_show, 0, 0);
  layout->addWidget(m_order, 0, 1);
  layout->addWidget(m_label, 1, 0);
  layout->addWidget(m_winner, 1, 1);
  layout->addWidget(m_index, 2, 0);
  for (QComboBox* box : {m_show, m_order, m_label, m_winner})
    connect(box, &QComboBox::currentIndexChanged, this, &ErrorsPanel::applyFilter);
  connect(m_index, &QSpinBox::valueChanged, this, &ErrorsPanel::jumpTo);
  return layout;
}

void ErrorsPanel::setDataset(std::shared_ptr<const engine::Dataset> dataset) {
  if (dataset && dataset == m_dataset) return;
  m_analysis.cancel();
  m_wanted = false;
  m_dataset = std::move(dataset);
  m_analysed = nullptr;
  m_problem.clear();
  m_names.clear();
  for (const std::string& name : (m_dataset ? *m_dataset : engine::Dataset{}).classNames)
    m_names += QString::fromStdString(name);
  m_list.setClassNames(m_names);
  m_matrix->setClassNames(m_names);
  m_matrix->setConfusion({});
  for (auto [box, any, entry] :
       {std::tuple(m_label, tr("Any label"), tr("Label %1")),
        std::tuple(m_winner, tr("Taken for anything"), tr("Taken for %1"))}) {
    const QSignalBlocker blocker(box);
    box->clear();
    box->addItem(any);
    for (const QString& name : m_names) box->addItem(entry.arg(name));
  }
  applyFilter();
  wantAnalysis();
}

Split ErrorsPanel::split() const {
  return m_split->currentIndex() == 0 ? Split::Validation : Split::Test;
}

void ErrorsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_analysed) wantAnalysis();
}

void ErrorsPanel::wantAnalysis() {
  showState();
  if (!isVisible() || !m_dataset) return;
  // Weights of the moment, if a run is active; see weightsReady().
  m_wanted = true;
  m_session.requestWeights();
}

void ErrorsPanel::analyse() {
  m_wanted = false;
  m_problem.clear();
  m_analysis.start(m_dataset, split(), m_session.weights(), m_session.updates());
  showState();
}

void ErrorsPanel::take(std::shared_ptr<const AnalysedImages> analysed) {
  m_analysed = std::move(analysed);
  m_matrix->setConfusion(m_analysed->confusion);
  const QSignalBlocker blocker(m_index);
  m_index->setRange(0, std::max(0, static_cast<int>(m_analysed->predictions.size()) - 1));
  applyFilter();
  showState();
}

void ErrorsPanel::showCell(const ConfusionView::Cell& cell) {
  {
    const QSignalBlocker blockers[] = {QSignalBlocker(m_label), QSignalBlocker(m_winner),
                                       QSignalBlocker(m_show)};
    setClass(*m_label, cell.label);
    setClass(*m_winner, cell.winner);
    m_show->setCurrentIndex(static_cast<int>(ImageFilter::Show::All));
  }
  applyFilter();
}

void ErrorsPanel::applyFilter() {
  if (!m_analysed) {
    m_list.show(nullptr, {});
    m_count->clear();
    return;
  }
  const ImageFilter filter{chosenClass(*m_label), chosenClass(*m_winner),
                           static_cast<ImageFilter::Show>(m_show->currentIndex()),
                           static_cast<ImageFilter::Order>(m_order->currentIndex())};
  m_list.show(m_analysed, select(*m_analysed, filter));
  m_count->setText(
      tr("%1. Double-click one to put it on the pad.").arg(imageCountText(m_list.rowCount())));
}

void ErrorsPanel::jumpTo(int index) {
  if (!m_analysed) return;
  const auto row = [&] {
    const auto& indices = m_list.indices();
    const auto found = std::ranges::find(indices, index);
    return found == indices.end() ? -1 : static_cast<int>(found - indices.begin());
  };
  if (row() < 0) showCell({});  // hidden by the filter
  const QModelIndex item = m_list.index(row());
  m_images->setCurrentIndex(item);
  m_images->scrollTo(item, QAbstractItemView::PositionAtCenter);
}

void ErrorsPanel::sendToPad(const QModelIndex& item) {
  const int index = m_list.indices().at(static_cast<std::size_t>(item.row()));
  const engine::LabeledImages& images = m_analysed->images();
  emit imageChosen(images.image(index), m_list.caption(item.row()),
                   images.labels[static_cast<std::size_t>(index)]);
}

void ErrorsPanel::showState() {
  const bool hasWeights = m_session.weights() != nullptr || m_session.isActive();
  m_update->setEnabled(m_dataset && hasWeights);
  if (!m_problem.isEmpty()) return m_summary->setText(m_problem);
  if (!m_dataset) return m_summary->setText(tr("No data set is loaded yet."));
  if (!hasWeights)
    return m_summary->setText(tr("Nothing is trained yet. Start a run or open weights."));
  if (m_analysis.isBusy()) return m_summary->setText(tr("Classifying..."));
  if (!m_analysed)
    return m_summary->setText(tr("Classify tells what the weights of the moment do."));
  const auto count = static_cast<qint64>(m_analysed->predictions.size());
  const qint64 wrong = m_analysed->wrong();
  const double percent = 100.0 * static_cast<double>(wrong) / static_cast<double>(count);
  m_summary->setText(tr("Weights after %1 steps: %2 of %3 wrong (%4 %).")
                         .arg(locale().toString(m_analysed->updates), locale().toString(wrong),
                              locale().toString(count), locale().toString(percent, 'f', 2)));
}

}  // namespace ui
