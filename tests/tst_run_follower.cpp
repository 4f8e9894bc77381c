#include <fcntl.h>
#include <unistd.h>

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "engine/log/run_log.h"
#include "engine/log/run_replay.h"
#include "run_records.h"
#include "train_fixtures.h"
#include "ui/file_drop.h"
#include "ui/main_window.h"
#include "ui/panels/banner.h"
#include "ui/panels/log_panel.h"
#include "ui/run/run_model.h"

using namespace ui;
using namespace Qt::StringLiterals;
using State = TrainingSession::State;

namespace {

constexpr int kPatience = 60'000;  // milliseconds

/// A real run, and the log that it writes, line by line.
struct LoggedRun {
  Recorder recorder;
  std::vector<QByteArray> lines;

  explicit LoggedRun(std::int64_t steps = 25) {
    engine::TrainConfig config = quickConfig(steps);
    config.evaluationInterval = 10;
    const engine::Dataset dataset = noiseDataset(40);
    engine::RunLogWriter writer(
        [this](std::string_view text) {
          for (const QByteArray& line : QByteArray(text.data(), qsizetype(text.size())).split('\n'))
            if (!line.isEmpty()) lines.push_back(line + '\n');
        },
        {.name = "elsewhere", .source = "burstlab", .machine = "t2.micro, simulated"});
    recorder.onStarted = [&] { writer.runStarted(recorder.started); };
    recorder.onStep = [&](const engine::StepDone& step) {
      writer.stepDone(step);
      writer.add(engine::CreditSample{.step = step.step,
                                      .seconds = 10.0 * double(step.step + 1),
                                      .balance = 30.0 - double(step.step)});
    };
    recorder.onValidation = [&](const engine::ValidationDone& v) { writer.validationDone(v); };
    train(dataset, config, recorder);
    writer.runFinished(recorder.finished);
  }
  QByteArray text(std::size_t from = 0, std::size_t to = SIZE_MAX) const {
    QByteArray all;
    for (std::size_t i = from; i < std::min(to, lines.size()); ++i) all += lines[i];
    return all;
  }
};

const char kConsole[] =
    "Extracting data/train-images-idx3-ubyte.gz\nInitialized!\n"
    "Step 0 (epoch 0.00), 6.8 ms\nMinibatch loss: 12.054, learning rate: 0.010000\n"
    "Minibatch error: 90.6%\nValidation error: 84.6%\n"
    "Step 100 (epoch 0.12), 432.0 ms\nMinibatch loss: 3.287, learning rate: 0.010000\n"
    "Minibatch error: 6.2%\nValidation error: 7.0%\n";

}  // namespace

