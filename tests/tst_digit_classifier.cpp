#include <QSignalSpy>
#include <QTest>

#include "sample_weights.h"
#include "ui/run/digit_classifier.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

using ui::DigitClassifier;
using ui::TrainingSession;

namespace {

const std::vector<std::uint8_t> kInk(engine::kImagePixels, 255);

void startTinyRun(TrainingSession& session, int steps) {
  engine::TrainConfig config;
  config.batchSize = 2;
  config.maxSteps = steps;
  session.start(std::make_shared<engine::Dataset>(engine::selfTestDataset()), config);
}

bool waitForEnd(const TrainingSession& session) {
  return QTest::qWaitFor([&] { return session.state() == TrainingSession::State::Finished; },
                         60000);
}

}  // namespace

class TestDigitClassifier : public QObject {
  Q_OBJECT

 private slots:
  void d14_noAnswerBeforeTheFirstWeights();
  void d14_answersAreThoseOfTheSnapshot();
  void d14_whileWatchingItFollowsTheRun();
  void d14_unwatchedItAsksForNothing();
};

void TestDigitClassifier::d14_noAnswerBeforeTheFirstWeights() {
  TrainingSession session;
  DigitClassifier classifier(session);
  QVERIFY(!classifier.updates());
  QVERIFY(!classifier.classify(kInk));
}

void TestDigitClassifier::d14_answersAreThoseOfTheSnapshot() {
  TrainingSession session;
  DigitClassifier classifier(session);
  QSignalSpy spy(&classifier, &DigitClassifier::weightsChanged);
  for (const float size : {0.0F, 0.15F}) {
    const auto weights = makeWeights(kSeven, size);
    session.setWeights(weights, spy.count() + 1);
    QCOMPARE(classifier.updates(), spy.count());
    QVERIFY(classifier.classify(kInk) == engine::Classifier(*weights).classify(kInk));
  }
  QCOMPARE(spy.count(), 2);
}

void TestDigitClassifier::d14_whileWatchingItFollowsTheRun() {
  TrainingSession session;
  DigitClassifier classifier(session);
  QSignalSpy requested(&session, &TrainingSession::weightsReady);
  classifier.setWatching(true);
  startTinyRun(session, 20);
  QTRY_VERIFY_WITH_TIMEOUT(classifier.updates(), 60000);
  QVERIFY(waitForEnd(session));
  QVERIFY(requested.count() >= 1);
  QCOMPARE(classifier.updates(), 20);
  engine::Classifier last(*session.model().result()->weights);
  QVERIFY(classifier.classify(kInk) == last.classify(kInk));
}

void TestDigitClassifier::d14_unwatchedItAsksForNothing() {
  TrainingSession session;
  DigitClassifier classifier(session);
  QSignalSpy requested(&session, &TrainingSession::weightsReady);
  startTinyRun(session, 5);
  QVERIFY(waitForEnd(session));
  QCOMPARE(requested.count(), 0);
  QCOMPARE(classifier.updates(), 5);  // the end of a run costs no copy
}

QTEST_GUILESS_MAIN(TestDigitClassifier)
#include "tst_digit_classifier.moc"
