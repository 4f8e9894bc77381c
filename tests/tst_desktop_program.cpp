#include <QDirIterator>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

/// The desktop program as a shell script meets it.
class TestDesktopProgram : public QObject {
  Q_OBJECT

  struct Outcome {
    int exitCode = -1;
    QString output;
    QString errors;
  };

  static Outcome run(const QStringList& arguments, const QString& platform) {
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto& name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s})
      environment.remove(name);
    environment.remove(u"XDG_RUNTIME_DIR"_s);
    if (!platform.isEmpty()) environment.insert(u"QT_QPA_PLATFORM"_s, platform);
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(BURSTLAB_BIN_DIR) + u"/burstlab"_s, arguments);
    if (!program.waitForFinished(300000) || program.exitStatus() != QProcess::NormalExit) {
      program.kill();
      program.waitForFinished();
      return {-1, {}, QString::fromLocal8Bit(program.readAllStandardError())};
    }
    return {program.exitCode(), QString::fromLocal8Bit(program.readAllStandardOutput()),
            QString::fromLocal8Bit(program.readAllStandardError())};
  }

 private slots:
  void gui12_needsNoDisplay_data() {
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("expected");
    QTest::newRow("help") << u"--help"_s << u"--screenshot"_s;
    QTest::newRow("version") << u"--version"_s << u"burstlab "_s;
  }

  void gui12_needsNoDisplay() {
    QFETCH(QString, argument);
    QFETCH(QString, expected);
    const Outcome outcome = run({argument}, {});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.output.contains(expected), qPrintable(outcome.output));
  }

  // burstlab-cli train --log - | burstlab --attach -
  void attachedToAPipe() {
    const QTemporaryDir folder;
    const QString picture = folder.filePath(u"attached.png"_s);
    QProcess trainer, window;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    window.setProcessEnvironment(environment);
    trainer.setStandardOutputProcess(&window);
    const QString bin = QStringLiteral(BURSTLAB_BIN_DIR);
    trainer.start(bin + u"/burstlab-cli"_s,
                  {u"train"_s, u"--self_test"_s, u"--max-steps"_s, u"6"_s, u"--log"_s, u"-"_s});
    window.start(bin + u"/burstlab"_s,
                 {u"--attach"_s, u"-"_s, u"--quit-when-done"_s, u"--screenshot"_s, picture});
    QVERIFY(trainer.waitForFinished(300000));
    QVERIFY(window.waitForFinished(300000));
    QCOMPARE(trainer.exitCode(), 0);
    QCOMPARE(window.exitCode(), 0);
    QVERIFY(!QImage(picture).isNull());
  }

  void gui12_oneLineWithoutADisplay() {
    const Outcome outcome = run({}, u"xcb"_s);
    QCOMPARE(outcome.exitCode, 1);
    QCOMPARE(outcome.errors.count(u'\n'), 1);
    QVERIFY2(outcome.errors.contains(u"no display"_s), qPrintable(outcome.errors));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("option") << QStringList{u"--frobnicate"_s};
    QTest::newRow("steps") << QStringList{u"--max-steps"_s, u"0"_s};
    QTest::newRow("theme") << QStringList{u"--theme"_s, u"pink"_s};
    QTest::newRow("size") << QStringList{u"--size"_s, u"12"_s};
    QTest::newRow("file") << QStringList{u"file"_s};
  }

  void wrongUsage() {
    QFETCH(QStringList, arguments);
    const Outcome outcome = run(arguments, u"offscreen"_s);
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.errors.count(u'\n'), 1);
    QVERIFY(outcome.errors.startsWith(u"burstlab: "_s));
    QVERIFY2(!outcome.errors.contains(u".."_s), qPrintable(outcome.errors));
    const Outcome withoutDisplay = run(arguments, u"xcb"_s);
    QCOMPARE(withoutDisplay.exitCode, 2);
    QCOMPARE(withoutDisplay.errors, outcome.errors);
  }

  void qtsOwnOptionsAreNoWrongUsage() {
    const Outcome outcome =
        run({u"-platform"_s, u"offscreen"_s, u"--quit-when-done"_s, u"--theme"_s, u"dark"_s}, {});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(!outcome.errors.contains(u"XDG_RUNTIME_DIR"_s), qPrintable(outcome.errors));
  }

  void trainsAndTakesAPicture() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"window.png"_s);
    const Outcome outcome = run({u"--start"_s, u"--max-steps"_s, u"2"_s, u"--quit-when-done"_s,
                                 u"--screenshot"_s, file, u"--size"_s, u"1000x700"_s},
                                u"offscreen"_s);
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    QCOMPARE(QImage(file).size(), QSize(1000, 700));
  }

  // What a script trains is none of the user's work.
  void endedScriptsLeaveNothingBehind() {
    const QTemporaryDir home;
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    for (const auto& name : {u"XDG_DATA_HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_RUNTIME_DIR"_s})
      environment.insert(name, home.path());
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(BURSTLAB_BIN_DIR) + u"/burstlab"_s,
                  {u"--start"_s, u"--quit-when-done"_s, u"--size"_s, u"800x600"_s});
    QVERIFY(program.waitForStarted());
    // Some steps are done by then; the test holds for none as well.
    QTest::qWait(5000);
    program.terminate();
    QVERIFY(program.waitForFinished(300000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QDirIterator files(home.path(), {u"*.npz"_s, u"*.ini"_s, u"*.conf"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    QVERIFY2(!files.hasNext(), qPrintable(files.hasNext() ? files.next() : QString()));
  }

  void failuresHaveAnExitCode_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("picture") << QStringList{u"--screenshot"_s, u"/no/such/folder/window.png"_s};
    QTest::newRow("data") << QStringList{u"--start"_s, u"--data"_s, u"/no/such/folder"_s};
  }

  void failuresHaveAnExitCode() {
    QFETCH(QStringList, arguments);
    const Outcome outcome = run(arguments + QStringList{u"--quit-when-done"_s}, u"offscreen"_s);
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains(u"/no/such/folder"_s), qPrintable(outcome.errors));
  }
};

QTEST_GUILESS_MAIN(TestDesktopProgram)
#include "tst_desktop_program.moc"
