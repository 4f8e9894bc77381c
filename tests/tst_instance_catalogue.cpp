#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include "credit_testing.h"
#include "engine/error.h"
#include "engine/resources.h"

using engine::InstanceCatalogue;
using engine::InstanceType;

class TestInstanceCatalogue : public QObject {
  Q_OBJECT

 private slots:
  void bundledFamilies();
  void numbersFitTogether();
  void sizes_data();
  void sizes();
  void unknownNameListsTheKnownOnes();
  void errors_data();
  void errors();
  void missingFile();
};

void TestInstanceCatalogue::bundledFamilies() {
  const auto catalogue = InstanceCatalogue::bundled();
  QVERIFY(QDate::fromString(QString::fromStdString(catalogue.date()), Qt::ISODate).isValid());
  QVERIFY(catalogue.sources().size() >= 4);
  QMap<QString, int> counts;
  for (const InstanceType& type : catalogue.types()) ++counts[QString::fromStdString(type.family)];
  const QMap<QString, int> expected = {{"T2", 8},  {"T3", 7},      {"T3a", 7},
                                       {"T4g", 7}, {"B (v1)", 10}, {"Bsv2", 11},
                                       {"t5", 16}, {"t6", 7},      {"Custom", 1}};
  QCOMPARE(counts, expected);
}

// Earning is what the baseline uses, and the cap is a day of it: exactly at AWS, with the rounding
// and the slips of their own pages elsewhere.
void TestInstanceCatalogue::numbersFitTogether() {
  const auto catalogue = InstanceCatalogue::bundled();
  for (const InstanceType& type : catalogue.types()) {
    const double tolerance = type.provider == "Azure" ? 0.03 : 1e-9;
    const double earned = type.baseline * type.vCpus * 60;
    QVERIFY2(near(type.creditsPerHour / earned, 1, tolerance), type.name.c_str());
    QVERIFY2(near(type.maxCredits / (24 * type.creditsPerHour), 1, tolerance), type.name.c_str());
    QVERIFY2(type.launchCredits == 0 || near(type.launchCredits, 30 * type.vCpus),
             type.name.c_str());
    QVERIFY2(type.provider != "AWS" || type.pricePerHour || type.name == "t2.2xlarge-2017",
             type.name.c_str());
  }
}

void TestInstanceCatalogue::sizes_data() {
  QTest::addColumn<QList<double>>("numbers");
  QTest::addColumn<bool>("unlimitedByDefault");
  // vCPUs, GiB, baseline, credits per hour, cap, launch, price, surplus price
  QTest::newRow("t2.micro") << QList<double>{1, 1, .1, 6, 144, 30, .0116, .05} << false;
  QTest::newRow("t2.2xlarge") << QList<double>{8, 32, .17, 81.6, 1958.4, 240, .3712, .05} << false;
  QTest::newRow("t2.2xlarge-2017") << QList<double>{8, 32, .16875, 81, 1944, 240, 0, .05} << false;
  QTest::newRow("t3.nano") << QList<double>{2, .5, .05, 6, 144, 0, .0052, .05} << true;
  QTest::newRow("t3a.large") << QList<double>{2, 8, .3, 36, 864, 0, .0752, .05} << true;
  QTest::newRow("t4g.medium") << QList<double>{2, 4, .2, 24, 576, 0, .0336, .04} << true;
  QTest::newRow("Standard_B8ms") << QList<double>{8, 32, .17, 81, 1994, 240, 0, 0} << false;
  QTest::newRow("Standard_B32s_v2") << QList<double>{32, 128, .4, 768, 18432, 960, 0, 0} << false;
  QTest::newRow("ecs.t5-c1m4.large") << QList<double>{2, 8, .25, 30, 720, 60, 0, .3} << false;
  QTest::newRow("ecs.t6-c4m1.large") << QList<double>{2, .5, .05, 6, 144, 60, 0, .3} << false;
  QTest::newRow("custom") << QList<double>{1, 1, .1, 6, 144, 30, .0116, .05} << false;
}

void TestInstanceCatalogue::sizes() {
  QFETCH(QList<double>, numbers);
  QFETCH(bool, unlimitedByDefault);
  const InstanceType type = bundledType(QTest::currentDataTag());
  const QList<double> actual = {double(type.vCpus),
                                type.memoryGiB.value_or(0),
                                type.baseline,
                                type.creditsPerHour,
                                type.maxCredits,
                                type.launchCredits,
                                type.pricePerHour.value_or(0),
                                type.surplusPricePerVCpuHour.value_or(0)};
  for (qsizetype i = 0; i < numbers.size(); ++i) QVERIFY(near(actual[i], numbers[i]));
  QCOMPARE(type.defaultMode == engine::CreditMode::Unlimited, unlimitedByDefault);
}

