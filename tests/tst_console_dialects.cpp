#include <QTest>
#include <cmath>

#include "console_logs.h"
#include "error_message.h"

using namespace engine;
using namespace run_records;
using namespace console_logs;

class TestConsoleDialects : public QObject {
  Q_OBJECT

 private slots:
  void valuesOfABlock() {
    const Parsed parsed = parse(kPlain);
    QCOMPARE(parsed.runs.size(), 1u);
    const RunRecord& run = parsed.runs[0];
    QCOMPARE(run.start.source, std::string("convolutional.py"));
    QCOMPARE(run.steps.size(), 3u);
    QCOMPARE(run.steps[1].step, 100);
    QCOMPARE(run.steps[1].epoch, 0.12);
    QCOMPARE(run.steps[1].loss, 3.276);
    QCOMPARE(run.steps[1].learningRate, 0.01);
    QCOMPARE(run.steps[1].minibatchError, 6.2);
    QVERIFY(isUnknown(run.steps[1].seconds) && isUnknown(run.steps[1].crossEntropy));
    QVERIFY(!run.steps[1].derived);
    QCOMPARE(run.validations[1].errorRate, 7.2);
    QCOMPARE(run.validations[1].scriptMilliseconds, 432.6);
    QCOMPARE(run.end->testError, 0.8);
    // LOG-08: 6.8 ms is a hundredth of the start of the program.
    QCOMPARE(run.steps[0].elapsed, 0.68);
    QCOMPARE(run.steps[2].elapsed, 0.68 + 43.26 + 43.52);
    QCOMPARE(parsed.notUnderstood, 0u);
  }

  // However a log is dressed and delivered, it says the same.
  void sameAsPlain_data() {
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<int>("piece");
    const auto row = [](const char* name, const QByteArray& log, int piece = 1 << 20) {
      QTest::newRow(name) << log << piece;
    };
    for (const int piece : {1, 2, 3, 17})
      row(qPrintable(QString("piece %1").arg(piece)), kPlain, piece);
    row("LOG-04 tabs and bullets", eachLine(kPlain, "\t\t* ", ""));
    row("LOG-04 indented", eachLine(kPlain, "    ", "  "));
    row("LOG-04 quoted, breaks", eachLine(kPlain, "> ", "<br />"));
    row("LOG-04 commented out", eachLine(kPlain, "#", ""));
    row("LOG-04 prompts", ">>> run()\n" + eachLine(kPlain, ">>> ", ""));
    row("LOG-04 empty lines between", eachLine(kPlain, "", "\n"));
    row("LOG-05 a message on every line",
        eachLine(kPlain, "2019-04-24 06:32:26.488531: I step ", ""));
    row("LOG-05 messages between",
        eachLine(kPlain,
                 "WARNING:tensorflow:From a.py:226: calling dropout is deprecated\n"
                 "E1106 03:54:00.446725740     150 ev_epoll1_linux.c:1051]  grpc epoll fd: 19\n"
                 "I tensorflow/core/common_runtime/gpu/gpu_device.cc:717] step 3, Epoch\n",
                 ""));
    row("LOG-10 CRLF", QByteArray(kPlain).replace("\n", "\r\n"));
    row("LOG-10 several CRs", QByteArray(kPlain).replace("\n", "\r\r\n"));
    row("LOG-10 CR alone", QByteArray(kPlain).replace('\n', '\r'));
    row("LOG-10 UTF-16 little", inUtf16(QString::fromLatin1(kPlain), false));
    row("LOG-10 UTF-16 big, in pieces", inUtf16(QString::fromLatin1(kPlain), true), 3);
    row("LOG-10 UTF-8 mark", "\xEF\xBB\xBF" + kPlain);
    row("LOG-10 Japanese before",
        QByteArray("学習を実行する。\n") + kPlain + "最初は高かったエラー率\n");
    row("LOG-11 colours", eachLine(kPlain, "\x1B[32m", "\x1B[0m\x1B[K"));
    row("LOG-11 titles", eachLine(kPlain, "\x1B]0;title\x07", "\x1B]0;title\x1B\\"));
    row("LOG-11 a title without an end", "\x1B]0;Step 7\n" + kPlain + "\x1B[");
    row("LOG-13 a figure in between", QByteArray(kPlain)
                                          .replace("), ", "), (241.076/s) ")
                                          .replace("loss: ", "loss: (241.076/s) "));
    row("LOG-13 other cases", kPlain.toUpper());
    row("LOG-14 exponents", QByteArray(kPlain).replace("0.010000", "1.0e-02"));
    row("LOG-14 exponents with plus", QByteArray(kPlain).replace("90.6", "9.06E+01"));
    row("LOG-14 commas throughout",
        QByteArray(kPlain).replace(".", ",").replace("test,py", "test.py"));
    row("Burstlab's Extracting", "Extracting a/train-images-idx3-ubyte.gz\n" + kPlain);
    row("the rest of a page", "# How to\n\n```\n$ python convolutional.py\n" + kPlain +
                                  "```\n\nreal\t24m21.986s\nThat was epoch 10.\n");
  }
  void sameAsPlain() {
    QFETCH(QByteArray, log);
    QFETCH(int, piece);
    QCOMPARE(console_logs::textOf(parse(log, piece)), console_logs::textOf(parse(kPlain)));
  }

