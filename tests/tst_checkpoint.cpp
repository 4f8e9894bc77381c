#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "checkpoint_fixtures.h"
#include "engine/read_file.h"
#include "engine/train/checkpoint_format.h"
#include "engine/train/sections.h"
#include "error_message.h"

namespace fs = std::filesystem;
using engine::Checkpoint;

namespace {

void put(const fs::path& path, std::span<const std::byte> bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

}  // namespace

// Files of checkpoints: the whole of a run's state goes in and comes out, and nothing else does.
class CheckpointTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void init();
  void everythingComesBack();
  void sizeIsAsTheHeaderSays();
  void anyByteThatChangesIsNoticed();
  void anyLengthThatIsCutIsNoticed();
  void refusesOtherFiles_data();
  void refusesOtherFiles();
  void senseBehindRightChecksums_data();
  void senseBehindRightChecksums();
  void otherDataAreRefused();

 private:
  fs::path path(const char* name = "run") const {
    return fs::path(m_folder->path().toStdString()) / name;
  }
  engine::Dataset m_dataset = noiseDataset(9);
  Checkpoint m_checkpoint;
  std::unique_ptr<QTemporaryDir> m_folder;
};

void CheckpointTest::initTestCase() {
  engine::TrainConfig config = quickConfig(50);
  config.evaluationInterval = 2;
  config.seed = UINT64_MAX;
  config.learningRate = 0.1 + 0.2;  // needs all 17 digits
  config.shuffle = true;
  config.convMethod = engine::ConvMethod::Direct;
  m_checkpoint = checkpointAfter(m_dataset, config, 3, /*now=*/true);
  auto history = std::make_shared<engine::RunHistory>(*m_checkpoint.history);
  history->moments = {{.step = 2, .seconds = 0.1, .launchCredits = 30, .slowdown = 2.25},
                      {.step = 2, .earnedCredits = 1, .surplus = 2, .spent = 3, .afterRest = true}};
  m_checkpoint.history = history;
  m_checkpoint.companions = {{"machine", std::string("\0\xff text", 7)}, {"empty", ""}};
}

void CheckpointTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
}

void CheckpointTest::everythingComesBack() {
  engine::writeCheckpoint(path(), m_checkpoint);
  const auto [read, warning] = engine::readCheckpoint(path());
  QCOMPARE(warning, std::string());
  const engine::RunState &actual = read.state, &expected = m_checkpoint.state;
  const engine::TrainConfig &config = actual.config, &wanted = expected.config;
  QCOMPARE(config.batchSize, wanted.batchSize);
  QCOMPARE(config.epochs, wanted.epochs);
  QCOMPARE(config.maxSteps, wanted.maxSteps);
  QCOMPARE(config.learningRate, 0.1 + 0.2);
  QVERIFY(config.learningRateDecay == wanted.learningRateDecay);
  QVERIFY(config.momentum == wanted.momentum && config.weightDecay == wanted.weightDecay);
  QVERIFY(config.keepProbability == wanted.keepProbability);
  QCOMPARE(config.seed, UINT64_MAX);
  QCOMPARE(config.shuffle, true);
  QCOMPARE(config.evaluationInterval, 2);
  QCOMPARE(config.threads, 1);
  QCOMPARE(config.kernels, wanted.kernels);
  QCOMPARE(config.convMethod, engine::ConvMethod::Direct);

  QCOMPARE(actual.steps, std::int64_t{3});
  QVERIFY(actual.baseLearningRate == expected.baseLearningRate);
  QVERIFY(actual.seconds == expected.seconds && actual.elapsed == expected.elapsed);
  QVERIFY(actual.lapSeconds == expected.lapSeconds);
  QVERIFY(sameBits(actual.weights, expected.weights));
  QVERIFY(sameBits(actual.velocities, expected.velocities));
  QVERIFY(actual.owedReport && expected.owedReport);  // step 2 was to be reported
  QVERIFY(sameStep(actual.owedReport->step, expected.owedReport->step));
  QVERIFY(actual.owedReport->lapSeconds == expected.owedReport->lapSeconds);
  QVERIFY(actual.best && expected.best);  // of step 0
  QCOMPARE(actual.best->updates, std::int64_t{1});
  QVERIFY(actual.best->validation.confusion == expected.best->validation.confusion);
  QVERIFY(sameBits(*actual.best->weights, *expected.best->weights));

  QCOMPARE(read.history->steps.size(), std::size_t{3});
  QCOMPARE(read.history->validations.size(), std::size_t{1});
  for (std::size_t i = 0; i < 3; ++i) {
    QVERIFY(sameStep(read.history->steps[i], m_checkpoint.history->steps[i]));
    QVERIFY(sameTimes(read.history->steps[i], m_checkpoint.history->steps[i]));
  }
  const engine::ValidationDone& validation = read.history->validations[0];
  QVERIFY(sameValidation(validation, m_checkpoint.history->validations[0]));
  QVERIFY(validation.scriptMillisecondsPerStep ==
          m_checkpoint.history->validations[0].scriptMillisecondsPerStep);
  QVERIFY(read.history->moments == m_checkpoint.history->moments);
  QVERIFY(read.companions == m_checkpoint.companions);
  QCOMPARE(read.dataset.name, std::string("Noise"));
  QCOMPARE(read.dataset.fingerprint, m_checkpoint.dataset.fingerprint);
}