void TestInstanceCatalogue::unknownNameListsTheKnownOnes() {
  try {
    InstanceCatalogue::bundled().find("t2.mirco");
    QFAIL("found a type that does not exist");
  } catch (const engine::Error& error) {
    QVERIFY(QByteArray(error.what()).contains("\"t2.mirco\""));
    QVERIFY(QByteArray(error.what()).contains("t2.micro"));
  }
}

void TestInstanceCatalogue::errors_data() {
  QTest::addColumn<QByteArray>("from");
  QTest::addColumn<QByteArray>("to");
  QTest::addColumn<QByteArray>("message");
  const auto row = [](const char* name, const char* from, const char* to, const char* message) {
    QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(message);
  };
  row("not JSON", "\"families\": [", "\"families\": (", "not valid JSON at byte");
  row("not an object", "{\"name\": \"t2.nano\",", "7, {\"name\": \"t2.nano\",",
      "an instance of T2 is not an object");
  row("no date", "\"date\"", "\"dated\"", "has no text \"date\"");
  row("source is a number", "\"sources\": [", "\"sources\": [1, ", "\"sources\"");
  row("no families", "\"families\"", "\"family\"", "has no list \"families\"");
  row("unknown mode", "\"modes\": [\"standard\", \"unlimited\"]", "\"modes\": [\"endless\"]",
      "family T2 has the unknown word \"endless\"");
  row("family without text name", "\"name\": \"T2\"", "\"name\": 2", "has no text \"name\"");
  row("flag", "\"launchCreditsInUnlimited\": true", "\"launchCreditsInUnlimited\": 1",
      "family t5 has a \"launchCreditsInUnlimited\"");
  row("processor", "\"gigahertz\": 2.4", "\"gigahertz\": 0",
      "family T2: \"processor\" has a \"gigahertz\"");
  row("no name", "\"name\": \"t2.nano\", ", "", "an instance of T2 has no text \"name\"");
  row("twice", "\"name\": \"t2.micro\"", "\"name\": \"t2.nano\"", "t2.nano is there twice");
  row("no rate", "\"creditsPerHour\": 3,", "", "t2.nano has no \"creditsPerHour\"");
  row("rate above all vCPUs", "\"creditsPerHour\": 3,", "\"creditsPerHour\": 61,",
      "\"creditsPerHour\"");
  row("text as number", "\"maxCredits\": 72", "\"maxCredits\": \"72\"", "\"maxCredits\"");
  row("no baseline", "\"baselinePercent\": 5,", "\"baselinePercent\": 0,", "\"baselinePercent\"");
  row("no vCPU", "\"vCpus\": 1,", "\"vCpus\": 0,", "\"vCpus\"");
  row("half a vCPU", "\"vCpus\": 1,", "\"vCpus\": 1.5,", "\"vCpus\"");
  row("negative price", "\"pricePerHour\": 0.0058", "\"pricePerHour\": -1", "\"pricePerHour\"");
}

void TestInstanceCatalogue::errors() {
  QFETCH(QByteArray, from);
  QFETCH(QByteArray, to);
  QFETCH(QByteArray, message);
  QFile bundled(QString::fromStdString(engine::resourcePath("instances.json").string()));
  QVERIFY(bundled.open(QIODevice::ReadOnly));
  QByteArray text = bundled.readAll();
  const qsizetype at = text.indexOf(from);
  QVERIFY(at >= 0);
  text.replace(at, from.size(), to);

  const QTemporaryDir folder;
  QFile changed(folder.filePath("wrong.json"));
  QVERIFY(changed.open(QIODevice::WriteOnly));
  changed.write(text);
  changed.close();
  try {
    InstanceCatalogue::load(changed.fileName().toStdString());
    QFAIL("accepted");
  } catch (const engine::Error& error) {
    QVERIFY2(QByteArray(error.what()).contains(message), error.what());
    QVERIFY2(QByteArray(error.what()).contains("wrong.json"), error.what());
    QCOMPARE(QString::fromStdString(error.path()), changed.fileName());
  }
}

void TestInstanceCatalogue::missingFile() {
  QVERIFY_THROWS_EXCEPTION(engine::Error, InstanceCatalogue::load("/nowhere/instances.json"));
  QVERIFY_THROWS_EXCEPTION(engine::Error, InstanceCatalogue::load("/"));
}

QTEST_APPLESS_MAIN(TestInstanceCatalogue)
#include "tst_instance_catalogue.moc"
