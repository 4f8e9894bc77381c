#include <QTest>
#include <cstdio>

#include "credit_testing.h"
#include "engine/credits/plan/article_replay.h"
#include "engine/error.h"

using engine::ArticleLog;
using engine::ArticleReplay;
using Kind = ArticleLog::Kind;

class TestArticleReplay : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void leNet();
  void leNetMoments();
  void leNetTotal();
  void alexNet();
  void tableHasEveryBlock();
  void unreadableLogs();

 private:
  ArticleLog m_log;
  ArticleReplay m_replay;
};

void TestArticleReplay::initTestCase() {
  m_log = ArticleLog::bundled();
  m_replay = engine::replay(m_log, bundledType(m_log.machine.c_str()));
  QCOMPARE(m_log.reports.size(), 20);
}

void TestArticleReplay::leNet() {
  for (const auto& block : m_replay.blocks) {
    if (block.printed.kind == Kind::Floor) continue;
    QVERIFY(near(block.error(), 0, block.printed.kind == Kind::SpeedChanges ? 0.1 : 0.03));
  }
  QVERIFY(near(m_replay.floorError, 0, 0.03));
}

void TestArticleReplay::leNetMoments() {
  QCOMPARE(m_replay.firstSlow, 5400);
  QCOMPARE(m_replay.floorStarts, 6200);
  QVERIFY(near(m_replay.endBalance, 0, 0.02));  // never exactly 0 in CloudWatch either
}

// By hand: 4,900 steps of 432 ms and the 2,000 that were printed.
void TestArticleReplay::leNetTotal() {
  QVERIFY(near(m_replay.printedSeconds, 4900 * 0.432 + 3966.59, 0.01));
  QVERIFY(near(m_replay.seconds / m_replay.printedSeconds, 1, 0.01));
}

void TestArticleReplay::alexNet() {
  QVERIFY(near(m_replay.alexNetStep10Seconds, 28.7));
  QVERIFY(near(m_replay.alexNetSeconds10To20 / 426, 1, 0.1));
  QVERIFY(near(m_replay.alexNetStep20Seconds / 72.885, 1, 0.1));
}

void TestArticleReplay::tableHasEveryBlock() {
  const std::string table = engine::replayTable(m_log, m_replay);
  std::fputs(table.c_str(), stdout);
  for (const char* printed : {"434.0 ms", "2485.7 ms", "3942.3 ms", "72.9 s", "426.0 s"})
    QVERIFY2(table.find(printed) != std::string::npos, printed);
}

void TestArticleReplay::unreadableLogs() {
  QVERIFY_THROWS_EXCEPTION(engine::Error, ArticleLog::load("/nowhere/article.json"));
  QVERIFY_THROWS_EXCEPTION(engine::Error,
                           ArticleLog::load(BURSTLAB_SOURCE_DIR "/resources/instances.json"));
  QVERIFY_THROWS_EXCEPTION(engine::Error, ArticleLog::load(BURSTLAB_SOURCE_DIR "/README.md"));
}

QTEST_APPLESS_MAIN(TestArticleReplay)
#include "tst_article_replay.moc"