void CheckpointTest::sizeIsAsTheHeaderSays() {
  const double tensors = 1'663'370 * 4.0;
  Checkpoint checkpoint = m_checkpoint;
  checkpoint.state.owedReport.reset();
  checkpoint.state.best.reset();
  QVERIFY(std::abs(double(engine::encodeCheckpoint(checkpoint).size()) - 2 * tensors) < 5000);
  auto history = std::make_shared<engine::RunHistory>(*m_checkpoint.history);
  history->steps.resize(10'000);
  const std::size_t small = engine::encodeCheckpoint(checkpoint).size();
  checkpoint.history = history;
  QCOMPARE(engine::encodeCheckpoint(checkpoint).size() - small, std::size_t{64 * 9997});
}

void CheckpointTest::anyByteThatChangesIsNoticed() {
  std::vector<std::byte> file = engine::encodeCheckpoint(m_checkpoint);
  // All of the head, and bytes all over the rest.
  for (std::size_t at = 0; at < file.size(); at += at < 400 ? 1 : 1'200'007) {
    for (const int bit : {0, 7}) {
      file[at] ^= std::byte(1 << bit);
      const std::string message = messageOf([&] { engine::decodeCheckpoint(file, "F"); });
      QVERIFY2(message.starts_with("F ") && message.ends_with('.'),
               qPrintable(QString::number(at)));
      file[at] ^= std::byte(1 << bit);
    }
  }
  QCOMPARE(messageOf([&] { engine::decodeCheckpoint(file, "F"); }), std::string());
}

void CheckpointTest::anyLengthThatIsCutIsNoticed() {
  const std::vector<std::byte> file = engine::encodeCheckpoint(m_checkpoint);
  for (std::size_t size = 1; size < file.size(); size += size < 400 ? 1 : 500'009) {
    const std::string message =
        messageOf([&] { engine::decodeCheckpoint(std::span(file).first(size), "F"); });
    QVERIFY2(size < 8 ? message == "F is truncated: it has " + std::to_string(size) +
                                       " of at least 16 bytes."
                      : message.find(" is truncated: it has " + std::to_string(size) + " of") !=
                            std::string::npos,
             message.c_str());
  }
}

void CheckpointTest::refusesOtherFiles_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("message");
  QTest::newRow("empty") << QByteArray() << "is empty";
  QTest::newRow("text") << QByteArray("Step 0 (epoch 0.00), 5.0 ms\n") << "is no checkpoint";
  QTest::newRow("npz") << QByteArray("PK\3\4") << "is no checkpoint";
  const QByteArray magic(
      "\x89"
      "BLC\r\n\x1a\n");
  QTest::newRow("newer") << magic + QByteArray("\2\0\0\0\0\0\0\0", 8)
                         << "was written by a newer Burstlab (format 2; this one reads up to 1)";
  QTest::newRow("line ends changed") << QByteArray(
                                            "\x89"
                                            "BLC\n\x1a\n\1\0\0\0\0\0\0\0",
                                            15)
                                     << "is no checkpoint";
  QTest::newRow("endless table") << magic + QByteArray("\1\0\0\0\xff\xff\xff\xff", 8)
                                 << "is damaged";
}

