#include "ui/panels/log_panel.h"

#include <QClipboard>
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <exception>
#include <span>

#include "engine/atomic_file.h"
#include "engine/log/console_log.h"
#include "ui/file_choices.h"
#include "ui/run/run_model.h"

namespace ui {

LogPanel::LogPanel(RunModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_text(new QPlainTextEdit) {
  m_text->setReadOnly(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setTabChangesFocus(true);
  m_text->setMaximumBlockCount(kMaxLines);
  m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setPlaceholderText(tr("The lines that the console program prints appear here."));
  m_text->setAccessibleName(tr("Console log"));

  const auto addButton = [this](QLayout* layout, const QString& text, const QString& toolTip,
                                auto action) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    button->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    connect(button, &QToolButton::clicked, this, action);
    layout->addWidget(button);
  };
  auto* buttons = new QVBoxLayout;
  addButton(buttons, tr("Copy"), tr("Copy the whole log"),
            [this] { QGuiApplication::clipboard()->setText(text()); });
  addButton(buttons, tr("Save..."), tr("Save the log as a text file"), [this] { save(); });
  addButton(buttons, tr("Clear"), tr("Clear the log"), [this] { m_text->clear(); });
  buttons->addStretch();

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_text, 1);
  layout->addLayout(buttons);

  connect(&model, &RunModel::started, this, [this] {
    m_reports = 0;
    append(QStringLiteral("Initialized!"));
  });
  connect(&model, &RunModel::grew, this, &LogPanel::appendNewReports);
  connect(&model, &RunModel::finished, this, [this] {
    if (m_model.result()->reason == engine::StopReason::NonFinite && !m_model.steps().empty())
      append(QString::fromStdString(engine::failureLines(m_model.steps().back())).chopped(1));
    const engine::Evaluation& test = m_model.result()->test;
    if (test.count > 0) append(QString::fromStdString(engine::testErrorLine(test)));
  });
}

void LogPanel::beginRun(const engine::Dataset& dataset) {
  if (!m_text->document()->isEmpty()) append({});
  for (const auto& file : dataset.files)
    append(QString::fromStdString(engine::extractingLine(file.string())));
}

QString LogPanel::text() const {
  return m_text->toPlainText();
}

void LogPanel::append(const QString& lines) {
  m_text->appendPlainText(lines);
}

void LogPanel::appendNewReports() {
  const auto& reports = m_model.validations();
  for (; m_reports < reports.size(); ++m_reports)
    append(QString::fromStdString(engine::reportLines(reports[m_reports])).chopped(1));
}

void LogPanel::save() {
  const QString file = chooseLogTarget(*this);
  if (file.isEmpty()) return;
  const QByteArray bytes = (text() + QLatin1Char('\n')).toUtf8();
  try {
    engine::writeFileAtomically(QFile::encodeName(file).toStdString(),
                                std::as_bytes(std::span(bytes.constData(), bytes.size())));
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

}  // namespace ui
