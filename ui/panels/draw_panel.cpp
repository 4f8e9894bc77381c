#include "ui/panels/draw_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "ui/panels/digit_view.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/drawing_keeper.h"
#include "ui/panels/import_strip.h"
#include "ui/panels/pad_buttons.h"
#include "ui/panels/probability_bars.h"
#include "ui/panels/verdict.h"
#include "ui/run/training_session.h"

namespace ui {

DrawPanel::DrawPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_classifier(session),
      m_pad(new DrawPad),
      m_view(new DigitView),
      m_buttons(new PadButtons(*m_pad, *m_view, m_pictures, *this)),
      m_import(new ImportStrip),
      m_headline(new QLabel),
      m_detail(new QLabel),
      m_caption(new QLabel),
      m_source(new QLabel),
      m_which(new QComboBox),
      m_bars(new ProbabilityBars),
      m_keeper(new DrawingKeeper) {
  setAcceptDrops(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_pad);
  layout->addWidget(m_caption);
  layout->addWidget(m_buttons);
  layout->addWidget(m_import);
  layout->addLayout(createAnswer());
  layout->addWidget(m_bars, 1);
  layout->addWidget(m_keeper);
  connectNews();
  setClassNames(engine::Dataset().classNames);
}

void DrawPanel::connectNews() {
  // One refresh for all that the pen did since the last one: input can never pile up.
  m_refresh.setSingleShot(true);
  connect(&m_refresh, &QTimer::timeout, this, &DrawPanel::refresh);
  const auto soon = qOverload<>(&QTimer::start);
  connect(&m_pad->sketch(), &Sketch::changed, &m_refresh, soon);
  connect(&m_classifier, &DigitClassifier::weightsChanged, &m_refresh, soon);
  connect(&m_classifier, &DigitClassifier::weightsChanged, this, &DrawPanel::checkWeights);
  connect(&m_check, &WeightsCheck::checked, this, &DrawPanel::showCheck);
  connect(m_buttons->raw(), &QCheckBox::toggled, &m_refresh, soon);
  connect(&m_session, &TrainingSession::bestChanged, this, [this] { offerBest(m_session.best()); });

  connect(&m_pictures, &PictureLoader::loaded, this, &DrawPanel::showPicture);
  connect(m_import, &ImportStrip::swapWanted, &m_pictures, &PictureLoader::swapInkAndPaper);
  connect(m_keeper, &DrawingKeeper::drawingsChanged, this, [this] {
    m_check.setDrawings(m_keeper->drawings());
    checkWeights();
  });
  connect(&m_pictures, &PictureLoader::failed, this, &DrawPanel::failed);
  connect(m_keeper, &DrawingKeeper::failed, this, &DrawPanel::failed);
  connect(m_view, &DigitView::failed, this, &DrawPanel::failed);
}

QLayout* DrawPanel::createAnswer() {
  m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeading);
  for (QLabel* label : {m_detail, m_caption, m_source}) label->setWordWrap(true);
  m_source->setForegroundRole(QPalette::PlaceholderText);
  m_source->setToolTip(
      tr("An answer counts as sure from that probability of the winner on from which, on the "
         "validation set, %1 of the answers are right")
          .arg(percentText(engine::kSureAccuracy)));
  m_which->addItems({tr("Current weights"), tr("Best so far")});
  m_which->setAccessibleName(tr("Weights to draw with"));
  m_which->setToolTip(tr("Best: with the fewest errors on the validation set in this run"));
  connect(m_which, &QComboBox::activated, this,
          [this](int index) { m_classifier.useBest(index == 1); });
  m_which->hide();
  auto* words = new QVBoxLayout;
  words->addWidget(m_headline);
  words->addWidget(m_detail, 1);
  words->addWidget(m_source);
  words->addWidget(m_which);
  auto* row = new QHBoxLayout;
  row->addWidget(m_view);
  row->addLayout(words, 1);
  return row;
}

void DrawPanel::offerBest(bool exists) {
  m_which->setVisible(exists);
  if (exists) return;
  m_which->setCurrentIndex(0);
  m_classifier.useBest(false);
}

void DrawPanel::setDataset(std::shared_ptr<const engine::Dataset> dataset) {
  setClassNames(dataset->classNames);
  m_check.setValidation(std::move(dataset));
}

void DrawPanel::setClassNames(const std::vector<std::string>& names) {
  m_classNames.clear();
  for (const std::string& name : names) m_classNames << QString::fromStdString(name);
  m_bars->setClassNames(m_classNames);
  m_keeper->setClassNames(m_classNames);
  m_pad->setHint(areDigits(m_classNames) ? tr("Draw a digit here") : tr("Draw here"));
  m_refresh.start();
}

void DrawPanel::setDrawingsFolder(const QString& folder) {
  m_keeper->setFolder(folder);
}

void DrawPanel::setStrokes(Strokes strokes) {
  m_pad->sketch().replace({std::move(strokes), nullptr}, tr("Other drawing"));
}

