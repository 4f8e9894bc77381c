#include "ui/panels/export_dialog.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>
#include <chrono>
#include <utility>

#include "engine/weights/formats.h"
#include "ui/file_choices.h"
#include "ui/panels/load_code.h"
#include "ui/run/mailbox.h"
#include "ui/run/training_session.h"
#include "ui/settings.h"

namespace ui {
namespace {

QString meaningOf(const QString& suffix) {
  if (suffix == QLatin1String(".npz"))
    return ExportDialog::tr(
        "NumPy: eight arrays under the sample's names, for Python and for Burstlab.");
  if (suffix == QLatin1String(".safetensors"))
    return ExportDialog::tr(
        "For PyTorch, JAX and Hugging Face: the same eight tensors, and no code to be run.");
  if (suffix == QLatin1String(".onnx"))
    return ExportDialog::tr(
        "The network itself, not only its numbers: runs in onnxruntime, OpenCV and browsers.");
  if (suffix == QLatin1String(".h"))
    return ExportDialog::tr(
        "C99 for small devices: arrays and a function, no library. 6.6 MB of constants when "
        "compiled.");
  return ExportDialog::tr(
      "A line of JSON and then plain float32 numbers, for programs without any library.");
}

QComboBox* makeCombo(const QString& name) {
  auto* combo = new QComboBox;
  combo->setAccessibleName(name);
  return combo;
}

}  // namespace

ExportDialog::ExportDialog(WeightsFiles& files, TrainingSession& session, Settings& settings,
                           QWidget* parent)
    : QDialog(parent),
      m_files(files),
      m_session(session),
      m_settings(settings),
      m_current(new QRadioButton),
      m_best(new QRadioButton),
      m_format(makeCombo(tr("Format"))),
      m_meaning(new QLabel),
      m_input(makeCombo(tr("Input of the model"))),
      m_inputLabel(new QLabel(tr("Model &takes:"))),
      m_file(makeCombo(tr("File"))),
      m_progress(new QProgressBar),
      m_result(new QLabel),
      m_language(makeCombo(tr("Language"))),
      m_code(new QPlainTextEdit),
      m_copy(new QPushButton(tr("C&opy the code"))) {
  setWindowTitle(tr("Save or export weights"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::ActionRole);
  connect(m_save, &QPushButton::clicked, this, &ExportDialog::saveOrCancel);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  m_progress->setRange(0, 100);
  m_progress->setAccessibleName(tr("Progress of the verification"));
  m_result->setWordWrap(true);
  m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(createChoices());
  layout->addWidget(m_progress);
  layout->addWidget(m_result);
  layout->addWidget(createCode(), 1);
  layout->addWidget(buttons);
  // Return saves, wherever the focus is.
  for (auto* button : findChildren<QPushButton*>()) button->setAutoDefault(false);
  m_save->setDefault(true);

  m_refresh.setInterval(std::chrono::milliseconds(100));
  connect(&m_refresh, &QTimer::timeout, this,
          [this] { m_progress->setValue(static_cast<int>(100 * m_files.progress())); });
  connect(&files, &WeightsFiles::saved, this, &ExportDialog::showSaved);
  connect(&files, &WeightsFiles::failed, this, [this](const QString& message) {
    if (m_isSaving) tell(message, true);
  });
  connect(&files, &WeightsFiles::cancelled, this,
          [this] { tell(tr("Cancelled. Nothing was replaced."), false); });
  connect(&session, &TrainingSession::bestChanged, this, &ExportDialog::showSources);
  connect(&session, &TrainingSession::weightsReady, this, &ExportDialog::showSources);
  connect(&session, &TrainingSession::stateChanged, this, &ExportDialog::showSources);

  showSources();
  formatChosen();
  m_progress->hide();
  m_result->setText(
      tr("The file is read again and must classify 100 test images as the network "
         "does, before it replaces an older one."));
  m_file->setFocus();
  resize(680, 600);
}

ExportDialog::~ExportDialog() {
  if (m_isSaving) m_files.cancel();
}

QWidget* ExportDialog::createChoices() {
  for (const engine::WeightsFormat& format : engine::weightsFormats())
    m_format->addItem(
        QStringLiteral("%1 (*%2)")
            .arg(QString::fromLatin1(format.name), QString::fromLatin1(format.suffix)),
        QString::fromLatin1(format.suffix));
  m_input->addItem(tr("Pixels from 0 to 255, and scales them itself"));
  m_input->addItem(tr("Normalised pixels, from -0.5 to 0.5"));
  m_meaning->setWordWrap(true);
  m_file->setEditable(true);
  m_file->setInsertPolicy(QComboBox::NoInsert);
  m_file->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_file->setMinimumContentsLength(20);
  QString folder = QDir::homePath();
  for (const QString& recent : m_settings.recentWeights()) {
    m_file->addItem(QDir::toNativeSeparators(recent));
    if (recent == m_settings.recentWeights().first()) folder = QFileInfo(recent).path();
  }
  m_file->setEditText(QDir::toNativeSeparators(folder + QStringLiteral("/weights.npz")));
  m_current->setChecked(true);

  auto* browse = new QPushButton(tr("&Browse..."));
  connect(browse, &QPushButton::clicked, this, &ExportDialog::browse);
  auto* fileRow = new QHBoxLayout;
  fileRow->addWidget(m_file, 1);
  fileRow->addWidget(browse);
  auto* sources = new QVBoxLayout;
  sources->addWidget(m_current);
  sources->addWidget(m_best);

  auto* choices = new QWidget;
  auto* form = new QFormLayout(choices);
  form->setContentsMargins(0, 0, 0, 0);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->addRow(tr("Weights:"), sources);
  form->addRow(tr("&Format:"), m_format);
  form->addRow(QString(), m_meaning);
  m_inputLabel->setBuddy(m_input);
  form->addRow(m_inputLabel, m_input);
  auto* fileLabel = new QLabel(tr("F&ile:"));
  fileLabel->setBuddy(m_file);
  form->addRow(fileLabel, fileRow);
  connect(m_format, &QComboBox::activated, this, &ExportDialog::formatChosen);
  connect(m_input, &QComboBox::activated, this, &ExportDialog::showCode);
  connect(m_file, &QComboBox::editTextChanged, this, &ExportDialog::fileChanged);
  return choices;
}

QWidget* ExportDialog::createCode() {
  m_language->addItem(QStringLiteral("Python"), static_cast<int>(Language::Python));
  m_language->addItem(QStringLiteral("JavaScript"), static_cast<int>(Language::JavaScript));
  m_language->addItem(QStringLiteral("C"), static_cast<int>(Language::C));
  m_code->setReadOnly(true);
  m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_code->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_code->setAccessibleName(tr("Code that loads the file"));
  m_code->setTabChangesFocus(true);
  connect(m_language, &QComboBox::activated, this, &ExportDialog::showCode);
  connect(m_copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_code->toPlainText()); });