void CheckpointTest::refusesOtherFiles() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, message);
  put(path(), std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
  const QString actual = QString::fromStdString(messageOf([&] { engine::readCheckpoint(path()); }));
  QVERIFY2(actual.startsWith(QString::fromStdString(path().string()) + ' ' + message),
           qPrintable(actual));
  QVERIFY2(actual.endsWith('.'), qPrintable(actual));
  const std::string missing = messageOf([&] { engine::readCheckpoint(path("none")); });
  QVERIFY2(missing.find("none: No such file") != std::string::npos, missing.c_str());
}

// What a damaged program might write: the checksums are right, the content is not.
void CheckpointTest::senseBehindRightChecksums_data() {
  QTest::addColumn<QString>("section");
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("no JSON") << "run" << QByteArray("{");
  QTest::newRow("other JSON") << "run" << QByteArray("{\"steps\": 3}");
  QTest::newRow("no weights") << "weights" << QByteArray(8, '\0');
  QTest::newRow("count beyond the end") << "weights" << QByteArray(8, '\x7f');
  QTest::newRow("velocities end early") << "velocities" << QByteArray("\1\0\0\0\0\0\0\0\2", 9);
  QTest::newRow("history of other steps") << "history" << QByteArray(24, '\0');
  QTest::newRow("steps beyond the end") << "history" << QByteArray("\xff\0\0\0\0\0\0\0", 8);
}

void CheckpointTest::senseBehindRightChecksums() {
  QFETCH(QString, section);
  QFETCH(QByteArray, bytes);
  auto sections = engine::decodeSections(engine::encodeCheckpoint(m_checkpoint), 1, "F");
  for (engine::Section& entry : sections) {
    if (entry.name != section.toStdString()) continue;
    const auto raw = std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size())));
    entry.bytes.assign(raw.begin(), raw.end());
  }
  const std::string message =
      messageOf([&] { engine::decodeCheckpoint(engine::encodeSections(sections, 1), "F"); });
  QVERIFY2(message.starts_with("F is no checkpoint that can be used: its part "), message.c_str());
}

void CheckpointTest::otherDataAreRefused() {
  engine::Dataset other = m_dataset;
  engine::requireSameData(m_checkpoint, other);
  other.name = "renamed";
  engine::requireSameData(m_checkpoint, other);
  for (std::uint8_t* byte :
       {&other.train.pixels.back(), &other.validation.labels[0], &other.test.pixels[7]}) {
    *byte ^= 1;
    const std::string message = messageOf([&] { engine::requireSameData(m_checkpoint, other); });
    QVERIFY2(
        message.find("trained on other data (Noise) than these (renamed)") != std::string::npos,
        message.c_str());
    *byte ^= 1;
  }
  // The same images, cut elsewhere.
  other.validation.pixels.insert(other.validation.pixels.begin(), other.train.pixels.end() - 784,
                                 other.train.pixels.end());
  other.validation.labels.insert(other.validation.labels.begin(), other.train.labels.back());
  other.train.pixels.resize(other.train.pixels.size() - 784);
  other.train.labels.pop_back();
  QVERIFY(!messageOf([&] { engine::requireSameData(m_checkpoint, other); }).empty());
}

QTEST_GUILESS_MAIN(CheckpointTest)
#include "tst_checkpoint.moc"
