#include <QTest>
#include <cmath>

#include "console_logs.h"
#include "engine/log/console_log.h"

using namespace engine;
using namespace run_records;
using namespace console_logs;

class TestConsoleParser : public QObject {
  Q_OBJECT

 private slots:
  void log05_benchmark() {
    const QByteArray noise =
        "root@host:~# python3 alexnet_benchmark.py\nconv1   [32, 56, 56, 64]\npool5   [32, 6, 6, "
        "256]\nname: Tesla K40c major: 3 minor: 5 memoryClockRate(GHz): 0.745\n";
    QByteArray log = noise;
    for (int i = 0; i < 10; ++i)
      log += "2017-11-05 23:59:5" + QByteArray::number(i) + ".250000: step " +
             QByteArray::number(10 * i) + ", duration = 0.12" + QByteArray::number(i) + "\n";
    log += "2017-11-06 00:00:00.250000: Forward across 100 steps, 0.123 +/- 0.001 sec / batch\n.";
    for (int i = 0; i < 10; ++i)
      log += "2017-11-06 00:00:0" + QByteArray::number(i) + ".000000: step " +
             QByteArray::number(10 * i) + ", duration = 0.329<br>\n";
    log +=
        "2017-11-06 00:01:00.000000: Forward-backward across 100 steps, 0.329 +/- 0.001 sec / "
        "batch\n";
    const Parsed parsed = parse(log + log, 11);
    QCOMPARE(parsed.runs.size(), 4u);
    for (const RunRecord& run : parsed.runs) {
      QCOMPARE(run.steps.size(), 10u);
      QCOMPARE(run.start.source, std::string("alexnet_benchmark.py"));
      QCOMPARE(run.start.batchSize, 32);
      QCOMPARE(run.end->benchmark->batches, 100);
    }
    QCOMPARE(parsed.runs[0].steps[9].seconds, 0.129);
    QVERIFY(std::abs(parsed.runs[0].steps[9].elapsed - 9.12) < 1e-5);
    QCOMPARE(parsed.runs[0].end->benchmark->name, std::string("Forward"));
    QCOMPARE(parsed.runs[1].end->benchmark->name, std::string("Forward-backward"));
    QCOMPARE(parsed.runs[3].end->benchmark->mean, 0.329);
  }

