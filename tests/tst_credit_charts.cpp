#include "paced_session.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/legend.h"
#include "ui/panels/credit_charts.h"
#include "ui/panels/training_charts.h"

using namespace ui;

namespace {

struct Stage : PacedSession {
  LinkedAxes axes{session.model()};
  TrainingCharts training{axes};
  CreditCharts charts{credits, axes};

  explicit Stage(const char* machine = "t2.micro:8", const char* policy = "none")
      : PacedSession(machine, policy) {
    for (QWidget* widget : {static_cast<QWidget*>(&training), static_cast<QWidget*>(&charts)}) {
      widget->resize(900, 400);
      widget->show();
    }
  }
  const Curve& curve(const ChartPane& pane, const QString& name) {
    for (const Curve& curve : pane.curves())
      if (curve.style.name == name) return curve;
    qFatal("no curve is called %s", qPrintable(name));
  }
};

bool shaded(const ChartPane& pane, double x) {
  QImage picture(pane.size(), QImage::Format_RGB32);
  const_cast<ChartPane&>(pane).render(&picture);
  const Plot& plot = pane.plot();
  const QPointF at = plot.toPosition({x, 0});
  const QPoint place(qRound(at.x()), qRound(plot.area().top()) + 3);
  const QColor color = picture.pixelColor(plot.mapTo(&pane, place));
  return color.red() - color.blue() > 8;  // vermilion behind the curves
}

}  // namespace

