#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "engine/nn/classifier.h"
#include "engine/read_file.h"
#include "engine/weights/import_weights.h"
#include "engine/weights/onnx.h"
#include "ui/panels/export_dialog.h"
#include "ui/run/mailbox.h"
#include "ui/run/run_commands.h"
#include "ui/run/training_session.h"
#include "ui/settings.h"

using namespace ui;
using namespace Qt::StringLiterals;

constexpr int kPatience = 120000;

class TestExportDialog : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Settings> m_settings;
  TrainingSession m_session;
  RunCommands m_commands{m_session};
  std::unique_ptr<WeightsFiles> m_files;
  std::unique_ptr<ExportDialog> m_dialog;

  QString path(const QString& name) const { return m_folder.filePath(name); }
  template <typename Widget>
  Widget* named(const QString& name) const {
    for (auto* widget : m_dialog->findChildren<Widget*>())
      if (widget->accessibleName() == name) return widget;
    qFatal("no control is called %s", qPrintable(name));
  }
  QPushButton* button(const QString& text) const {
    for (auto* candidate : m_dialog->findChildren<QPushButton*>())
      if (candidate->text().remove(u'&') == text) return candidate;
    return nullptr;
  }
  void setFile(const QString& name) { named<QComboBox>(u"File"_s)->setEditText(name); }
  bool shows(const QString& text) const {
    const auto labels = m_dialog->findChildren<QLabel*>();
    return std::ranges::any_of(labels, [&](const QLabel* label) {
      return label->isVisible() && label->text().contains(text);
    });
  }
  void chooseFormat(const QString& suffix) {
    auto* format = named<QComboBox>(u"Format"_s);
    format->setCurrentIndex(format->findData(suffix));
    emit format->activated(format->currentIndex());
  }
  QString code() const {
    return named<QPlainTextEdit>(u"Code that loads the file"_s)->toPlainText();
  }
  // Answers the next question.
  static void answer(QMessageBox::StandardButton choice) {
    QTimer::singleShot(0, qApp, [choice] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      QVERIFY(box);
      QTest::mouseClick(box->button(choice), Qt::LeftButton);
    });
  }

 private slots:
  void initTestCase() {
    m_settings = std::make_unique<Settings>(path(u"settings.ini"_s));
    m_commands.setDataset(std::make_shared<engine::Dataset>(engine::selfTestDataset()));
    m_files = std::make_unique<WeightsFiles>(m_session, m_commands, *m_settings);
    engine::TrainConfig config;
    config.epochs = 2;
    m_commands.setConfig(config);
    m_commands.restart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_session.isActive(), kPatience);
  }

  void init() {
    m_dialog = std::make_unique<ExportDialog>(*m_files, m_session, *m_settings);
    m_dialog->show();
  }

  void savesVerifiesAndReports() {
    setFile(path(u"a.npz"_s));
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"verified: "_s), kPatience);
    QVERIFY(shows(u"after step 8"_s) && shows(u"on 64 test images"_s));
    const auto weights = engine::importWeights(path(u"a.npz"_s).toStdString()).file;
    QCOMPARE(weights.metadata.at("step"), std::string("8"));
    QVERIFY(button(u"Save"_s)->isEnabled());
    // The file is offered the next time.
    init();
    QVERIFY(named<QComboBox>(u"File"_s)->findText(path(u"a.npz"_s)) >= 0);
  }

  void asksBeforeItReplaces() {
    QFile old(path(u"old.npz"_s));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    setFile(old.fileName());
    answer(QMessageBox::No);
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QVERIFY(!m_files->isBusy());
    QCOMPARE(old.size(), 3);
    answer(QMessageBox::Yes);
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"verified: "_s), kPatience);
    QVERIFY(old.size() > 6'000'000);
  }

  void savesTheBest() {
    QRadioButton* best = m_dialog->findChildren<QRadioButton*>().at(1);
    QVERIFY2(best->text().contains(u"step 1, error"_s), qPrintable(best->text()));
    best->click();
    setFile(path(u"best.raw"_s));
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"after step 1:"_s), kPatience);
    QCOMPARE(engine::importWeights(path(u"best.raw"_s).toStdString()).file.metadata.at("step"),
             std::string("1"));
  }

  void formatAndEndingAgree() {
    setFile(path(u"net.v2.npz"_s));
    chooseFormat(u".onnx"_s);
    QCOMPARE(named<QComboBox>(u"File"_s)->currentText(), path(u"net.v2.onnx"_s));
    QVERIFY(named<QComboBox>(u"Input of the model"_s)->isVisible());
    QVERIFY(shows(u"onnxruntime"_s));
    setFile(path(u"net.h"_s));
    QCOMPARE(named<QComboBox>(u"Format"_s)->currentData().toString(), u".h"_s);
    QVERIFY(!named<QComboBox>(u"Input of the model"_s)->isVisible());
    setFile(path(u"net.txt"_s));
    QVERIFY(!button(u"Save"_s)->isEnabled());
    QVERIFY(shows(u"no format"_s));
  }

  void normalisedInputReachesTheFile() {
    setFile(path(u"normalised.onnx"_s));
    auto* input = named<QComboBox>(u"Input of the model"_s);
    input->setCurrentIndex(1);
    emit input->activated(1);
    QVERIFY(code().contains(u"pixels_normalised"_s));
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"verified: "_s), kPatience);
    const auto bytes = engine::readFile(path(u"normalised.onnx"_s).toStdString());
    QCOMPARE(engine::decodeOnnxModel(bytes, "x").inputs[0].name, std::string("pixels_normalised"));
  }

  void codeForEachFormat_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<int>("language");
    QTest::addColumn<QString>("part");
    QTest::newRow("npz") << u"npz"_s << 0 << u"np.load(\"net.npz\")"_s;
    QTest::newRow("safetensors") << u"safetensors"_s << 0 << u"load_file(\"net.safetensors\")"_s;
    QTest::newRow("onnx, Python") << u"onnx"_s << 0 << u"InferenceSession(\"net.onnx\""_s;
    QTest::newRow("onnx, JavaScript") << u"onnx"_s << 1 << u"create('net.onnx')"_s;
    QTest::newRow("raw, Python") << u"raw"_s << 0 << u"np.fromfile(\"net.raw\""_s;
    QTest::newRow("raw, JavaScript") << u"raw"_s << 1 << u"readFileSync('net.raw')"_s;
    QTest::newRow("C header") << u"h"_s << 2 << u"#include \"net.h\""_s;
  }

  void codeForEachFormat() {
    QFETCH(QString, suffix);
    QFETCH(int, language);
    QFETCH(QString, part);
    setFile(path(u"net."_s + suffix));
    auto* languages = named<QComboBox>(u"Language"_s);
    languages->setCurrentIndex(language);
    emit languages->activated(language);
    QVERIFY2(code().contains(part), qPrintable(code()));
    QVERIFY(!code().contains(u'%') || suffix == u"h"_s);
    QTest::mouseClick(button(u"Copy the code"_s), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), code());
    languages->setCurrentIndex(suffix == u"h"_s ? 0 : 2);
    emit languages->activated(languages->currentIndex());
    QVERIFY(!button(u"Copy the code"_s)->isEnabled());
  }

  void codeRuns_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<int>("language");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("needs");
    const QString python = u"/usr/bin/python3"_s;
    QTest::newRow("npz, Python") << u"npz"_s << 0 << python + u" code"_s
                                 << python + u" -c 'import numpy'"_s;
    QTest::newRow("raw, Python") << u"raw"_s << 0 << python + u" code"_s
                                 << python + u" -c 'import numpy'"_s;
    QTest::newRow("raw, JavaScript") << u"raw"_s << 1 << u"node ./code"_s << u"node --version"_s;
    QTest::newRow("C header") << u"h"_s << 2
                              << u"cp code code.c && cc -std=c99 -Wall -Werror code.c -o a.out && "
                                 "./a.out"_s
                              << u"cc --version"_s;
  }

  void codeRuns() {
    QFETCH(QString, suffix);
    QFETCH(int, language);
    QFETCH(QString, command);
    QFETCH(QString, needs);
    if (QProcess::execute(u"sh"_s, {u"-c"_s, needs + u" >/dev/null 2>&1"_s}) != 0)
      QSKIP(qPrintable(u"not installed: "_s + needs));
    QFile::remove(path(u"run."_s + suffix));
    setFile(path(u"run."_s + suffix));
    auto* languages = named<QComboBox>(u"Language"_s);
    languages->setCurrentIndex(language);
    emit languages->activated(language);
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"verified: "_s), kPatience);
    QFile file(path(u"code"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(code().toUtf8()) > 0);
    file.close();

    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(u"sh"_s, {u"-c"_s, command});
    QVERIFY(process.waitForFinished(kPatience));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    const QString output = QString::fromUtf8(process.readAllStandardOutput()).trimmed();
    if (language == 1) {
      QVERIFY2(output.contains(u"'conv1_weights'"_s), qPrintable(output));
      return;
    }
    // The class of an empty image, as the engine has it.
    engine::Classifier classifier(*m_session.weights());
    const std::vector<std::uint8_t> empty(engine::kImagePixels, 0);
    const auto answer = classifier.classify(empty);
    QCOMPARE(output.section(u'\n', -1),
             QString::number(std::ranges::max_element(answer) - answer.begin()));
  }

  void failuresAreTold() {
    setFile(path(u"missing/a.npz"_s));
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"Not saved. Cannot write"_s), kPatience);
  }

  void cancelSaysThatNothingWasReplaced() {
    setFile(path(u"cancelled.h"_s));
    QTest::mouseClick(button(u"Save"_s), Qt::LeftButton);
    QTest::mouseClick(button(u"Cancel saving"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"Cancelled."_s), kPatience);
    QVERIFY(!QFile::exists(path(u"cancelled.h"_s)));
  }

  void k9_everyControlHasAName() {
    for (const QWidget* widget : m_dialog->findChildren<QWidget*>()) {
      if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || widget->focusProxy())
        continue;
      const auto* labelled = qobject_cast<const QAbstractButton*>(widget);
      QVERIFY2(labelled ? !labelled->text().isEmpty() : !widget->accessibleName().isEmpty(),
               widget->metaObject()->className());
    }
  }
};

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