  void summaries_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("deviation");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("LOG-06 no time")
        << QByteArray(
               "<built-in method now of type object at 0x101e8b580>: Forward across 100 "
               "steps, 1.061 +/- 0.154 sec / batch")
        << 1.061 << 0.154 << QByteArray("Forward");
    QTest::newRow("LOG-17 no space")
        << QByteArray(
               "2018-09-22 09:55:30.780963: Forward across 100 steps, 0.009 +/- 0.01 sec "
               "/batch<br>")
        << 0.009 << 0.01 << QByteArray("Forward");
    QTest::newRow("LOG-17 ms") << QByteArray("Run on Titan X: 70 +/- 0.1 ms / batch") << 0.070
                               << 0.0001 << QByteArray("Run on Titan X");
    QTest::newRow("two on a line")
        << QByteArray(
               "2018-05-03 21:19:52.983108: step 90, duration = 0.274 2018-05-03 "
               "21:19:54.921238: Forward-backward across 100 steps, 0.221 +/- 0.018 sec / "
               "batch")
        << 0.221 << 0.018 << QByteArray("Forward-backward");
  }
  void summaries() {
    QFETCH(QByteArray, line);
    const BenchmarkSummary summary = *parse(line + "\n").runs.at(0).end->benchmark;
    QTEST(summary.mean, "mean");
    QTEST(summary.deviation, "deviation");
    QTEST(QByteArray::fromStdString(summary.name), "name");
  }

  void log10_theLastOverwrites() {
    const Parsed parsed = parse(
        "Training with 59951 / 60000\rTraining with 60000 / 60000\n"
        "Step 100 (epoch 0.12), 500.0 ms\rStep 100 (epoch 0.12), 432.6 ms\n"
        "Minibatch loss: 9.500\rMinibatch loss: 3.276, learning rate: 0.01\n");
    QCOMPARE(parsed.runs.at(0).steps.size(), 1u);
    QCOMPARE(parsed.runs[0].steps[0].loss, 3.276);
    QCOMPARE(parsed.runs[0].validations.at(0).scriptMilliseconds, 432.6);
    QCOMPARE(parsed.orphans, 0u);
  }

  void log12_cutLine_data() {
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<bool>("known");
    QTest::newRow("in a number") << QByteArray("Minibatch loss: 2.4") << false;
    QTest::newRow("in a number that is a word") << QByteArray("Minibatch loss: na") << false;
    QTest::newRow("behind a number") << QByteArray("Minibatch loss: 2.4,") << true;
    QTest::newRow("with its end") << QByteArray("Minibatch loss: 2.4\n") << true;
  }
  void log12_cutLine() {
    QFETCH(QByteArray, end);
    QFETCH(bool, known);
    const auto parsed = parse("Step 2800 (epoch 3.26), 16.1 ms\n" + end);
    QCOMPARE(!isUnknown(parsed.runs.at(0).steps.at(0).loss), known);
  }
  void log12_follows() {
    std::vector<RecordedStep> steps;
    ConsoleParser parser([&](const RunNews& news) {
      if (const auto* step = std::get_if<RecordedStep>(&news)) steps.push_back(*step);
    });
    parser.feed("Step 2800 (epoch 3.26), 16.1 ms\nMinibatch loss: 2.4");
    QVERIFY(steps.empty());
    parser.feed("58, learning rate: 0.008574\nMinibatch error: 3.1%\nValidation error: 1.2%\n");
    QCOMPARE(steps.size(), 1u);  // at once, not with the next step
    QCOMPARE(steps[0].loss, 2.458);
  }

  void log15_otherLengths_data() {
    QTest::addColumn<int>("interval");
    for (const int interval : {100, 10, 1}) QTest::addRow("every %d", interval) << interval;
  }
  void log15_otherLengths() {
    QFETCH(int, interval);
    QByteArray log = "Initialized!\n";
    int count = 0;
    for (int step = 0; step < 859; step += interval, ++count)
      log += block(step, "265.0", "3.2", "4.7", "2.0");
    const RunRecord run = parse(log + "Test error: 2.0%\n").runs.at(0);
    QCOMPARE(int(run.steps.size()), count);
    QCOMPARE(run.steps.back().step, 858 / interval * interval);
    QCOMPARE(run.end->testError, 2.0);
  }

  void severalRuns() {
    const QByteArray noStart = block(0, "1.0", "12.1", "90.6", "84.6") +
                               block(100, "2.0", "3.3", "6.2", "7.0") + "...\n\n";
    QCOMPARE(parse(kPlain + kPlain + noStart + noStart).runs.size(), 4u);
    QCOMPARE(parse(kPlain.chopped(18) + kPlain).runs.size(), 2u);
    const Parsed selfTest = parse("Running self-test.\n" + kPlain.left(kPlain.indexOf("Step 100")) +
                                  "Test error: 0.0%\ntest_error 0.0\n" + kPlain);
    QCOMPARE(selfTest.runs.size(), 2u);
    QCOMPARE(selfTest.runs[0].start.trainCount, 256);
    QCOMPARE(selfTest.runs[0].end->testError, 0.0);
    QCOMPARE(selfTest.runs[1].start.trainCount, 55'000);
  }

  void log18_sleepIsAPause() {
    const Parsed parsed = parse(block(0, "6.8", "12.053", "90.6", "84.6") +
                                block(100, "3100.0", "3.276", "6.2", "7.2") +
                                "sleep t2.micro cpu. passed time=2480\n"
                                "run t2.micro cpu. passed time=5480\n" +
                                block(200, "432.0", "3.457", "14.1", "3.9"));
    const RunRecord& run = parsed.runs.at(0);
    QCOMPARE(run.events.size(), 2u);
    QVERIFY(run.events[0].kind == RunEvent::Kind::Pause);
    QVERIFY(run.events[1].kind == RunEvent::Kind::Resume);
    QCOMPARE(run.events[1].value, 3000.0);
    QCOMPARE(run.events[0].step, 101);
    QCOMPARE(run.steps[2].elapsed, 0.68 + 310 + 3000 + 43.2);
    QCOMPARE(run.validations[2].scriptMilliseconds, 432.0);
    QCOMPARE(parsed.notUnderstood, 0u);
  }

  void stepLinesAlone() {
    const RunRecord run =
        parse("Step 5300 (epoch 6.17), 434.3 ms\nStep 5400 (epoch 6.28), 533.1 ms\n").runs.at(0);
    QCOMPARE(run.steps.size(), 2u);
    QVERIFY(isUnknown(run.steps[0].loss));
    QCOMPARE(run.validations.size(), 2u);
    QCOMPARE(run.validations[1].scriptMilliseconds, 533.1);
    QVERIFY(isUnknown(run.validations[1].errorRate));
  }

  // What Burstlab prints, it reads.
  void ownLogRoundTrip() {
    for (const double crossEntropy : {0.2764, kNan, kInfinity}) {
      ValidationDone done;
      done.step = {.step = 100,
                   .epoch = 0.11636,
                   .crossEntropy = crossEntropy,
                   .weightPenalty = 3,
                   .learningRate = 0.01,
                   .minibatchError = 6.25};
      done.scriptMillisecondsPerStep = 432.55;
      done.validation.count = 5000;
      done.validation.wrong = 360;
      const QByteArray log = QByteArray::fromStdString(reportLines(done));
      const RunRecord run = parse(log).runs.at(0);
      QCOMPARE(run.steps.at(0).step, 100);
      if (std::isfinite(crossEntropy))
        QCOMPARE(run.steps[0].loss, 3.276);
      else
        QVERIFY(std::isinf(run.steps[0].loss) || !isUnknown(run.steps[0].loss));
      QCOMPARE(run.validations.at(0).errorRate, 7.2);
    }
  }

  // LOG-16: neither the number of lines nor the length of one makes memory grow beyond the blocks.
  void log16_oneEndlessLine() {
    QByteArray line(ConsoleLines::kLongestLine * 3, 'x');
    line += " Step 100 (epoch 0.12), 432.6 ms Minibatch loss: 3.276, ";
    const Parsed parsed = parse(line + QByteArray(ConsoleLines::kLongestLine * 2, 'y'), 1000);
    QCOMPARE(parsed.runs.at(0).steps.at(0).loss, 3.276);
    QVERIFY(parsed.lines <= 6);
  }

  void nothing() {
    for (const QByteArray log :
         {"", "\n\n", "\x1B", "\xFF\xFE", "Hello, world.", "Test error: 3%\n"})
      QVERIFY(parse(log).runs.empty());
  }
};

QTEST_APPLESS_MAIN(TestConsoleParser)
#include "tst_console_parser.moc"
