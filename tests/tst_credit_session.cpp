#include <QSignalSpy>
#include <cmath>

#include "engine/error.h"
#include "paced_session.h"
#include "ui/run/credit_texts.h"

using namespace ui;
using engine::CreditMode;
using engine::PaceMoment;

namespace {

// The same run by arithmetic alone.
QList<PaceMoment> arithmetic(const engine::PaceSettings& settings, std::int64_t steps) {
  engine::PacedRun run(settings);
  engine::RunStarted started;
  started.totalSteps = steps;
  started.validationCount = started.testCount = 4;
  started.config.batchSize = 2;
  started.config.evaluationInterval = 1'000'000;
  run.runStarted(started);
  QList<PaceMoment> moments;
  for (std::int64_t step = 0; step < steps; ++step) {
    run.foretell();
    moments += run.moment();
  }
  return moments;
}

}  // namespace

class TestCreditSession : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void momentsAreThoseOfTheMachine() {
    PacedSession paced;
    paced.start(40);
    QVERIFY(paced.ends());
    const QList<PaceMoment> expected = arithmetic(paced.credits.settings(), 40);
    QMap<std::int64_t, PaceMoment> moments;
    for (const PaceMoment& moment : paced.model().moments())
      if (moment.step < 39) moments[moment.step] = moment;  // the last one holds the test
    for (std::int64_t step = 0; step < 39; ++step) {
      QVERIFY(near(moments[step].seconds, expected[step].seconds, 1e-6));
      QVERIFY(near(moments[step].balance(), expected[step].balance(), 1e-9));
      QVERIFY(near(paced.model().machineSeconds()[step], expected[step].seconds, 1e-6));
    }
  }

  void forecastFollowsTheRun() {
    PacedSession paced;
    paced.start(40);
    const QList<PaceMoment> expected = arithmetic(paced.credits.settings(), 40);
    for (const std::size_t steps : {1, 5, 20}) {
      QVERIFY(paced.pausesAfter(steps));
      paced.credits.setPace(HUGE_VAL);
      emit paced.session.stateChanged(paced.session.state());
      const engine::Forecast& forecast = paced.credits.forecast();
      QCOMPARE(forecast.moments.size(), 40 - steps);
      QVERIFY(near(forecast.moments.back().seconds, expected.back().seconds, 20));
      const auto slowed = paced.credits.slowed() ? paced.credits.slowed() : forecast.slowed;
      const auto first = std::ranges::find_if(expected, &PaceMoment::isSlowed);
      QCOMPARE(slowed->step, first->step);
    }
    paced.session.halt();
  }

  // "credits run out at 38 min, step 5,330; then 10x slower; done at 5 h 12 min"
  void sentences() {
    PacedSession paced;
    QCOMPARE(
        creditSentence(paced.credits),
        QStringLiteral("Simulated t2.micro: 8.0 credits at the start, 1.314e+06 ms per step."));
    paced.start(40);
    QVERIFY(paced.pausesAfter(2));
    const QList<PaceMoment> expected = arithmetic(paced.credits.settings(), 40);
    const auto slowed = std::ranges::find_if(expected, &PaceMoment::isSlowed);
    emit paced.session.stateChanged(paced.session.state());
    const QString end = machineDuration(expected.back().seconds);
    QString sentence = creditSentence(paced.credits);
    QVERIFY2(sentence.startsWith(QStringLiteral("Simulated t2.micro: credits run low at %1, step "
                                                "%2; then up to 10 × slower; done at ")
                                     .arg(machineDuration(slowed->seconds))
                                     .arg(slowed->step)),
             qPrintable(sentence));
    QVERIFY(paced.pausesAfter(static_cast<std::size_t>(slowed->step) + 2));
    emit paced.session.stateChanged(paced.session.state());
    sentence = creditSentence(paced.credits);
    QVERIFY2(sentence.contains(QStringLiteral("credits ran low at %1, step %2; up to 10 × slower")
                                   .arg(machineDuration(slowed->seconds))
                                   .arg(slowed->step)),
             qPrintable(sentence));

    // An early end: nothing more of the whole run.
    paced.session.stop();
    QVERIFY(paced.ends());
    sentence = creditSentence(paced.credits);
    QVERIFY2(
        sentence.startsWith(
            QStringLiteral("Simulated t2.micro: %1 steps took ").arg(paced.model().steps().size())),
        qPrintable(sentence));
    QVERIFY(!sentence.contains(QStringLiteral("done at")) && !sentence.contains(end));
  }

  void creditsThatLastAreSaidToLast() {
    PacedSession paced("t2.micro:100");
    paced.start(40);
    QVERIFY(paced.pausesAfter(1));
    emit paced.session.stateChanged(paced.session.state());
    const QString sentence = creditSentence(paced.credits);
    QVERIFY2(sentence.contains(QStringLiteral("the credits last; done at 2")) &&
                 sentence.contains(QStringLiteral(" left")),
             qPrintable(sentence));
    paced.session.halt();
  }

  void changesHoldAtOnce_data() {
    QTest::addColumn<int>("change");
    QTest::newRow("type") << 0;
    QTest::newRow("mode") << 1;
    QTest::newRow("balance") << 2;
    QTest::newRow("cost") << 3;
  }

  // Each makes an end without a slow-down of one with it.
  void changesHoldAtOnce() {
    QFETCH(int, change);
    PacedSession paced;
    paced.start(40);
    QVERIFY(paced.pausesAfter(1));
    QVERIFY(paced.credits.forecast().slowed);
    QSignalSpy changed(&paced.credits, &CreditSession::changed);
    if (change == 0) paced.credits.setMachine(bundledType("t2.2xlarge"), {.balance = 40});
    if (change == 1) paced.credits.setMode(CreditMode::Unlimited);
    if (change == 2) paced.credits.setBalance(100);
    if (change == 3) paced.credits.setCost(engine::readStepCost("1000"));
    QVERIFY(changed.count() >= 1);
    QVERIFY(!paced.credits.forecast().slowed);
    QCOMPARE(paced.credits.forecast().moments.size(), std::size_t{39});
    QVERIFY(paced.pausesAfter(30));
    QVERIFY(!paced.model().moments().back().isSlowed());
    paced.session.halt();
  }

  void impossibleChangesAreRefused() {
    PacedSession paced("Standard_B1s:8");
    paced.start(40);
    QVERIFY(paced.pausesAfter(1));
    const std::string before = paced.credits.run().state();
    QVERIFY_THROWS_EXCEPTION(engine::Error, paced.credits.setMode(CreditMode::Unlimited));
    QVERIFY_THROWS_EXCEPTION(engine::Error, paced.credits.setBalance(1e6));
    engine::InstanceType still = bundledType("custom");
    still.creditsPerHour = 0;
    QVERIFY_THROWS_EXCEPTION(engine::Error, paced.credits.setMachine(still));
    QCOMPARE(paced.credits.run().state(), before);
    QCOMPARE(QString::fromStdString(paced.credits.settings().type.name),
             QStringLiteral("Standard_B1s"));
    paced.session.halt();
  }

  void policyEndsTheRun() {
    PacedSession paced("t2.micro:8", "stop-at:6credits");
    paced.start(40);
    QVERIFY(paced.ends());
    QVERIFY(paced.credits.endedByPolicy());
    QVERIFY(paced.model().steps().size() < 10);
    QVERIFY(paced.model().moments().back().balance() <= 6);
    QVERIFY(creditSentence(paced.credits).contains(QStringLiteral("the credit policy ended")));
  }

  void restsAreTold() {
    PacedSession paced("t2.micro:8", "duty:1min:50min");
    paced.start(10);
    QVERIFY(paced.ends());
    QVERIFY(near(paced.credits.restSeconds(), 4 * 3000, 1e-6));
  }

  void aSlowPaceHoldsBack() {
    PacedSession paced;
    paced.credits.setPace(1);
    paced.start(40);
    QVERIFY(paced.pausesAfter(2));  // single steps do not wait
    paced.session.resume();
    QTest::qWait(50);
    QCOMPARE(paced.model().steps().size(), std::size_t{3});
    paced.credits.setPace(HUGE_VAL);
    QVERIFY(paced.ends());
    QCOMPARE(paced.model().steps().size(), std::size_t{40});
  }

  void anotherRunBeginsAnew() {
    PacedSession paced;
    paced.start(40);
    QVERIFY(paced.ends());
    QVERIFY(paced.credits.slowed());
    const QList<PaceMoment> before(paced.model().moments().begin(), paced.model().moments().end());
    paced.start(40);
    QVERIFY(paced.ends());
    QCOMPARE(paced.model().moments().size(), before.size());
    QCOMPARE(paced.model().moments().back().seconds, before.back().seconds);
  }
};

QTEST_MAIN(TestCreditSession)
#include "tst_credit_session.moc"