class TestCreditCharts : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void curvesAreTheMoments() {
    Stage stage("t2.micro:33");
    stage.start(100);
    QVERIFY(stage.ends());
    const Curve& balance = stage.curve(stage.charts.balanceChart(), QStringLiteral("balance"));
    const Curve& launch =
        stage.curve(stage.charts.balanceChart(), QStringLiteral("of them launch credits"));
    QCOMPARE(balance.y.size() + 1, stage.model().moments().size());  // the first is the start
    QVERIFY(launch.y.front() < 30 && launch.y.front() > 29);
    QVERIFY(balance.y.front() > 32);
    QVERIFY(launch.y.back() == 0);
    for (std::size_t i = 0; i < balance.y.size(); ++i) {
      const engine::PaceMoment& moment = stage.model().moments()[i + 1];
      QCOMPARE(balance.y[i], moment.launchCredits + moment.earnedCredits);
      QCOMPARE(launch.y[i], moment.launchCredits);
    }
    const Curve& cpu = stage.curve(stage.charts.cpuChart(), QStringLiteral("CPU (%)"));
    QVERIFY(near(cpu.y.front(), 100, 1e-6));
    QVERIFY(near(cpu.y.back(), 10, 1e-6));
  }

  void limits_data() {
    QTest::addColumn<QByteArray>("machine");
    QTest::addColumn<double>("cap");
    QTest::addColumn<double>("baseline");
    QTest::addColumn<double>("top");  // of the balance
    QTest::addColumn<double>("mostUsage");
    QTest::newRow("t2.micro") << QByteArray("t2.micro:8") << 144. << 10. << 144. << 5.;
    QTest::newRow("above the cap") << QByteArray("t2.micro:170") << 144. << 10. << 174. << 5.;
    QTest::newRow("t2.2xlarge") << QByteArray("t2.2xlarge:90") << 1958.4 << 17. << 1958.4 << 40.;
    QTest::newRow("hard") << QByteArray("Standard_B1s:8") << 144. << 10. << 144. << 5.;
  }

  void limits() {
    QFETCH(QByteArray, machine);
    QFETCH(double, cap);
    QFETCH(double, baseline);
    QFETCH(double, top);
    QFETCH(double, mostUsage);
    Stage stage(machine);
    stage.start(3);
    QVERIFY(stage.ends());
    const ChartPane& balance = stage.charts.balanceChart();
    const ChartPane& cpu = stage.charts.cpuChart();
    const auto everywhere = [](const Curve& curve, double value) {
      return curve.y == std::vector{value, value} && curve.x.front() <= 0 && curve.x.back() >= 2;
    };
    QVERIFY(everywhere(stage.curve(balance, QStringLiteral("cap")), cap));
    // Just below it a tick of the throttle's clock slows down, just above it does not.
    const Curve& limit = stage.curve(balance, QStringLiteral("slow-down below"));
    const engine::InstanceType type = stage.credits.settings().type;
    for (const double step : {-0.01, 0.01}) {
      engine::Throttle throttle(type, 1000);
      throttle.advance(
          type.throttle == engine::ThrottleKind::Hard ? 1 : throttle.secondsUnchanged(),
          limit.y.front() + step);
      QCOMPARE(throttle.ceiling() < 1,
               step < 0 && type.throttle == engine::ThrottleKind::Staircase);
    }
    QVERIFY(everywhere(limit, limit.y.front()));
    QVERIFY(near(stage.curve(cpu, QStringLiteral("baseline (%)")).y.front(), baseline));
    const Range credits = balance.valueAxis(Side::Left).range();
    QVERIFY(credits.min == 0 && credits.max > top && credits.max < 1.1 * top);
    const Range usage = cpu.valueAxis(Side::Left).range();
    QVERIFY(usage.min == 0 && usage.max > mostUsage && usage.max < 1.1 * mostUsage);
    QVERIFY(cpu.valueAxis(Side::Right).range().contains(100));
  }

  // At full speed 5 credits in 5 minutes; at the baseline a tenth of it.
  void usageInFiveMinutes() {
    Stage stage("t2.micro:12");
    stage.start(60);
    QVERIFY(stage.ends());
    const Curve& usage =
        stage.curve(stage.charts.cpuChart(), QStringLiteral("credits used in 5 min"));
    const double seconds = stage.model().moments().back().seconds;
    QCOMPARE(usage.y.size(), 2 * static_cast<std::size_t>(seconds / 300));
    QVERIFY(near(usage.y.front(), 5, 1e-6));
    QVERIFY(near(usage.y.back(), 0.5, 1e-6));
    double sum = 0;
    for (std::size_t i = 0; i < usage.y.size(); i += 2) {
      QCOMPARE(usage.y[i], usage.y[i + 1]);  // a bar
      sum += usage.y[i];
    }
    QVERIFY(near(sum, stage.model().moments().back().spent, 0.51));
  }

  void asCloudWatchShowsIt() {
    Stage stage("t2.micro:12");
    stage.start(60);
    QVERIFY(stage.ends());
    stage.charts.setCloudWatch(true);
    const Curve& balance =
        stage.curve(stage.charts.balanceChart(), QStringLiteral("CPUCreditBalance"));
    const Curve& usage = stage.curve(stage.charts.cpuChart(), QStringLiteral("CPUCreditUsage"));
    const Curve& cpu = stage.curve(stage.charts.cpuChart(), QStringLiteral("CPUUtilization (%)"));
    QCOMPARE(balance.y.size(), usage.y.size());
    QCOMPARE(cpu.y.size(), usage.y.size());
    double before = 12;
    for (std::size_t i = 0; i < usage.y.size(); i += 2) {
      // AWS: balance = previous + [credits per hour * 5 / 60 - CPUCreditUsage]
      QVERIFY(near(balance.y[i], before + 0.5 - usage.y[i], 1e-6));
      QVERIFY(near(cpu.y[i], 20 * usage.y[i], 1e-9));
      before = balance.y[i];
    }
    stage.charts.setCloudWatch(false);
    stage.curve(stage.charts.balanceChart(), QStringLiteral("balance"));
  }

  void throttledTimeIsShadedEverywhere_data() {
    QTest::addColumn<int>("axis");
    QTest::newRow("step") << int(XAxis::Step);
    QTest::newRow("epoch") << int(XAxis::Epoch);
    QTest::newRow("elapsed") << int(XAxis::Elapsed);
    QTest::newRow("machine") << int(XAxis::Virtual);
  }

  void throttledTimeIsShadedEverywhere() {
    QFETCH(int, axis);
    Stage stage;
    stage.axes.setXAxis(static_cast<XAxis>(axis));
    stage.start(60);
    QVERIFY(stage.ends());
    stage.training.refresh();
    stage.charts.refresh();
    const engine::PaceMoment end = *(stage.model().moments().end() - 3);
    const QList<ChartPane*> panes =
        stage.training.findChildren<ChartPane*>() + stage.charts.findChildren<ChartPane*>();
    QCOMPARE(panes.size(), 5);
    const double fast = stage.axes.xOfMoment(stage.model().moments()[4]);
    for (const ChartPane* pane : panes) {
      QVERIFY2(shaded(*pane, stage.axes.xOfMoment(end)), qPrintable(pane->title()));
      QVERIFY2(!shaded(*pane, fast), qPrintable(pane->title()));
    }
    QCOMPARE(stage.axes.bands().size(), std::size_t{2});
    QVERIFY(stage.axes.bands()[0].kind == Band::Kind::Slowing);
    QVERIFY(stage.axes.bands()[1].kind == Band::Kind::Throttled);
  }

  void nothingIsShadedAtFullSpeed() {
    Stage stage("t2.micro:100");
    stage.start(20);
    QVERIFY(stage.ends());
    QVERIFY(stage.axes.bands().empty());
  }

  // Rests take machine time and no steps.
  void restsAreSeenInTheMachinesTime() {
    Stage stage("t2.micro:8", "duty:2min:50min");
    stage.axes.setXAxis(XAxis::Virtual);
    stage.start(12);
    QVERIFY(stage.ends());
    QVERIFY(stage.axes.full().max > 2 * 3000);
    const Curve& cpu = stage.curve(stage.charts.cpuChart(), QStringLiteral("CPU (%)"));
    QVERIFY(std::ranges::count(cpu.y, 0.) >= 2);
  }
};

QTEST_MAIN(TestCreditCharts)
#include "tst_credit_charts.moc"
