#include <QFile>
#include <QTest>

#include "charts_stage.h"
#include "ui/charts/decimation.h"

using namespace ui;

/// What GUI-01 asks of long series: nothing is lost, and memory stays within bounds.
class TestManyPoints : public QObject {
  Q_OBJECT

 private slots:
  void gui01_aMillionSteps() {
    ChartsStage stage(1'000'000);
    std::size_t bytes = 0;
    for (const ChartPane* pane :
         {&stage.charts.loss(), &stage.charts.error(), &stage.charts.time()})
      for (const Curve& curve : pane->curves()) {
        QVERIFY(curve.y.empty() || curve.y.size() == curve.x.size());
        bytes += (curve.x.capacity() + curve.y.capacity()) * sizeof(double);
      }
    // Seven series with a value for every step, 16 bytes each, and room to grow.
    QVERIFY2(bytes <= std::size_t{2} * 7 * 16 * 1'000'000, qPrintable(QString::number(bytes)));
    QCOMPARE(stage.charts.loss().curves().front().y[999'999], synthetic::step(999'999).loss());
    // Whatever the zoom, a frame has but some points per pixel.
    for (const double width : {1e6, 1e5, 1e3}) {
      stage.axes.zoomTo({2e5, 2e5 + width});
      stage.charts.refresh();
      const Curve& loss = stage.charts.loss().curves().front();
      const auto kept = decimate(loss.x, loss.y, loss.summary, stage.axes.visible(), 700);
      QVERIFY(kept.size() <= 5 * 700 + 2);
    }
  }

  void gui01_manyFramesNeedNoMoreMemory() {
    ChartsStage stage(50'000);
    const auto draw = [&](int frames) {
      for (int i = 0; i < frames; ++i) {
        stage.axes.zoomTo({100.0 * i, 25'000.0 + 100.0 * i});
        stage.charts.refresh();
      }
    };
    draw(20);
    const double before = residentMegabytes();
    if (before == 0) QSKIP("no /proc");
    draw(150);
    QVERIFY2(residentMegabytes() - before < 50,
             qPrintable(QString::number(residentMegabytes() - before)));
  }

  // GUI-02: the same series every time, or Qt Charts would collect them.
  void gui02_axisIsCalm() {
    ChartsStage stage(500);
    Range range = stage.charts.loss().valueAxis(Side::Left).range();
    int changes = 0;
    for (int i = 0; i < 100; ++i) {
      synthetic::advance(stage.model, 500 + 5 * i);
      stage.charts.refresh();
      const Range now = stage.charts.loss().valueAxis(Side::Left).range();
      changes += now != range;
      range = now;
    }
    QVERIFY2(changes < 10, qPrintable(QString::number(changes)));
  }

 private:
  static double residentMegabytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').at(1).toDouble() * 4096 / 1e6;
  }
};

QTEST_MAIN(TestManyPoints)
#include "tst_many_points.moc"
