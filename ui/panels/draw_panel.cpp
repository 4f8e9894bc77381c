#include "ui/panels/draw_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "engine/data/digit_normalizer.h"
#include "ui/icons.h"
#include "ui/panels/digit_view.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/probability_bars.h"
#include "ui/panels/verdict.h"

namespace ui {

namespace {

QToolButton* buttonOf(QAction* action, const QList<QKeySequence>& keys) {
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setToolTip(QStringLiteral("%1 (%2)").arg(
      action->iconText(), keys.front().toString(QKeySequence::NativeText)));
  action->setEnabled(false);
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setAccessibleName(action->iconText());
  return button;
}

}  // namespace

DrawPanel::DrawPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent),
      m_classifier(session),
      m_pad(new DrawPad),
      m_raw(new QCheckBox(tr("Raw"))),
      m_view(new DigitView),
      m_headline(new QLabel),
      m_detail(new QLabel),
      m_caption(new QLabel),
      m_source(new QLabel),
      m_bars(new ProbabilityBars) {
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_pad);
  layout->addWidget(m_caption);
  layout->addLayout(createButtons());
  layout->addLayout(createAnswer());
  layout->addWidget(m_bars, 1);

  // One refresh for all that the pen did since the last one: input can never pile up.
  m_refresh.setSingleShot(true);
  connect(&m_refresh, &QTimer::timeout, this, &DrawPanel::refresh);
  const auto soon = qOverload<>(&QTimer::start);
  connect(&m_pad->sketch(), &Sketch::changed, &m_refresh, soon);
  connect(&m_classifier, &DigitClassifier::weightsChanged, &m_refresh, soon);
  connect(m_raw, &QCheckBox::toggled, &m_refresh, soon);

  std::vector<std::string> digits;
  for (int digit = 0; digit < engine::kClassCount; ++digit) digits.push_back(std::to_string(digit));
  setClassNames(digits);
}

QLayout* DrawPanel::createButtons() {
  Sketch& sketch = m_pad->sketch();
  auto* undo = new QAction(tintedIcon(QStringLiteral("undo")), tr("&Undo"), this);
  connect(undo, &QAction::triggered, &sketch, &Sketch::undo);
  auto* redo = new QAction(tintedIcon(QStringLiteral("redo")), tr("&Redo"), this);
  connect(redo, &QAction::triggered, &sketch, &Sketch::redo);
  auto* clear = new QAction(tintedIcon(QStringLiteral("clear")), tr("&Clear"), this);
  connect(clear, &QAction::triggered, &sketch, &Sketch::clear);
  auto* erase = new QAction(tintedIcon(QStringLiteral("eraser")), tr("&Eraser"), this);
  erase->setCheckable(true);
  connect(erase, &QAction::toggled, m_pad,
          [this](bool on) { m_pad->setTool(on ? Sketch::Tool::Eraser : Sketch::Tool::Pen); });
  addActions({erase, undo, redo, clear});

  auto* row = new QHBoxLayout;
  row->addWidget(buttonOf(erase, {Qt::Key_E}));
  erase->setEnabled(true);
  row->addWidget(buttonOf(undo, {Qt::CTRL | Qt::Key_Z}));
  row->addWidget(buttonOf(redo, {Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y}));
  row->addWidget(buttonOf(clear, {Qt::Key_Delete}));
  row->addStretch();
  row->addWidget(m_raw);
  m_raw->setToolTip(
      tr("Give the network the drawing as it lies on the pad, neither scaled nor centred"));

  const QUndoStack& history = sketch.history();
  connect(&history, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
  connect(&history, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
  connect(&sketch, &Sketch::changed, clear,
          [clear, &sketch] { clear->setEnabled(!sketch.isEmpty()); });
  return row;
}

QLayout* DrawPanel::createAnswer() {
  m_detail->setWordWrap(true);
  m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeading);
  m_caption->setWordWrap(true);
  m_source->setWordWrap(true);
  m_source->setForegroundRole(QPalette::PlaceholderText);
  auto* words = new QVBoxLayout;
  words->addWidget(m_headline);
  words->addWidget(m_detail, 1);
  words->addWidget(m_source);
  auto* row = new QHBoxLayout;
  row->addWidget(m_view);
  row->addLayout(words, 1);
  return row;
}

void DrawPanel::setClassNames(const std::vector<std::string>& names) {
  m_classNames.clear();
  for (const std::string& name : names) m_classNames << QString::fromStdString(name);
  m_bars->setClassNames(m_classNames);
  m_refresh.start();
}

void DrawPanel::setStrokes(Strokes strokes) {
  m_pad->sketch().replace({std::move(strokes), nullptr}, tr("Other drawing"));
}

void DrawPanel::showImage(std::span<const std::uint8_t> pixels, const QString& caption) {
  auto picture = std::make_shared<PadPicture>();
  std::ranges::copy(pixels, picture->pixels.begin());
  picture->caption = caption;
  m_pad->sketch().replace({{}, std::move(picture)}, tr("Image"));
}

const Strokes& DrawPanel::strokes() const {
  return m_pad->sketch().strokes();
}

void DrawPanel::showEvent(QShowEvent*) {
  refresh();
}

void DrawPanel::hideEvent(QHideEvent*) {
  m_classifier.setWatching(false);
}

engine::NormalizedDigit DrawPanel::digit() const {
  if (const auto& picture = m_pad->sketch().picture())
    return engine::drawOver(picture->pixels, strokes(), Sketch::kSide, Sketch::kPenWidth);
  return m_raw->isChecked() ? engine::shrinkCanvas(strokes(), Sketch::kSide, Sketch::kPenWidth)
                            : engine::normalizeStrokes(strokes(), Sketch::kSide);
}

void DrawPanel::refresh() {
  if (!isVisible()) return;
  const engine::NormalizedDigit digit = this->digit();
  const auto& picture = m_pad->sketch().picture();
  m_caption->setText(picture ? picture->caption : QString());
  m_caption->setVisible(picture != nullptr);
  m_raw->setEnabled(!picture);
  if (digit.isEmpty)
    m_view->setPixels({});
  else
    m_view->setPixels(digit.pixels);

  m_classifier.setWatching(!digit.isEmpty);
  std::optional<engine::Probabilities> probabilities;
  if (!digit.isEmpty) probabilities = m_classifier.classify(digit.pixels);
  const Verdict verdict = judge(digit, probabilities, m_classNames);
  m_bars->setProbabilities(verdict.isAnswer ? probabilities : std::nullopt, verdict.winner);

  QFont font = this->font();
  font.setPointSizeF(font.pointSizeF() * (verdict.headline.size() > 2 ? 1.5 : 3.5));
  m_headline->setFont(font);
  m_headline->setText(verdict.headline);
  m_detail->setText(verdict.detail);
  const std::optional<qint64> updates = m_classifier.updates();
  // With nothing drawn no weights are asked for, and those at hand may be of another run.
  m_source->setText(digit.isEmpty ? QString()
                    : updates     ? tr("Weights from step %1").arg(QLocale().toString(*updates))
                                  : tr("The network is untrained"));
}

}  // namespace ui
