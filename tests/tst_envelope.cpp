#include "ui/charts/envelope.h"

#include <QTest>
#include <cmath>
#include <map>

using namespace ui;

/// What a filled envelope covers, against points taken densely along the line.
class TestEnvelope : public QObject {
  Q_OBJECT

 private slots:
  void coversWhatTheLineCovers_data() {
    QTest::addColumn<QList<QPointF>>("line");
    QList<QPointF> noise, flat;
    for (int i = 0; i < 4000; ++i) {
      noise << QPointF(10.3 + i / 40.0, 50 + 45 * std::sin(i * 1.7));
      flat << QPointF(i / 100.0, 20);
    }
    QList<QPointF> spike = flat;
    spike[1234].setY(90);
    QTest::newRow("noise") << noise;
    QTest::newRow("flat") << flat;
    QTest::newRow("one spike") << spike;
    QTest::newRow("across empty columns") << QList<QPointF>{{0.5, 10}, {7.5, 80}, {7.5, 5}};
    QTest::newRow("left of 0") << QList<QPointF>{{-3.5, 10}, {-0.5, 40}, {1.5, 0}};
    QTest::newRow("one point") << QList<QPointF>{{5.5, 10}};
  }
  void coversWhatTheLineCovers() {
    QFETCH(QList<QPointF>, line);
    std::map<int, std::pair<double, double>> expected;
    const auto include = [&](QPointF at) {
      const auto [column, isNew] =
          expected.try_emplace(static_cast<int>(std::floor(at.x())), at.y(), at.y());
      column->second.first = std::min(column->second.first, at.y());
      column->second.second = std::max(column->second.second, at.y());
    };
    include(line.front());
    for (qsizetype i = 1; i < line.size(); ++i)
      for (int part = 0; part <= 1000; ++part)
        include(line[i - 1] + (line[i] - line[i - 1]) * (part / 1000.0));

    const QList<QPolygonF> outlines = envelope(line, 2, Qt::SolidLine);
    QCOMPARE(outlines.size(), 1);
    std::map<int, std::pair<double, double>> found;
    const QPolygonF& outline = outlines.front();
    for (qsizetype i = 0; i < outline.size() / 2; i += 2)
      found[static_cast<int>(outline[i].x())] = {outline[i].y() + 1,
                                                 outline[outline.size() - 1 - i].y() - 1};
    QCOMPARE(found.size(), expected.size());
    for (const auto& [column, range] : expected) {
      QVERIFY(std::abs(found.at(column).first - range.first) < 0.1);
      QVERIFY(std::abs(found.at(column).second - range.second) < 0.1);
    }
  }

  void dashesLeaveGaps() {
    QList<QPointF> line;
    for (int i = 0; i <= 600; ++i) line << QPointF(i / 10.0, 5);
    // 61 columns, a period of 6 thicknesses.
    QCOMPARE(envelope(line, 2, Qt::DashLine).size(), 6);
    QCOMPARE(envelope(line, 2, Qt::DashLine).front().boundingRect(), QRectF(0, 4, 8, 2));
    QCOMPARE(envelope(line, 1, Qt::DotLine).size(), 21);
  }
};

QTEST_MAIN(TestEnvelope)
#include "tst_envelope.moc"
