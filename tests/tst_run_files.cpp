#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "console_logs.h"
#include "engine/log/read_runs.h"
#include "engine/log/run_facts.h"
#include "engine/log/run_table.h"
#include "error_message.h"
#include "fuzz/run_file_fuzz.h"

using namespace engine;
using console_logs::kPlain;

class TestRunFiles : public QObject {
  Q_OBJECT

 private slots:
  void kinds_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    const RunRecord run = run_records::oneOfEverything();
    QTest::newRow("console log") << kPlain << int(RunFileKind::ConsoleLog);
    QTest::newRow("run log") << QByteArray::fromStdString(run_records::textOf(run))
                             << int(RunFileKind::RunLog);
    QTest::newRow("table") << QByteArray::fromStdString(runTable({&run, 1}))
                           << int(RunFileKind::Table);
    QTest::newRow("table of tabs")
        << QByteArray("step\tloss\n0\t12.0\n") << int(RunFileKind::Table);
    QTest::newRow("one line") << QByteArray("Step 0 (epoch 0.00), 6.8 ms")
                              << int(RunFileKind::ConsoleLog);
  }
  void kinds() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    const auto path = write(bytes);
    std::vector<double> shares;
    const RunFile file = readRuns(path, {}, [&](double share) {
      shares.push_back(share);
      return true;
    });
    QCOMPARE(int(file.kind), kind);
    QCOMPARE(file.runs.size(), 1u);
    QVERIFY(!file.runs[0].start.name.empty());
    QVERIFY(!shares.empty() && std::ranges::is_sorted(shares) && shares.back() <= 1);
    QVERIFY(readRuns(path, {}, [](double) { return false; }).runs.empty());
  }

  void errorsNameTheFile_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("something else") << QByteArray("Dear diary,\n\nstep by step.\n");
    QTest::newRow("a later schema") << QByteArray("{\"event\":\"run\",\"schema\":9}\n");
    QTest::newRow("mixed decimals")
        << QByteArray("Step 0 (epoch 0.00), 6,8 ms\nMinibatch loss: 1,5, learning rate: 0.1\n");
    QTest::newRow("a bad table") << QByteArray("step,loss\n0,low\n");
  }
  void errorsNameTheFile() {
    QFETCH(QByteArray, bytes);
    const auto path = write(bytes);
    const std::string message = messageOf([&] { readRuns(path); });
    QVERIFY2(message.find(path.string()) != message.npos && message.ends_with('.'),
             message.c_str());
  }
  void missingFile() {
    QVERIFY(messageOf([&] { readRuns("/nowhere/run.jsonl"); }).find("/nowhere/run.jsonl") !=
            std::string::npos);
  }

  void facts() {
    const RunRecord run = console_logs::parse(kPlain + "...").runs.at(0);
    const RunFacts facts = factsOf(run);
    QCOMPARE(facts.interval, 100);
    QVERIFY(facts.epochsFit);
    QCOMPARE(facts.best->step, 200);
    // LOG-08: without the 6.8 ms of the start.
    QCOMPARE(facts.meanMilliseconds, (432.6 + 435.2) / 2);
    QCOMPARE(facts.slowestMilliseconds, 435.2);
    // LOG-15: another data set is noticed.
    QByteArray other = kPlain;
    QVERIFY(!factsOf(console_logs::parse(other.replace("epoch 0.23", "epoch 0.24")).runs.at(0))
                 .epochsFit);
  }

  void activeTimeLeavesPausesOut() {
    RunRecord run;
    for (int i = 0; i < 4; ++i)
      run.add(RecordedStep{.step = i, .elapsed = 10.0 + i + (i > 1 ? 100 : 0)});
    run.add(RunEvent{.kind = RunEvent::Kind::Pause, .step = 2, .elapsed = 11});
    run.add(RunEvent{.kind = RunEvent::Kind::Resume, .step = 2, .elapsed = 111});
    QCOMPARE(activeSeconds(run), (std::vector<double>{10, 11, 12, 13}));
    QCOMPARE(factsOf(run).pausedSeconds, 100.0);
  }

  // Files of every kind, damaged in some thousand ways: see fuzz/.
  void damagedFiles() {
    const RunRecord run = run_records::oneOfEverything();
    const std::vector<std::string> seeds{
        kPlain.toStdString(), run_records::textOf(run), runTable({&run, 1}),
        "2017-11-05 23:59:58.250000: step 10, duration = 0.12\nForward across 100 steps, 0.1 +/- "
        "0.2 "
        "sec / batch\nconv1   [32, 56]\nsleep cpu. passed time=2\nrun cpu. passed time=9\n"
        "Running self-test.\nEpoch 0.12\nMinibatch loss: -nan\r\x1B[3mtest_error 0.0"};
    std::mt19937 random(8);
    const auto below = [&](std::size_t limit) {
      return random() % std::max<std::size_t>(limit, 1);
    };
    const std::string spice = "\r\n\x1B[]{}\",;.:%+-0 9eE\xFF\xFE\0nainfStep(epoch";
    for (int round = 0; round < 4000; ++round) {
      std::string bytes = seeds[below(seeds.size())];
      for (std::size_t damage = below(6); damage < 6; ++damage) {
        const std::size_t at = below(bytes.size()), size = below(40);
        switch (below(4)) {
          case 0:
            bytes.erase(at, size);
            break;
          case 1:
            bytes.insert(at, bytes.substr(below(bytes.size()), size));
            break;
          case 2:
            bytes.insert(at, 1, spice[below(spice.size())]);
            break;
          default:
            if (!bytes.empty()) bytes[at] = static_cast<char>(random());
        }
      }
      QVERIFY2(fuzzRunFile(bytes), bytes.c_str());
    }
  }

 private:
  std::filesystem::path write(const QByteArray& bytes) {
    QFile file(m_folder.filePath("runs.log"));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("no file");
    return file.fileName().toStdString();
  }

  QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestRunFiles)
#include "tst_run_files.moc"