  auto* label = new QLabel(tr("Code to &load this:"));
  label->setBuddy(m_language);
  auto* row = new QHBoxLayout;
  row->addWidget(label);
  row->addWidget(m_language);
  row->addStretch();
  row->addWidget(m_copy);
  auto* part = new QWidget;
  auto* layout = new QVBoxLayout(part);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(m_code, 1);
  return part;
}

void ExportDialog::browse() {
  const QString file = chooseWeightsTarget(*this, m_file->currentText());
  if (!file.isEmpty()) m_file->setEditText(QDir::toNativeSeparators(file));
}

void ExportDialog::formatChosen() {
  // The format's ending takes the place of another format's, and of no other.
  QString file = m_file->currentText();
  const QString suffix = m_format->currentData().toString();
  for (const engine::WeightsFormat& format : engine::weightsFormats()) {
    const QLatin1String other(format.suffix);
    if (file.endsWith(other, Qt::CaseInsensitive)) {
      file.chop(other.size());
      break;
    }
  }
  m_file->setEditText(file + suffix);
  fileChanged();
}

void ExportDialog::fileChanged() {
  const QString ending = suffix();
  const int index = m_format->findData(ending);
  if (index >= 0) m_format->setCurrentIndex(index);
  m_meaning->setText(index >= 0 ? meaningOf(ending)
                                : tr("The ending of the file's name tells no format: choose one."));
  const bool hasInput = ending == QLatin1String(".onnx");
  m_input->setVisible(hasInput);
  m_inputLabel->setVisible(hasInput);
  // A language that the format is for.
  const int first = ending == QLatin1String(".h") ? static_cast<int>(Language::C)
                                                  : static_cast<int>(Language::Python);
  if (loadCode(m_file->currentText(), static_cast<Language>(m_language->currentData().toInt()),
               normalizedInput())
          .isEmpty())
    m_language->setCurrentIndex(m_language->findData(first));
  showSources();
  showCode();
}

