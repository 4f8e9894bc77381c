#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <bit>

#include "engine/error.h"
#include "engine/log/run_log.h"
#include "error_message.h"
#include "run_records.h"
#include "train_fixtures.h"

using namespace engine;
using namespace run_records;

static std::string readError(const std::string& bytes) {
  return messageOf([&] { readLog(bytes); });
}

class TestRunLog : public QObject {
  Q_OBJECT

 private slots:
  void roundTrip_data() {
    QTest::addColumn<qulonglong>("piece");
    for (const qulonglong piece : {1u, 2u, 7u, 64u, 100'000u})
      QTest::addRow("pieces of %llu bytes", piece) << piece;
  }
  void roundTrip() {
    QFETCH(qulonglong, piece);
    const RunRecord run = oneOfEverything();
    const std::string text = textOf(run);
    const auto read = readLog(text, piece);
    QCOMPARE(read.size(), 1u);
    QCOMPARE(QByteArray::fromStdString(textOf(read.front())), QByteArray::fromStdString(text));
    // The text alone would not tell a wrong -0.0 or a lost unknown.
    QVERIFY(std::signbit(read.front().credits[1].balance));
    QVERIFY(isUnknown(read.front().steps[1].seconds) && isUnknown(read.front().steps[2].loss));
    QVERIFY(std::isnan(read.front().steps[1].loss) && !isUnknown(read.front().steps[1].loss));
    QCOMPARE(read.front().start.settings->config.seed, ~std::uint64_t{});
    QCOMPARE(read.front().confusion->counts[3][8], 12);
  }

  // Any JSON reader understands every line.
  void linesAreJsonObjects() {
    const QByteArray text = QByteArray::fromStdString(textOf(oneOfEverything()));
    for (const QByteArray& line : text.trimmed().split('\n'))
      QVERIFY(QJsonDocument::fromJson(line).object().contains("event"));
    const auto first = QJsonDocument::fromJson(text.left(text.indexOf('\n'))).object();
    QCOMPARE(first["schema"].toInt(), 1);
    QCOMPARE(first["settings"]["learning_rate"].toDouble(), 0.1 + 0.2);
  }

  // LOG-12: what is not there yet is not guessed.
  void halfLineWaits() {
    std::vector<RunNews> news;
    RunLogReader reader([&](const RunNews& one) { news.push_back(one); });
    reader.feed("{\"event\":\"run\",\"schema\":1}\n{\"event\":\"step\",\"step\":1,\"loss\":2.4");
    QCOMPARE(news.size(), 1u);
    reader.feed("58}");
    QCOMPARE(news.size(), 1u);
    reader.feed("\n");
    QCOMPARE(std::get<RecordedStep>(news.at(1)).loss, 2.458);
  }
  void fileWithoutLastLineEnd() {
    const std::string text = "{\"event\":\"run\"}\n{\"event\":\"step\",\"step\":1,\"loss\":2.5}";
    QCOMPARE(readLog(text).front().steps.size(), 1u);
    QCOMPARE(readLog(text.substr(0, text.size() - 3)).front().steps.size(), 0u);
  }

  void damagedLinesAreCounted_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("no JSON") << QByteArray("Killed");
    QTest::newRow("no object") << QByteArray("[1, 2]");
    QTest::newRow("no event") << QByteArray("{\"step\": 1}");
    QTest::newRow("no step") << QByteArray("{\"event\":\"step\",\"loss\":1}");
    QTest::newRow("negative step") << QByteArray("{\"event\":\"step\",\"step\":-1}");
    QTest::newRow("step of 1.5") << QByteArray("{\"event\":\"step\",\"step\":1.5}");
    QTest::newRow("huge step") << QByteArray("{\"event\":\"step\",\"step\":18446744073709551615}");
    QTest::newRow("a word for a number")
        << QByteArray("{\"event\":\"step\",\"step\":1,\"loss\":\"low\"}");
    QTest::newRow("nine labels") << QByteArray(
        "{\"event\":\"confusion\",\"step\":1,\"counts\":[[],[],[],[],[],[],[],[],[]]}");
    QTest::newRow("a batch beyond int")
        << QByteArray("{\"event\":\"run\",\"settings\":{\"batch_size\":4294967360}}");
    QTest::newRow("an event that is no word") << QByteArray("{\"event\":7}");
  }
  void damagedLinesAreCounted() {
    QFETCH(QByteArray, line);
    int events = 0;
    RunLogReader reader([&](const RunNews&) { ++events; });
    reader.feed("{\"event\":\"run\"}\n" + line.toStdString() +
                "\n{\"event\":\"step\",\"step\":2}\n");
    QCOMPARE(reader.notUnderstood(), 1u);
    QCOMPARE(reader.lines(), 3u);
    QCOMPARE(events, 2);
  }
  void laterEventsAndKeysAreSkipped() {
    const auto runs = readLog(
        "{\"event\":\"run\",\"colour\":1}\n{\"event\":\"aurora\",\"step\":\"?\"}\n"
        "{\"event\":\"step\",\"step\":3,\"mood\":null}\r\n\n");
    QCOMPARE(runs.at(0).steps.at(0).step, 3);
  }

  void refused() {
    QVERIFY(readError("{\"event\":\"run\",\"schema\":2}\n").find("Update Burstlab") !=
            std::string::npos);
    QVERIFY(readError("Initialized!\n").find("no run log") != std::string::npos);
    QVERIFY(looksLikeRunLog("{\"event\":\"run\",\"schema\":1}\n"));
    QVERIFY(!looksLikeRunLog("Step 0 (epoch 0.00), 6.8 ms\n{\"event\""));
    QVERIFY(!looksLikeRunLog(""));
  }

  void severalRunsInOneFile() {
    const std::string text = textOf(oneOfEverything());
    const auto runs = readLog(text + text);
    QCOMPARE(runs.size(), 2u);
    QCOMPARE(textOf(runs[1]), text);
  }

  // P9: a resumed run goes on as one curve, and its old end is gone.
  void goingBackReplacesTheTail() {
    RunRecord run = oneOfEverything();
    run.add(RecordedStep{.step = 1, .loss = 3});
    QCOMPARE(run.steps.size(), 2u);
    QCOMPARE(run.steps.back().loss, 3.0);
    QCOMPARE(run.validations.size(), 1u);
    QCOMPARE(run.credits.size(), 1u);
  }

  // What the trainer tells arrives in the reader, number for number.
  void writesWhatARunTells() {
    const Dataset dataset = noiseDataset(8);
    TrainConfig config = quickConfig(7);
    config.evaluationInterval = 3;
    std::string text;
    int writes = 0;
    RunLogWriter writer(
        [&](std::string_view lines) {
          text += lines;
          ++writes;
          QVERIFY(lines.ends_with('\n'));
        },
        {.source = "burstlab"});
    Recorder recorder;
    struct Both : TrainObserver {
      Recorder& a;
      RunLogWriter& b;
      TrainControl& control;
      Both(Recorder& first, RunLogWriter& second, TrainControl& c)
          : a(first), b(second), control(c) {}
      void runStarted(const RunStarted& e) override { a.runStarted(e), b.runStarted(e); }
      void stepDone(const StepDone& e) override {
        a.stepDone(e), b.stepDone(e);
        if (e.step == 3) control.setLearningRate(0.002);
      }
      void validationDone(const ValidationDone& e) override {
        a.validationDone(e), b.validationDone(e);
      }
      void runFinished(const RunFinished& e) override { a.runFinished(e), b.runFinished(e); }
    };
    TrainControl control;
    Both both(recorder, writer, control);
    Trainer(dataset, config).run(both, control);

    QCOMPARE(writes, 1 + 7 + 3 + 1);
    const auto runs = readLog(text);
    QCOMPARE(runs.size(), 1u);
    const RunRecord& run = runs.front();
    QCOMPARE(run.start.settings->config.batchSize, config.batchSize);
    QCOMPARE(run.start.trainCount, 8);
    QCOMPARE(run.steps.size(), recorder.steps.size());
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
      QCOMPARE(run.steps[i].loss, recorder.steps[i].loss());
      QCOMPARE(run.steps[i].learningRate, recorder.steps[i].learningRate);
      QCOMPARE(run.steps[i].elapsed, recorder.steps[i].elapsed);
      QVERIFY(i == 0 || run.steps[i].elapsed > run.steps[i - 1].elapsed);
    }
    QCOMPARE(run.validations.size(), recorder.validations.size());
    QCOMPARE(run.validations[1].wrong, recorder.validations[1].validation.wrong);
    QCOMPARE(run.events.size(), 1u);  // the decay is no change
    QCOMPARE(run.events[0].step, 4);
    // The staircase has already fallen once by then.
    QCOMPARE(run.events[0].value, 0.002);
    QVERIFY(run.confusion->test);
    QCOMPARE(run.confusion->counts, recorder.finished.test.confusion);
    QCOMPARE(run.end->testError, recorder.finished.test.errorRate());
    QVERIFY(run.end->reason == StopReason::StepLimit);
  }
};

QTEST_APPLESS_MAIN(TestRunLog)
#include "tst_run_log.moc"
