#include <QTest>

#include "engine/credits/instance_catalogue.h"
#include "synthetic_run.h"
#include "ui/charts/chart_pane.h"
#include "ui/panels/credit_charts.h"
#include "ui/run/credit_session.h"

using namespace ui;

namespace {

engine::InstanceType micro() {
  return engine::InstanceCatalogue::load(BURSTLAB_SOURCE_DIR "/resources/instances.json")
      .find("t2.micro");
}

void compare(const CreditSession::Moment& moment, const engine::VirtualMachine& machine) {
  QCOMPARE(moment.balance, machine.balance());
  QCOMPARE(moment.seconds, machine.seconds());
  QCOMPARE(moment.utilisation, machine.utilisation());
}

}  // namespace

class TestCreditSession : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void numbersAreThoseOfTheVirtualMachine() {
    RunModel model;
    const CreditSession session(model, micro());
    model.start(synthetic::started());
    for (const int end : {1, 2, 500, 5000, 8593}) synthetic::advance(model, end);
    QCOMPARE(session.moments().size(), std::size_t{8593});
    QCOMPARE(session.outlook().moments.size(), std::size_t{8593});

    engine::VirtualMachine machine(micro());
    QCOMPARE(session.openingBalance(), machine.balance());
    for (std::size_t i = 0; i < session.moments().size(); ++i) {
      machine.run(CreditSession::kArticleSecondsPerStep);
      compare(session.moments()[i], machine);
      compare(session.outlook().moments[i], machine);
    }
  }

  void slowDownIsFoundNotAssumed() {
    RunModel model;
    const CreditSession session(model, micro());
    model.start(synthetic::started());

    engine::VirtualMachine machine(micro());
    qint64 slowed = -1;
    double slowestSeconds = 0;
    for (qint64 step = 0; step < 8593; ++step) {
      const double seconds = machine.run(0.432);
      if (slowed < 0 && seconds > 0.4321) slowed = step;
      slowestSeconds = std::max(slowestSeconds, seconds);
    }
    const CreditSession::Outlook& outlook = session.outlook();
    QVERIFY(slowed > 0);
    QCOMPARE(outlook.slowed->step, slowed);
    QCOMPARE(outlook.slowdown, slowestSeconds / 0.432);
    QVERIFY(outlook.slowest->step > slowed);
    QVERIFY(outlook.slowest->utilisation < outlook.slowed->utilisation);
  }

  void creditsThatLastAreSaidToLast() {
    RunModel model;
    const CreditSession session(model, micro());
    LinkedAxes axes(model);
    const CreditCharts charts(session, axes);
    model.start(synthetic::started(859));
    QVERIFY(!session.outlook().slowed);
    QCOMPARE(session.outlook().slowdown, 1.0);
    // 859 steps of 0.432 s use 6.18 credits and earn 0.62.
    QVERIFY2(charts.sentence().contains(QLatin1String("24.4 are left at the end, after 6 min")),
             qPrintable(charts.sentence()));
  }

  void sentenceTellsTheOutlook() {
    RunModel model;
    const CreditSession session(model, micro());
    LinkedAxes axes(model);
    const CreditCharts charts(session, axes);
    model.start(synthetic::started());
    const QString sentence = charts.sentence();
    for (const auto& moment : {session.outlook().slowed, session.outlook().slowest})
      QVERIFY2(sentence.contains(QLocale().toString(moment->step)), qPrintable(sentence));
    QVERIFY(sentence.contains(QLatin1String("Simulated: a t2.micro with 30 credits")));
    QVERIFY(sentence.contains(QLatin1String("instead of 1 h 2 min")));
  }

  void anotherRunBeginsAnew() {
    RunModel model;
    const CreditSession session(model, micro());
    model.start(synthetic::started());
    synthetic::advance(model, 3000);
    model.start(synthetic::started(200));
    QVERIFY(session.moments().empty());
    QCOMPARE(session.outlook().moments.size(), std::size_t{200});
    synthetic::advance(model, 1);
    engine::VirtualMachine machine(micro());
    machine.run(0.432);
    compare(session.moments().front(), machine);
  }

  void aRunOfTenMillionStepsStaysBounded() {
    RunModel model;
    const CreditSession session(model, micro());
    engine::RunStarted run = synthetic::started(10'000'000);
    model.start(run);
    const auto& moments = session.outlook().moments;
    QVERIFY(moments.size() <= 100'000);
    QCOMPARE(moments.back().step, 9'999'999);
  }

  void chartShowsTheSessionUnderAwsNames() {
    RunModel model;
    const CreditSession session(model, micro());
    LinkedAxes axes(model);
    CreditCharts charts(session, axes);
    charts.resize(700, 200);
    charts.show();
    model.start(synthetic::started());
    synthetic::advance(model, 5000);
    axes.setCursor(4321);
    charts.refresh();
    const CreditSession::Moment& moment = session.moments()[4321];
    QCOMPARE(charts.chart().legendValues(),
             (QStringList{QString::number(moment.balance, 'f', 2),
                          QString::number(100 * moment.utilisation, 'f', 1)}));
    const QString spoken = charts.chart().plot().accessibleDescription();
    for (const char* name : {"CPUCreditBalance (credits)", "CPUUtilization (%)"})
      QVERIFY2(spoken.contains(QLatin1String(name)), qPrintable(spoken));
    QVERIFY(charts.chart().title().startsWith(QLatin1String("Simulated")));
    const Range percent = charts.chart().valueAxis(Side::Right).range();
    QVERIFY(percent.contains(0) && percent.contains(100) && percent.width() < 115);
  }
};

QTEST_MAIN(TestCreditSession)
#include "tst_credit_session.moc"
