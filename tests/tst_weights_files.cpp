#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "engine/weights/import_weights.h"
#include "engine/weights/npz.h"
#include "sample_weights.h"
#include "ui/run/mailbox.h"
#include "ui/run/run_commands.h"
#include "ui/run/training_session.h"
#include "ui/run/weights_files.h"
#include "ui/settings.h"

using namespace ui;
using namespace Qt::StringLiterals;

// Milliseconds; for a slow machine with sanitizers.
constexpr int kPatience = 120000;

Q_DECLARE_METATYPE(SavedFile)

class TestWeightsFiles : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<TrainingSession> m_session;
  std::unique_ptr<RunCommands> m_commands;
  std::unique_ptr<WeightsFiles> m_files;

  QString path(const QString& name) const { return m_folder->filePath(name); }
  engine::WeightsFile read(const QString& name) const {
    return engine::importWeights(path(name).toStdString()).file;
  }

  void train(int epochs, double rate = 0.01) {
    engine::TrainConfig config;
    config.learningRate = rate;
    config.epochs = epochs;
    config.evaluationInterval = epochs == 1 ? 100 : 5;
    m_commands->setConfig(config);
    m_commands->restart();
  }
  bool ends() {
    return QTest::qWaitFor([this] { return !m_session->isActive(); }, kPatience);
  }

 private slots:
  void init() {
    m_files.reset();
    m_commands.reset();
    m_session.reset();
    m_settings.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(path(u"settings.ini"_s));
    m_session = std::make_unique<TrainingSession>();
    m_commands = std::make_unique<RunCommands>(*m_session);
    m_commands->setDataset(std::make_shared<engine::Dataset>(engine::selfTestDataset()));
    m_files = std::make_unique<WeightsFiles>(*m_session, *m_commands, *m_settings);
  }

  void savesWhileItTrainsAndOpens() {
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    QSignalSpy opened(m_files.get(), &WeightsFiles::opened);
    QSignalSpy failed(m_files.get(), &WeightsFiles::failed);
    QVERIFY(!m_files->canSave());
    train(100000);
    m_files->save(path(u"weights.onnx"_s));
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
    const auto file = saved.first().first().value<SavedFile>();
    QVERIFY(file.report.maxDifference < 1e-3 && file.report.images == 64);
    const engine::Metadata metadata = read(u"weights.onnx"_s).metadata;
    QCOMPARE(metadata.at("step"), std::to_string(file.updates));
    QVERIFY(metadata.contains("dataset_crc32") && metadata.contains("recipe"));
    m_files->open(path(u"weights.onnx"_s));
    QCOMPARE(failed.size(), 1);  // not while it trains
    m_session->halt();
    m_files->open(path(u"weights.onnx"_s));
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, kPatience);
    QCOMPARE(m_session->updates(), file.updates);
    QCOMPARE(m_settings->recentWeights(), QStringList{path(u"weights.onnx"_s)});
    m_files->keepUnsaved();
    QVERIFY(m_settings->keptWeights().isEmpty());
  }

  void t9_savesTheBest() {
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    train(2);
    QVERIFY(ends());
    const BestWeights* best = m_session->best();
    QVERIFY(best && best->updates == 1 && best->weights != m_session->weights());
    m_files->save(path(u"best.npz"_s), WhichWeights::Best);
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
    QCOMPARE(saved.first().first().value<SavedFile>().updates, 1);
    const engine::WeightsFile file = read(u"best.npz"_s);
    QVERIFY(
        std::ranges::equal(file.weights[4].tensor.values(), (*best->weights)[4].tensor.values()));
    QCOMPARE(file.metadata.at("step"), std::string("1"));
    QCOMPARE(file.metadata.at("validation_error_percent"), std::string("0.00"));
    train(1);
    QVERIFY(!m_session->best());  // of another run
    QVERIFY(ends());
  }

  void exp16_cancelLeavesTheOldFile() {
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    QSignalSpy cancelled(m_files.get(), &WeightsFiles::cancelled);
    train(1);
    QVERIFY(ends());
    QFile old(path(u"a.npz"_s));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    m_files->save(old.fileName());
    m_files->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(cancelled.size(), 1, kPatience);
    QCOMPARE(saved.size(), 0);
    QCOMPARE(old.size(), 3);
  }

  void reportsWhatCannotBeWrittenOrRead() {
    QSignalSpy failed(m_files.get(), &WeightsFiles::failed);
    train(1);
    QVERIFY(ends());
    const auto before = m_session->weights();
    m_files->save(path(u"missing/weights.npz"_s));
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    m_files->open(path(u"missing.npz"_s));
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 2, kPatience);
    const QString foreign = path(u"foreign.npz"_s);
    engine::writeNpz(foreign.toStdString(), {{"x", engine::Tensor({2, 2})}});
    m_files->open(foreign);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 3, kPatience);
    QVERIFY(failed.last().first().toString().contains(u"x: expected nothing, found [2, 2]"_s));
    engine::Weights useless = *makeWeights({}, 0.05f);
    useless[4].tensor.values()[7] = -INFINITY;
    engine::writeNpz(foreign.toStdString(), useless);
    m_files->open(foreign);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 4, kPatience);
    QVERIFY(failed.last().first().toString().contains(u"not finite (fc1_weights)"_s));
    QVERIFY(m_session->weights() == before);
  }

  void t2_keepsWhatWasNotSaved() {
    train(100000);
    QSignalSpy ready(m_session.get(), &TrainingSession::weightsReady);
    m_session->requestWeights();
    QTRY_VERIFY_WITH_TIMEOUT(ready.size() > 0, kPatience);
    m_files->keepUnsaved();
    QVERIFY(!m_session->isActive());
    const auto kept = m_settings->keptWeights();
    QCOMPARE(kept.size(), 1);
    QCOMPARE(kept.first().updates, m_session->updates());
    const engine::Weights weights = engine::readNpz(kept.first().file.toStdString());
    QVERIFY(std::ranges::equal(weights.front().tensor.values(),
                               m_session->weights()->front().tensor.values()));
  }

  void m7_lessWorkReplacesNoMoreWork_data() {
    QTest::addColumn<QList<qint64>>("before");
    QTest::addColumn<int>("epochs");  // of 4 updates
    QTest::addColumn<QList<qint64>>("after");
    QTest::newRow("trivial after more") << QList<qint64>{1875} << 1 << QList<qint64>{1875};
    QTest::newRow("trivial after less") << QList<qint64>{1} << 1 << QList<qint64>{4, 1};
    QTest::newRow("shorter") << QList<qint64>{8593} << 2 << QList<qint64>{8593, 8};
    QTest::newRow("the least gives way")
        << QList<qint64>{8593, 300, 4} << 2 << QList<qint64>{8593, 300, 8};
    QTest::newRow("all longer") << QList<qint64>{900, 800, 700} << 2
                                << QList<qint64>{900, 800, 700};
  }

  void m7_lessWorkReplacesNoMoreWork() {
    QFETCH(QList<qint64>, before);
    QFETCH(int, epochs);
    QFETCH(QList<qint64>, after);
    QList<Settings::KeptWeights> kept;
    for (const qint64 updates : before) {
      kept += {path(u"last-run-%1.npz"_s.arg(kept.size() + 1)), updates};
      engine::writeNpz(kept.last().file.toStdString(), {{"n", engine::Tensor({updates})}});
    }
    m_settings->setKeptWeights(kept);
    train(epochs);
    QVERIFY(ends());
    m_files->keepUnsaved();
    QList<qint64> found;
    for (const Settings::KeptWeights& entry : m_settings->keptWeights()) {
      found += entry.updates;
      // What was kept before is as it was.
      const engine::Weights weights = engine::readNpz(entry.file.toStdString());
      if (before.contains(entry.updates))
        QCOMPARE(weights[0].tensor.size(), entry.updates);
      else
        QCOMPARE(weights.size(), std::size_t{8});
    }
    QCOMPARE(found, after);
  }

  void m7_keptWeightsCanBeSavedElsewhere() {
    train(1);
    QVERIFY(ends());
    m_files->keepUnsaved();
    const QString kept = m_settings->keptWeights().first().file;
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    QSignalSpy failed(m_files.get(), &WeightsFiles::failed);
    m_files->saveKept(kept, path(u"missing/weights.npz"_s));
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    QCOMPARE(m_settings->keptWeights().size(), 1);
    m_files->saveKept(kept, path(u"elsewhere.safetensors"_s));
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
    QCOMPARE(read(u"elsewhere.safetensors"_s).metadata.at("step"), std::string("4"));
    QVERIFY(m_settings->keptWeights().isEmpty());
  }

  void m1_savingOverflowedWeightsSaysSo() {
    QSignalSpy saved(m_files.get(), &WeightsFiles::saved);
    for (const double rate : {0.01, 1e30}) {
      train(1, rate);
      QVERIFY(ends());
      m_files->save(path(u"weights.npz"_s));
      QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
      QCOMPARE(saved.takeFirst().first().value<SavedFile>().overflowed, rate > 1);
    }
  }

  void keepsNothingWhereNothingIs() {
    m_files->keepUnsaved();
    QVERIFY(m_settings->keptWeights().isEmpty());
    QVERIFY(QDir(m_folder->path()).entryList({u"*.npz"_s}).isEmpty());
  }
};

QTEST_MAIN(TestWeightsFiles)
#include "tst_weights_files.moc"
