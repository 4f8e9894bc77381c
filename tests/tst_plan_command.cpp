#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "cli_program.h"

using namespace cli_program;

namespace {

Result plan(const QStringList& arguments) {
  return run(kProgram, QStringList("plan") + arguments);
}

}  // namespace

class TestPlanCommand : public QObject {
  Q_OBJECT

 private slots:
  void table();
  void json();
  void csv();
  void replayOfTheArticle();
  void wrongUsage_data();
  void wrongUsage();
};

void TestPlanCommand::table() {
  const Result result = plan({"--seconds", "0.05"});
  QCOMPARE(result.exitCode, 0);
  for (const char* text : {"Straight", "5 h 19 min", "Relay of new instances", "Best: ",
                           "By cost: ", "With this engine the 10 epochs need ", "they needed 62."})
    QVERIFY2(result.output.contains(text), text);
  const Result cut = plan({"--machine", "t2.micro:39.5:until-2017", "--csv"});
  QVERIFY(cut.output.contains("6 of 10"));
  QVERIFY(cut.output.contains("It came with the rules of November 2017."));
}

void TestPlanCommand::json() {
  const Result result =
      plan({"--json", "--steps", "1000", "--ms-per-step", "60", "--machine", "t2.micro:1"});
  QCOMPARE(result.exitCode, 0);
  const QJsonObject root = QJsonDocument::fromJson(result.output.toUtf8()).object();
  QCOMPARE(root["job"].toObject()["cpuMinutes"].toDouble(), 1.0);
  QCOMPARE(root["machine"].toObject()["balance"].toDouble(), 1.0);
  const QJsonObject straight = root["strategies"].toArray().first().toObject();
  QCOMPARE(straight["strategy"].toString(), "Straight");
  QCOMPARE(qRound(1e6 * straight["creditsSpent"].toDouble()), 1'000'000);
  const QJsonArray balance = straight["balance"].toArray();
  QCOMPARE(balance.first().toArray(), QJsonArray({0, 1}));
  QCOMPARE(balance.last().toArray()[0].toDouble(), straight["finishSeconds"].toDouble());
  QCOMPARE(root["byTime"].toArray().size(), root["byCost"].toArray().size());
}

void TestPlanCommand::csv() {
  const Result result = plan({"--csv", "--machine", "t3.micro:0"});
  QCOMPARE(result.exitCode, 0);
  const QStringList lines = result.output.split("\r\n");
  QVERIFY(lines.first().startsWith("strategy,detail,rank_by_time,"));
  QVERIFY(lines.filter("Straight,").size() == 1);
  QVERIFY(lines.filter("Relay of new instances,,").first().endsWith("starts without credits."));
}

void TestPlanCommand::replayOfTheArticle() {
  const Result result = plan({"--replay", "article"});
  QCOMPARE(result.exitCode, 0);
  for (const char* text : {"434.0 ms", "2485.7 ms", "The first slow block is 5400", "AlexNet"})
    QVERIFY2(result.output.contains(text), text);
}

void TestPlanCommand::wrongUsage_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("unknown type") << QStringList{"--machine", "t9.micro"};
  QTest::newRow("too many credits") << QStringList{"--machine", "t2.micro:1000"};
  QTest::newRow("mode") << QStringList{"--machine", "t2.micro:30:unlimited"};
  QTest::newRow("steps and epochs") << QStringList{"--steps", "5", "--epochs", "2"};
  QTest::newRow("two formats") << QStringList{"--json", "--csv"};
  QTest::newRow("speed") << QStringList{"--ms-per-step", "fast"};
  QTest::newRow("negative speed") << QStringList{"--ms-per-step", "-1"};
  QTest::newRow("replay") << QStringList{"--replay", "novel"};
  QTest::newRow("replay as JSON") << QStringList{"--replay", "article", "--json"};
  QTest::newRow("relay") << QStringList{"--relay", "0"};
}

void TestPlanCommand::wrongUsage() {
  QFETCH(QStringList, arguments);
  const Result result = plan(arguments);
  QVERIFY(result.exitCode == 2);
  QVERIFY(result.hasOneErrorLine());
  QVERIFY(result.output.isEmpty());
}

QTEST_APPLESS_MAIN(TestPlanCommand)
#include "tst_plan_command.moc"
