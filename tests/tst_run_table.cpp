#include <QTest>
#include <clocale>

#include "engine/log/run_table.h"
#include "error_message.h"
#include "run_records.h"

using namespace engine;
using namespace run_records;

static std::string readError(std::string_view table) {
  return messageOf([&] { readRunTable(table); });
}

class TestRunTable : public QObject {
  Q_OBJECT

 private slots:
  void tableOfARun() {
    RunRecord run;
    run.steps = {{.step = 0, .epoch = 0, .loss = 12.0537, .minibatchError = 90.625},
                 {.step = 1, .loss = kNan, .seconds = 0.4}};
    run.validations = {{.step = 0, .errorRate = 84.6, .scriptMilliseconds = 6.8}};
    run.credits = {{.step = 5, .seconds = 2.16, .balance = 29.5, .utilisation = 1}};
    run.events = {{.kind = RunEvent::Kind::LearningRate, .step = 1, .value = 0.005},
                  {.kind = RunEvent::Kind::Pause, .step = 1}};
    QCOMPARE(QByteArray::fromStdString(runTable({&run, 1})),
             QByteArray("run,step,epoch,elapsed,loss,cross_entropy,learning_rate,minibatch_error,"
                        "seconds,script_ms,validation_error,validation_seconds,virtual_seconds,"
                        "credit_balance,cpu_utilisation,test_error,event\n"
                        "1,0,0.0,,12.0537,,,90.625,,6.8,84.6,,,,,,\n"
                        "1,1,,,nan,,,,0.4,,,,,,,,learning_rate 0.005; pause\n"
                        "1,5,,,,,,,,,,,2.16,29.5,1.0,,\n"));
  }

  // What the table holds comes back, to the last bit.
  void roundTrip() {
    std::vector<RunRecord> runs{oneOfEverything(), oneOfEverything()};
    for (RunRecord& run : runs) {
      run.start = {.source = "table"};
      run.confusion.reset();
      run.end->steps = run.end->lastStep + 1;
      run.end->seconds = kUnknown;
      run.end->benchmark.reset();
      run.steps[2].derived = false;
      for (auto& v : run.validations) v.count = v.wrong = 0;
      for (auto& e : run.events) e.elapsed = kUnknown;
      for (auto& c : run.credits) c.ownUse = c.steal = kUnknown, c.measured = false;
    }
    runs[1].steps.resize(1);
    const std::string table = runTable(runs);
    const auto read = readRunTable(table);
    QCOMPARE(read.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i)
      QCOMPARE(QByteArray::fromStdString(textOf(read[i])),
               QByteArray::fromStdString(textOf(runs[i])));
    QCOMPARE(QByteArray::fromStdString(runTable(read)), QByteArray::fromStdString(table));
  }

  void otherTables_data() {
    QTest::addColumn<QByteArray>("table");
    QTest::newRow("plain") << QByteArray("step,loss\n0,1.5\n100,0.25\n");
    QTest::newRow("LOG-13 columns moved") << QByteArray("loss,colour,step\n1.5,red,0\n0.25,,100\n");
    QTest::newRow("CRLF, no last end") << QByteArray("step,loss\r\n0,1.5\r\n100,0.25");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFstep,loss\n0,1.5\n100,0.25\n");
    QTest::newRow("tabs") << QByteArray("step\tloss\n0\t1.5\n100\t0.25\n");
    QTest::newRow("GUI-10 semicolons, decimal commas")
        << QByteArray("step;loss\n0;1,5\n100;0,25\n");
    QTest::newRow("quoted") << QByteArray(
        "\"step\",\"loss\",\"a\"\n\"0\",\"1.5\",\"x\n\"\"y\"\n100,0.25,\n\n");
    QTest::newRow("rows cut short") << QByteArray("step,loss,epoch,x\n0,1.5\n100,0.25,\n");
  }
  void otherTables() {
    QFETCH(QByteArray, table);
    QVERIFY(looksLikeRunTable(table.toStdString()));
    const auto runs = readRunTable(table.toStdString());
    QCOMPARE(runs.size(), 1u);
    QCOMPARE(runs[0].steps.size(), 2u);
    QCOMPARE(runs[0].steps[0].loss, 1.5);
    QCOMPARE(runs[0].steps[1].step, 100);
    QCOMPARE(runs[0].steps[1].loss, 0.25);
  }

  void refused_data() {
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no step") << QByteArray("a,b\n1,2\n") << QByteArray("no column 'step'");
    QTest::newRow("empty") << QByteArray("") << QByteArray("no column 'step'");
    QTest::newRow("a word") << QByteArray("step,loss\n0,1\n1,low\n") << QByteArray("Line 3 ");
    QTest::newRow("a comma in a number")
        << QByteArray("step,loss\n0,12,054\n") << QByteArray("more fields");
    QTest::newRow("half a step") << QByteArray("step,loss\n0.5,1\n") << QByteArray("whole number");
    QTest::newRow("step missing") << QByteArray("step,loss\n,1\n")
                                  << QByteArray("no number of a step");
    QTest::newRow("step below 0") << QByteArray("step,loss\n-1,1\n") << QByteArray("no number of");
  }
  void refused() {
    QFETCH(QByteArray, table);
    QFETCH(QByteArray, message);
    const auto error = readError(table.toStdString());
    QVERIFY2(error.find(message.toStdString()) != error.npos, error.c_str());
  }

  void localeDoesNotMatter() {
    if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) QSKIP("the locale de_DE.UTF-8 is not installed");
    const RunRecord run = oneOfEverything();
    const std::string german = runTable({&run, 1});
    const auto read = readRunTable("step,loss\n0,0.01\n");
    std::setlocale(LC_ALL, "C");
    QCOMPARE(german, runTable({&run, 1}));
    QCOMPARE(read[0].steps[0].loss, 0.01);
  }
};

QTEST_APPLESS_MAIN(TestRunTable)
#include "tst_run_table.moc"