  void log01_epochsAlone() {
    const QByteArray log =
        "Initialized!\nEpoch 0.00\nMinibatch loss: 12.054, learning rate: 0.010000\n"
        "Minibatch error: 90.6%\nValidation error: 84.6%\nEpoch 0.12\n"
        "Minibatch loss: 3.285, learning rate: 0.010000\nMinibatch error: 6.2%\n"
        "Validation error: 7.0%\n...\n";
    const RunRecord run = parse(log).runs.at(0);
    QCOMPARE(run.steps.size(), 2u);
    QCOMPARE(run.steps[1].step, 103);  // 0.12 * 55000 / 64
    QVERIFY(run.steps[1].derived);
    QCOMPARE(run.steps[1].loss, 3.285);
    QVERIFY(isUnknown(run.validations[1].scriptMilliseconds) && isUnknown(run.steps[1].elapsed));
    // LOG-15: of another set the same epoch is another step.
    QCOMPARE(parse(log, 9, {.trainCount = 1000, .batchSize = 10}).runs.at(0).steps[1].step, 12);
  }
  void log01_twoLines() {
    const RunRecord run = parse(
                              "Step 0, 12.6 ms\nEpoch 0.00\nMinibatch loss: 8.334, learning "
                              "rate: 0.010000\nStep 100, 432.6 ms\nEpoch 0.12\nMinibatch loss: "
                              "3.2, learning rate: 0.010000\nMinibatch error: 4.7%\n")
                              .runs.at(0);
    QCOMPARE(run.steps.size(), 2u);
    QCOMPARE(run.steps[1].step, 100);
    QVERIFY(!run.steps[1].derived);
    QCOMPARE(run.steps[1].epoch, 0.12);
    QCOMPARE(run.validations[1].scriptMilliseconds, 432.6);
  }

  void log02_orphans() {
    const QByteArray orphan =
        "Minibatch loss: 3.269, learning rate: 0.010000\n"
        "Minibatch error: 6.2%\nValidation error: 6.9%\n";
    const Parsed parsed = parse(block(0, "6.7", "12.054", "90.6", "84.6") + orphan +
                                block(200, "399.2", "3.474", "12.5", "3.6"));
    QCOMPARE(parsed.orphans, 1u);
    const auto& steps = parsed.runs.at(0).steps;
    QCOMPARE(steps.size(), 3u);
    QCOMPARE(steps[0].loss, 12.054);
    QCOMPARE(steps[1].step, 100);
    QVERIFY(steps[1].derived && !steps[0].derived && !steps[2].derived);
    QCOMPARE(steps[1].loss, 3.269);
    // Before every step there is no place, and between 0 and 200 none for two.
    const Parsed early = parse("[snip]\n" + orphan + block(200, "399.2", "3.474", "12.5", "3.6"));
    QCOMPARE(early.orphans, 1u);
    QCOMPARE(early.runs.at(0).steps.size(), 1u);
    const Parsed two = parse(block(0, "1", "2.5", "3.5", "4.5") + orphan + orphan +
                             block(200, "1.0", "2.5", "3.5", "4.5"));
    QCOMPARE(two.orphans, 2u);
    QCOMPARE(two.runs.at(0).steps.size(), 2u);
  }

  void log13_labelsNotColumns() {
    const Parsed parsed = parse(
        "Step 100 (epoch 0.12), 432.6 ms\nlearning rate: 0.010000, Minibatch loss: 3.276\n"
        "Step 100 of 8593 done, Step size 3\nglobal step 120: loss = 5.5 (0.9 sec/step)\n"
        "Epoch 1/10\nEpoch 3\nMinibatch error: 6.2%\nValidation error: 7.2%\n");
    QCOMPARE(parsed.runs.at(0).steps.size(), 1u);
    QCOMPARE(parsed.runs[0].steps[0].loss, 3.276);
    QCOMPARE(parsed.runs[0].steps[0].learningRate, 0.01);
    QCOMPARE(parsed.runs[0].validations.at(0).errorRate, 7.2);
    QCOMPARE(parsed.notUnderstood, 4u);
  }

  void log14_numbers_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value");
    for (const char* nan : {"nan", "-nan", "NaN", "1.#QNAN", "-1.#IND", "-nan(ind)"})
      QTest::newRow(nan) << QByteArray(nan) << kNan;
    for (const char* inf : {"inf", "Infinity", "1.#INF", "1e999"})
      QTest::newRow(inf) << QByteArray(inf) << kInfinity;
    QTest::newRow("-inf") << QByteArray("-inf") << -kInfinity;
    QTest::newRow("1e-05") << QByteArray("1e-05") << 1e-5;
    QTest::newRow("12,054") << QByteArray("12,054") << 12.054;
    QTest::newRow("huge") << QByteArray("100000000000000000000") << 1e20;
    QTest::newRow("whole") << QByteArray("3") << 3.0;
  }
  void log14_numbers() {
    QFETCH(QByteArray, text);
    QFETCH(double, value);
    const auto steps =
        parse("Step 1 (epoch 0), 4 ms\nMinibatch loss: " + text + ", learning rate: 1\n")
            .runs.at(0)
            .steps;
    if (std::isnan(value))
      QVERIFY(std::isnan(steps.at(0).loss) && !isUnknown(steps[0].loss));
    else
      QCOMPARE(steps.at(0).loss, value);
    QCOMPARE(steps.at(0).learningRate, 1.0);
  }
  void log14_mixedMarksAreRefused() {
    for (const QByteArray log :
         {"Minibatch loss: 12,054, learning rate: 0.01\n", "Step 0 (epoch 0.00), 6,8 ms\n"}) {
      const std::string message = messageOf([&] { parse(log); });
      QVERIFY2(message.find("decimal") != message.npos, message.c_str());
    }
  }
};

QTEST_APPLESS_MAIN(TestConsoleDialects)
#include "tst_console_dialects.moc"