void DrawPanel::showImage(std::span<const std::uint8_t> pixels, const QString& caption,
                          std::optional<int> label) {
  auto picture = std::make_shared<PadPicture>();
  std::ranges::copy(pixels, picture->pixels.begin());
  picture->caption = caption;
  picture->label = label;
  m_pad->sketch().replace({{}, std::move(picture)}, tr("Image"));
}

void DrawPanel::showPicture(std::shared_ptr<const engine::PictureImport> picture,
                            const QString& caption) {
  auto shown = std::make_shared<PadPicture>();
  shown->pixels = picture->digit.pixels;
  shown->caption = caption;
  shown->import = std::move(picture);
  m_pad->sketch().replace({{}, std::move(shown)}, tr("Picture"));
}

const Strokes& DrawPanel::strokes() const {
  return m_pad->sketch().strokes();
}

void DrawPanel::showEvent(QShowEvent*) {
  refresh();
  checkWeights();
}

void DrawPanel::hideEvent(QHideEvent*) {
  m_classifier.setWatching(false);
}

void DrawPanel::dragEnterEvent(QDragEnterEvent* event) {
  if (PictureLoader::canLoad(*event->mimeData())) event->acceptProposedAction();
}

void DrawPanel::dropEvent(QDropEvent* event) {
  m_pictures.load(*event->mimeData());
  event->acceptProposedAction();
}

engine::NormalizedDigit DrawPanel::digit() const {
  if (const auto& picture = m_pad->sketch().picture()) {
    auto digit = engine::drawOver(picture->pixels, strokes(), Sketch::kSide, Sketch::kPenWidth);
    if (picture->import) {
      digit.largeParts = picture->import->digit.largeParts;
      digit.isWide = picture->import->digit.isWide;
    }
    return digit;
  }
  return m_buttons->raw()->isChecked()
             ? engine::shrinkCanvas(strokes(), Sketch::kSide, Sketch::kPenWidth)
             : engine::normalizeStrokes(strokes(), Sketch::kSide);
}

void DrawPanel::refresh() {
  if (!isVisible()) return;
  const engine::NormalizedDigit digit = this->digit();
  refreshPicture();
  if (digit.isEmpty)
    m_view->setPixels({});
  else
    m_view->setPixels(digit.pixels);
  const auto& picture = m_pad->sketch().picture();
  emit digitChanged(digit.isEmpty ? std::span<const std::uint8_t>() : digit.pixels,
                    picture ? picture->caption : tr("Your drawing"));

  m_classifier.setWatching(!digit.isEmpty || m_keeper->drawings());
  std::optional<engine::Probabilities> probabilities;
  if (!digit.isEmpty) probabilities = m_classifier.classify(digit.pixels);
  const Verdict verdict = judge(digit, probabilities, m_classNames, sureFrom());
  m_bars->setProbabilities(verdict.isAnswer ? probabilities : std::nullopt, verdict.winner);
  m_keeper->setDrawing(digit.isEmpty ? std::nullopt : std::optional(digit.pixels),
                       picture && picture->label ? picture->label : verdict.winner);
  showVerdict(verdict);
  // With nothing drawn no weights are asked for, and those at hand may be of another run.
  m_source->setText(digit.isEmpty ? QString() : sourceText());
}

void DrawPanel::refreshPicture() {
  const auto& picture = m_pad->sketch().picture();
  m_caption->setText(picture ? picture->caption : QString());
  m_caption->setVisible(picture != nullptr);
  m_import->setImport(picture ? picture->import : nullptr);
  m_buttons->raw()->setEnabled(!picture);
}

void DrawPanel::showVerdict(const Verdict& verdict) {
  QFont font = this->font();
  font.setPointSizeF(font.pointSizeF() * (verdict.headline.size() > 2 ? 1.5 : 3.5));
  m_headline->setFont(font);
  m_headline->setText(verdict.headline);
  m_detail->setText(verdict.detail);
}

void DrawPanel::checkWeights() {
  if (isVisible() && m_session.weights() && m_classifier.updates())
    m_check.check(m_session.weights(), m_session.updates(), !m_session.isActive());
}

void DrawPanel::showCheck() {
  const WeightsCheck::Result& result = *m_check.result();
  if (result.drawings > 0)
    m_keeper->setErrors(result.drawings, result.wrongDrawings, result.updates);
  m_refresh.start();
}

float DrawPanel::sureFrom() const {
  const auto& result = m_check.result();
  if (!result || !result->hasValidation) return kSureProbability;
  return result->sure ? result->sure->probability : 2.0F;
}

QString DrawPanel::sourceText() const {
  const std::optional<qint64> updates = m_classifier.updates();
  if (!updates) return tr("The network is untrained");
  const QString weights = tr("Weights from step %1").arg(QLocale().toString(*updates));
  if (sureFrom() > 1) return tr("%1; not to be believed yet").arg(weights);
  return tr("%1; sure from %2 on").arg(weights, percentText(double{sureFrom()}));
}

}  // namespace ui
