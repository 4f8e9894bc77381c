#include <QDir>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "engine/weights/npz.h"
#include "ui/run/training_session.h"
#include "ui/run/weights_files.h"
#include "ui/settings.h"

using namespace ui;
using namespace Qt::StringLiterals;

// Milliseconds; for a slow machine with sanitizers.
constexpr int kPatience = 120000;

class TestWeightsFiles : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<TrainingSession> m_session;
  std::unique_ptr<WeightsFiles> m_files;

  void train(int epochs, double rate = 0.01) {
    engine::TrainConfig config;
    config.learningRate = rate;
    config.epochs = epochs;
    m_session->start(std::make_shared<engine::Dataset>(engine::selfTestDataset()), config);
  }

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void init() {
    m_files.reset();
    m_session.reset();
    m_settings.reset();
    QFile::remove(WeightsFiles::keptFile());
    QFile::remove(m_folder.filePath(u"settings.ini"_s));
    m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
    m_session = std::make_unique<TrainingSession>();
    m_files = std::make_unique<WeightsFiles>(*m_session, *m_settings);
  }

  void savesWhileItTrainsAndOpens() {
    const QString file = m_folder.filePath(u"weights.npz"_s);
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    QSignalSpy opened(m_files.get(), &WeightsFiles::opened);
    QSignalSpy failed(m_files.get(), &WeightsFiles::failed);
    QVERIFY(!m_files->canSave());
    train(100000);
    m_files->save(file);
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
    QCOMPARE(engine::readNpz(file.toStdString()).size(), std::size_t{8});
    m_files->open(file);
    QCOMPARE(failed.size(), 1);  // not while it trains
    m_session->halt();
    m_files->open(file);
    QCOMPARE(opened.size(), 1);
    m_files->keepUnsaved();
    QVERIFY(!QFile::exists(WeightsFiles::keptFile()));
  }

  void reportsWhatCannotBeWrittenOrRead() {
    QSignalSpy failed(m_files.get(), &WeightsFiles::failed);
    train(1);
    QTRY_VERIFY_WITH_TIMEOUT(!m_session->isActive(), kPatience);
    m_files->save(m_folder.filePath(u"missing/weights.npz"_s));
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    m_files->open(m_folder.filePath(u"missing.npz"_s));
    QCOMPARE(failed.size(), 2);
    const QString foreign = m_folder.filePath(u"foreign.npz"_s);
    engine::writeNpz(foreign.toStdString(), {{"x", engine::Tensor({2, 2})}});
    m_files->open(foreign);
    QCOMPARE(failed.size(), 3);
  }

  void t2_keepsWhatWasNotSaved() {
    train(100000);
    QSignalSpy ready(m_session.get(), &TrainingSession::weightsReady);
    m_session->requestWeights();
    QTRY_VERIFY_WITH_TIMEOUT(ready.size() > 0, kPatience);
    m_files->keepUnsaved();
    QVERIFY(!m_session->isActive());
    const auto kept = m_settings->keptWeights();
    QVERIFY(kept);
    QCOMPARE(kept->updates, m_session->updates());
    const engine::Weights read = engine::readNpz(kept->file.toStdString());
    QVERIFY(std::ranges::equal(read.front().tensor.values(),
                               m_session->weights()->front().tensor.values()));
  }

  void m7_aTrivialRunDoesNotReplaceMoreWork_data() {
    QTest::addColumn<qint64>("keptBefore");
    QTest::addColumn<bool>("replaced");
    QTest::newRow("more") << qint64{1875} << false;
    QTest::newRow("less") << qint64{1} << true;
  }

  void m7_aTrivialRunDoesNotReplaceMoreWork() {
    QFETCH(qint64, keptBefore);
    QFETCH(bool, replaced);
    QDir().mkpath(QFileInfo(WeightsFiles::keptFile()).path());
    engine::writeNpz(WeightsFiles::keptFile().toStdString(), {{"x", engine::Tensor({2, 2})}});
    m_settings->setKeptWeights(Settings::KeptWeights{WeightsFiles::keptFile(), keptBefore});
    train(1);  // three updates
    QTRY_VERIFY_WITH_TIMEOUT(!m_session->isActive(), kPatience);
    QVERIFY(m_session->updates() > 1);
    m_files->keepUnsaved();
    const auto size = engine::readNpz(WeightsFiles::keptFile().toStdString()).size();
    QCOMPARE(size, std::size_t{replaced ? 8u : 1u});
    QCOMPARE(m_settings->keptWeights()->updates, replaced ? m_session->updates() : keptBefore);
  }

  void m7_keptWeightsCanBeSavedElsewhere() {
    train(1);
    QTRY_VERIFY_WITH_TIMEOUT(!m_session->isActive(), kPatience);
    m_files->keepUnsaved();
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    QSignalSpy failed(m_files.get(), &WeightsFiles::failed);
    m_files->saveKept(m_folder.filePath(u"missing/weights.npz"_s));
    QCOMPARE(failed.size(), 1);
    QVERIFY(m_settings->keptWeights());
    const QString file = m_folder.filePath(u"elsewhere.npz"_s);
    m_files->saveKept(file);
    QCOMPARE(saved.size(), 1);
    QCOMPARE(engine::readNpz(file.toStdString()).size(), std::size_t{8});
    QVERIFY(!m_settings->keptWeights());
  }

  void m1_savingOverflowedWeightsSaysSo() {
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    for (const double rate : {0.01, 1e30}) {
      train(1, rate);
      QTRY_VERIFY_WITH_TIMEOUT(!m_session->isActive(), kPatience);
      m_files->save(m_folder.filePath(u"weights.npz"_s));
      QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
      QCOMPARE(saved.takeFirst().at(2).toBool(), rate > 1);
    }
  }

  void keepsNothingWhereNothingIs() {
    m_files->keepUnsaved();
    QVERIFY(!QFile::exists(WeightsFiles::keptFile()));
    QVERIFY(!m_settings->keptWeights());
  }
};

QTEST_MAIN(TestWeightsFiles)
#include "tst_weights_files.moc"