void ExportDialog::showSources() {
  m_current->setText(m_session.isActive()
                         ? tr("&Current: after the step of the moment")
                         : tr("&Current: step %1").arg(locale().toString(m_session.updates())));
  const BestWeights* best = m_session.best();
  m_best->setEnabled(best);
  m_best->setText(best ? tr("B&est on the validation set: step %1, error %2 %")
                             .arg(locale().toString(static_cast<qlonglong>(best->updates)),
                                  locale().toString(best->validationError, 'f', 2))
                       : tr("B&est on the validation set: none yet"));
  if (!best) m_current->setChecked(true);
  m_save->setEnabled(m_isSaving || (m_files.canSave() && m_format->findData(suffix()) >= 0));
}

void ExportDialog::saveOrCancel() {
  if (m_isSaving) {
    m_files.cancel();
    return;
  }
  const QString file = QDir::fromNativeSeparators(m_file->currentText());
  if (QFileInfo::exists(file) &&
      QMessageBox::question(this, windowTitle(),
                            tr("%1 exists. Replace it?").arg(QDir::toNativeSeparators(file))) !=
          QMessageBox::Yes)
    return;
  showBusy(true);
  m_files.save(
      file, m_best->isChecked() ? WhichWeights::Best : WhichWeights::Current,
      {.input = normalizedInput() ? engine::InputRange::Normalized : engine::InputRange::Pixels});
}

void ExportDialog::showBusy(bool busy) {
  m_isSaving = busy;
  m_progress->setValue(0);
  m_progress->setVisible(busy);
  m_save->setText(busy ? tr("Cancel &saving") : tr("&Save"));
  if (busy) {
    m_result->setText(tr("Writing and verifying..."));
    m_refresh.start();
  } else {
    m_refresh.stop();
  }
  showSources();
}

void ExportDialog::showSaved(const SavedFile& file) {
  if (!m_isSaving) return;
  QString text =
      tr("Saved %1 after step %2: %3 (the largest difference of any output on %4 test images).")
          .arg(QDir::toNativeSeparators(file.name), locale().toString(file.updates),
               QString::fromStdString(file.report.summary()))
          .arg(file.report.images);
  if (file.overflowed)
    text += tr(" The loss overflowed right after these weights: they may be useless.");
  if (file.report.hasNonFinite) text += tr(" Some numbers overflow: the network is useless.");
  tell(text, false);
  if (m_file->findText(m_file->currentText()) < 0) m_file->insertItem(0, m_file->currentText());
}

void ExportDialog::tell(const QString& text, bool isError) {
  showBusy(false);
  m_result->setText(isError ? tr("Not saved. %1").arg(text) : text);
}

void ExportDialog::showCode() {
  const auto language = static_cast<Language>(m_language->currentData().toInt());
  const QString code = loadCode(m_file->currentText(), language, normalizedInput());
  m_copy->setEnabled(!code.isEmpty());
  m_code->setPlainText(code.isEmpty() ? tr("This format is not for %1. ONNX is for Python and "
                                           "JavaScript, the C header for C.")
                                            .arg(m_language->currentText())
                                      : code);
}

QString ExportDialog::suffix() const {
  return QLatin1Char('.') + QFileInfo(m_file->currentText()).suffix().toLower();
}

bool ExportDialog::normalizedInput() const {
  return m_input->currentIndex() == 1;
}

}  // namespace ui