class TestRunFollower : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<MainWindow> m_window;
  QFile m_file;
  LoggedRun m_run;

  void add(const QByteArray& bytes) {
    QCOMPARE(m_file.write(bytes), bytes.size());
    QVERIFY(m_file.flush());
  }
  void begin(const QString& name, const QByteArray& bytes) {
    m_file.close();
    m_file.setFileName(m_folder.filePath(name));
    QVERIFY(m_file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    add(bytes);
  }
  template <typename Condition>
  static bool comes(const Condition& condition) {
    return QTest::qWaitFor(condition, kPatience);
  }
  TrainingSession& session() { return m_window->session(); }
  const RunModel& model() { return session().model(); }
  bool stepsCome(std::size_t count) {
    return comes([&] { return model().steps().size() == count; });
  }
  QString status() { return m_window->statusBar()->currentMessage(); }
  std::size_t linesUpToStep(int count) const {  // and what follows the last of them
    std::size_t i = 0;
    for (int seen = 0; i < m_run.lines.size(); ++i)
      if (m_run.lines[i].contains("\"event\":\"step\"") && ++seen > count) break;
    return i;
  }
  void compareWithTheRun() {
    const auto& recorded = m_run.recorder;
    QCOMPARE(model().steps().size(), recorded.steps.size());
    for (std::size_t i = 0; i < recorded.steps.size(); ++i) {
      const engine::StepDone &shown = model().steps()[i], &done = recorded.steps[i];
      QCOMPARE(shown.step, done.step);
      QCOMPARE(shown.loss(), done.loss());
      QCOMPARE(shown.crossEntropy, done.crossEntropy);
      QCOMPARE(shown.learningRate, done.learningRate);
      QCOMPARE(shown.minibatchError, done.minibatchError);
      QCOMPARE(shown.seconds, done.seconds);
      QCOMPARE(shown.elapsed, done.elapsed);
    }
    QCOMPARE(model().validations().size(), recorded.validations.size());
    for (std::size_t i = 0; i < recorded.validations.size(); ++i) {
      const auto &shown = model().validations()[i], &done = recorded.validations[i];
      QCOMPARE(shown.validation.wrong, done.validation.wrong);
      QCOMPARE(shown.validation.count, done.validation.count);
      QVERIFY(shown.validation.confusion == done.validation.confusion);
      QCOMPARE(shown.scriptMillisecondsPerStep, done.scriptMillisecondsPerStep);
    }
    QVERIFY(model().result());
    QCOMPARE(model().result()->steps, recorded.finished.steps);
    QCOMPARE(model().result()->test.wrong, recorded.finished.test.wrong);
    QVERIFY(model().result()->test.confusion == recorded.finished.test.confusion);
    QCOMPARE(model().run()->totalSteps, recorded.started.totalSteps);
  }

 private slots:
  void init() {
    m_window.reset();
    m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->show();
  }

  // Whatever a line is cut into, the window shows what a run of its own would show.
  void growingFile() {
    const std::size_t half = linesUpToStep(12);
    begin(u"run.jsonl"_s, m_run.text(0, half));
    m_window->followLog(m_file.fileName());
    QVERIFY(stepsCome(12));
    QCOMPARE(session().state(), State::Running);
    QVERIFY(session().isAttached());
    QCOMPARE(m_window->actions().startOrPause->text(), u"&Start"_s);
    const QByteArray line = m_run.lines[half];
    add(line.left(20));
    QTest::qWait(150);
    QCOMPARE(model().steps().size(), 12u);
    add(line.mid(20));
    QVERIFY(stepsCome(13));
    add(m_run.text(half + 1));
    QVERIFY(comes([&] { return session().state() == State::Finished; }));
    QVERIFY(comes([&] { return !m_window->follower().isFollowing(); }));
    compareWithTheRun();
    const CreditTrack& credits = m_window->follower().credits();
    QCOMPARE(credits.samples().size(), 25u);
    QCOMPARE(credits.samples()[7].balance, 23.0);
    QVERIFY(m_window->findChild<LogPanel*>()->text().contains(u"Step 20 (epoch"_s));
    QVERIFY(m_window->findChild<LogPanel*>()->text().contains(u"Test error"_s));
    QVERIFY(!m_window->actions().stopFollowing->isEnabled());
  }

  void realPipe() {
    int ends[2];
    QCOMPARE(pipe2(ends, O_CLOEXEC), 0);
    m_window->follower().followDescriptor(ends[0], u"a pipe"_s);
    const QByteArray bytes = m_run.text();
    const qsizetype half = bytes.size() / 2;  // in the middle of a line
    QCOMPARE(write(ends[1], bytes.constData(), std::size_t(half)), half);
    QVERIFY(comes([&] { return model().steps().size() > 5; }));
    QCOMPARE(write(ends[1], bytes.constData() + half, std::size_t(bytes.size() - half)),
             bytes.size() - half);
    QVERIFY(comes([&] { return session().state() == State::Finished; }));
    compareWithTheRun();
    close(ends[1]);
  }

  void brokenPipe() {
    int ends[2];
    QCOMPARE(pipe2(ends, O_CLOEXEC), 0);
    m_window->follower().followDescriptor(ends[0], u"a pipe"_s);
    const QByteArray bytes = m_run.text(0, linesUpToStep(7));
    QCOMPARE(write(ends[1], bytes.constData(), std::size_t(bytes.size())), bytes.size());
    close(ends[1]);
    QVERIFY(comes([&] { return session().state() == State::Idle && !model().steps().empty(); }));
    QCOMPARE(model().steps().size(), 7u);
    QCOMPARE(status(), u"a pipe ended before the run did"_s);
  }

  // A console log is drawn beside the present run, and grows there.
  void consoleLog() {
    begin(u"console.log"_s, kConsole);
    m_window->followLog(m_file.fileName());
    QVERIFY(comes([&] { return status() == u"Following console.log: step 100"_s; }));
    add("Step 200 (epoch 0.23), 433.0 ms\nMinibatch loss: 2.");
    add("958, learning rate: 0.010000\nMinibatch error: 4.7%\nValidation error: 3.5%\n");
    QVERIFY(comes([&] { return status() == u"Following console.log: step 200"_s; }));
    QCOMPARE(session().state(), State::Idle);
    QVERIFY(model().steps().empty());
    m_window->actions().stopFollowing->trigger();
    QVERIFY(!m_window->follower().isFollowing());
  }

  // The file is cut off or replaced, as one does who begins again under the same name.
  void fileBeginsAnew_data() {
    QTest::addColumn<bool>("replaced");
    QTest::newRow("cut off") << false;
    QTest::newRow("replaced") << true;
  }
  void fileBeginsAnew() {
    QFETCH(bool, replaced);
    begin(u"again.jsonl"_s, m_run.text(0, linesUpToStep(9)));
    m_window->followLog(m_file.fileName());
    QVERIFY(stepsCome(9));
    if (replaced) QVERIFY(QFile::remove(m_file.fileName()));
    begin(u"again.jsonl"_s, m_run.text(0, linesUpToStep(4)));
    QVERIFY(stepsCome(4));
    add(m_run.text(linesUpToStep(4)));
    QVERIFY(comes([&] { return session().state() == State::Finished; }));
    compareWithTheRun();
  }

  void startDetaches() {
    begin(u"run.jsonl"_s, m_run.text(0, linesUpToStep(5)));
    m_window->followLog(m_file.fileName());
    QVERIFY(stepsCome(5));
    m_window->commands().setDataset(std::make_shared<engine::Dataset>(engine::selfTestDataset()));
    m_window->commands().setMaxSteps(2);
    m_window->actions().startOrPause->trigger();
    QVERIFY(!m_window->follower().isFollowing());
    QVERIFY(!session().isAttached());
    QVERIFY(comes([&] { return session().state() == State::Finished; }));
    QCOMPARE(model().steps().size(), 2u);
  }

  void stopDetaches() {
    begin(u"run.jsonl"_s, m_run.text(0, linesUpToStep(5)));
    m_window->followLog(m_file.fileName());
    QVERIFY(stepsCome(5));
    m_window->actions().stop->trigger();
    QCOMPARE(session().state(), State::Idle);
    QVERIFY(!m_window->follower().isFollowing());
    QCOMPARE(model().steps().size(), 5u);
  }

  void runOfThisComputerIsLeftAlone() {
    m_window->commands().setDataset(std::make_shared<engine::Dataset>(engine::selfTestDataset()));
    m_window->actions().startOrPause->trigger();
    begin(u"run.jsonl"_s, m_run.text());
    m_window->followLog(m_file.fileName());
    QVERIFY(comes([&] { return !m_window->follower().isFollowing(); }));
    QVERIFY(m_window->findChild<Banner*>()->message().contains(u"run.jsonl"_s));
    QVERIFY(session().isActive());
    QVERIFY(!session().isAttached());
    session().halt();
  }

  void badInput_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("newer schema") << QByteArray("{\"event\":\"run\",\"schema\":99}\n") << u"99"_s;
    QTest::newRow("table") << QByteArray("step,loss\n1,2\n") << u"to compare"_s;
    QTest::newRow("no such file") << QByteArray() << u"No such file"_s;
  }
  void badInput() {
    QFETCH(QByteArray, text);
    QFETCH(QString, remedy);
    QString name = m_folder.filePath(u"missing.jsonl"_s);
    if (!text.isEmpty()) {
      begin(u"bad.jsonl"_s, text);
      name = m_file.fileName();
    }
    m_window->followLog(name);
    QVERIFY(comes([&] { return !m_window->follower().isFollowing(); }));
    const QString message = m_window->findChild<Banner*>()->message();
    QVERIFY2(message.contains(QFileInfo(name).fileName()) && message.contains(remedy),
             qPrintable(message));
  }

  void droppedGrowingFile() {
    begin(u"run.jsonl"_s, m_run.text(0, linesUpToStep(5)));
    QVERIFY(RunFollower::isUnfinished(m_file.fileName()));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_file.fileName())});
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QVERIFY(m_window->findChild<FileDrop*>()->eventFilter(m_window.get(), &drop));
    QVERIFY(stepsCome(5));
    begin(u"done.jsonl"_s, m_run.text());
    QVERIFY(!RunFollower::isUnfinished(m_file.fileName()));
    begin(u"next.jsonl"_s, m_run.text() + m_run.text(0, 3));
    QVERIFY(RunFollower::isUnfinished(m_file.fileName()));
    begin(u"console.jsonl"_s, kConsole);
    QVERIFY(!RunFollower::isUnfinished(m_file.fileName()));
  }

  // Where lines are missing or come twice, the steps that are there stay at their places.
  void damagedLog() {
    Recorder recorder;
    engine::RunReplay replay(recorder);
    replay.add(engine::RecordedStart{});
    for (const int step : {3, 4, 4, 2, 7, 8})
      replay.add(engine::RecordedStep{.step = step, .loss = 10.0 + step});
    replay.finish();
    QCOMPARE(recorder.events(), std::string("started, step 3, step 4, step 5, step 6, step 7, "
                                            "step 8"));
    QVERIFY(std::isnan(recorder.steps[3].loss()));
    QCOMPARE(recorder.steps[5].loss(), 18.0);
  }
};

QTEST_MAIN(TestRunFollower)
#include "tst_run_follower.moc"
