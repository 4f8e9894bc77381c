#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <fstream>

#include "cli_program.h"
#include "engine/read_file.h"
#include "engine/weights/import_weights.h"
#include "engine/weights/npy.h"
#include "engine/weights/npz.h"
#include "network_fixtures.h"
#include "sample_weights.h"

using namespace cli_program;

class CliWeightsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::shared_ptr<engine::Weights> m_weights = makeWeights({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.05f);

  QString file(const QString& name) const { return m_folder.filePath(name); }
  QString weights() const { return file("weights.npz"); }
  Result exportTo(const QString& target, const QStringList& options = {}) const {
    return run(kProgram, QStringList{"export", "--weights", weights(), "--to", target} + options);
  }

 private slots:
  void initTestCase() { engine::writeNpz(weights().toStdString(), *m_weights); }

  void exports_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"a.npz", "a.safetensors", "a.onnx", "a.h", "a.raw"})
      QTest::newRow(name) << name;
  }

  void exports() {
    QFETCH(QString, name);
    const Result result = exportTo(file(name));
    QCOMPARE(result.errors, QString());
    QCOMPARE(result.exitCode, 0);
    const QRegularExpression line("^" + QRegularExpression::escape(file(name)) +
                                  ": [A-Za-z ]+, verified: (0|\\de-\\d) on 100 images\\n$");
    QVERIFY2(line.match(result.output).hasMatch(), qPrintable(result.output));
    QVERIFY(sameBits(engine::importWeights(file(name).toStdString()).file.weights, *m_weights));
    // The older file stays unless it is to be replaced.
    const Result again = exportTo(file(name));
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.hasOneErrorLine() && again.errors.contains("--force"), qPrintable(again.errors));
    QCOMPARE(exportTo(file(name), {"--force"}).exitCode, 0);
  }

  void trainSavesEveryFormat() {
    const Result result = train({"--self-test", "--quiet", "--save", file("trained.safetensors")});
    QCOMPARE(result.exitCode, 0);
    const auto read = engine::importWeights(file("trained.safetensors").toStdString()).file;
    QCOMPARE(read.metadata.at("step"), std::string("4"));
    QCOMPARE(read.metadata.at("test_error_percent"), std::string("0.00"));
    const Result told = train({"--self-test", "--save", file("trained.onnx")});
    QVERIFY2(told.errors.startsWith(file("trained.onnx") + ": ONNX model, verified: "),
             qPrintable(told.errors));
  }

  void exp17_otherNetworkIsATable() {
    engine::writeNpz(file("other.npz").toStdString(),
                     {{"fc1_weights", engine::Tensor({400, 120})}});
    const Result result =
        run(kProgram, {"export", "--weights", file("other.npz"), "--to", file("never.npz")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.errors.contains("fc1_weights: expected [3136, 512], found [400, 120]\n"),
             qPrintable(result.errors));
    QVERIFY(!QFile::exists(file("never.npz")));
  }

  void classifiesTheTestSet() {
    const Result result =
        run(kProgram, {"classify", "--weights", weights(), "--logits", file("a.npy")});
    QCOMPARE(result.errors, QString());
    const engine::Tensor logits =
        engine::decodeNpy(engine::readFile(file("a.npy").toStdString()), "a");
    QCOMPARE(logits.shape(), (engine::Shape{10000, 10}));
    // The labels, from their file, against the largest logits.
    QProcess gunzip;
    gunzip.start("gzip", {"-dc", kMnist + "/t10k-labels-idx1-ubyte.gz"});
    QVERIFY(gunzip.waitForFinished());
    const QByteArray labels = gunzip.readAll().mid(8);
    int wrong = 0;
    for (int i = 0; i < 10000; ++i) {
      const float* row = logits.data() + 10 * i;
      wrong += std::max_element(row, row + 10) - row != labels[i] ? 1 : 0;
    }
    QCOMPARE(result.output, QString("Test error: %1%\n").arg(wrong / 100.0, 0, 'f', 1));
    QCOMPARE(
        run(kProgram, {"classify", "--weights", weights(), "--logits", file("a.npy")}).exitCode, 1);
  }

  void uselessNetworksAreRefused() {
    engine::Weights useless = *m_weights;
    useless[2].tensor.values()[3] = NAN;
    engine::writeNpz(file("useless.npz").toStdString(), useless);
    const Result result = run(kProgram, {"classify", "--weights", file("useless.npz")});
    QCOMPARE(result.exitCode, 1);
    QCOMPARE(result.output, QString());
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("not finite (conv2_weights)"),
             qPrintable(result.errors));
  }

  void ownFilesKeepTheirOrder() {
    engine::WeightsFile own{*m_weights, {{"burstlab", "1.0"}}};
    QFile target(file("own.npz"));
    QVERIFY(target.open(QIODevice::WriteOnly));
    const engine::Bytes bytes = engine::encodeNpz(own);
    target.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
    target.close();
    const Result result = run(kProgram, {"export", "--weights", target.fileName(), "--flatten",
                                         "nchw", "--to", file("scrambled.raw")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("channels last"),
             qPrintable(result.errors));
    QVERIFY(!QFile::exists(file("scrambled.raw")));
  }

  void classifiesOwnImages_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    const auto npy = [](engine::Shape shape, float value) {
      engine::Tensor tensor(std::move(shape));
      tensor.fill(value);
      const auto bytes = engine::encodeNpy(tensor);
      return QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    };
    const QByteArray idx("\0\0\x08\x03\0\0\0\x02\0\0\0\x1c\0\0\0\x1c", 16);
    QTest::newRow("idx") << "a.idx" << idx + QByteArray(2 * 784, '\x7f') << "";
    QTest::newRow("npy") << "a.npy" << npy({2, 28, 28}, 127) << "";
    QTest::newRow("flat npy") << "a.npy" << npy({2, 784}, 127) << "";
    QTest::newRow("other size") << "a.npy" << npy({2, 20, 20}, 127) << "[2, 20, 20]";
    QTest::newRow("0 to 1") << "a.npy" << npy({2, 28, 28}, 0.5f) << "multiply";
    QTest::newRow("negative") << "a.npy" << npy({2, 28, 28}, -1) << "outside";
    QTest::newRow("no images") << "a.txt" << QByteArray("text") << "a.txt";
  }

  void classifiesOwnImages() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    std::ofstream(file(name).toStdString(), std::ios::binary)
        .write(content.constData(), content.size());
    const Result result =
        run(kProgram, {"classify", "--weights", weights(), "--images", file(name)});
    QCOMPARE(result.exitCode, reason.isEmpty() ? 0 : 1);
    if (!reason.isEmpty()) {
      QVERIFY2(result.hasOneErrorLine() && result.errors.contains(reason),
               qPrintable(result.errors));
      return;
    }
    const QStringList lines = result.output.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0].section(' ', 2), lines[1].section(' ', 2));
    QVERIFY(QRegularExpression("^Image 1: \\d, \\d+\\.\\d%$").match(lines[1]).hasMatch());
  }

  void exp16_killedAtAnyMoment() {
    const QString target = file("killed.safetensors");
    QCOMPARE(exportTo(target).exitCode, 0);
    for (int i = 0; i < 15; ++i) {
      QProcess process;
      process.start(kProgram, {"export", "--weights", weights(), "--to", target, "--force"});
      QVERIFY(process.waitForStarted());
      QThread::msleep(QRandomGenerator::global()->bounded(400u));
      process.kill();
      QVERIFY(process.waitForFinished());
      QVERIFY(sameBits(engine::importWeights(target.toStdString()).file.weights, *m_weights));
    }
    QCOMPARE(exportTo(target, {"--force"}).exitCode, 0);
    QCOMPARE(QDir(m_folder.path()).entryList({".killed*"}, QDir::Files | QDir::Hidden),
             QStringList());
  }

  // A disk of 10 MB that holds the old file and has no room for the new one.
  void exp16_fullDisk() {
    const QString script =
        "set -e; mkdir -p disk; mount -t tmpfs -o size=10m none disk; cp weights.npz disk/a.npz; "
        "cp weights.npz disk/b.npz 2>/dev/null || true; echo ready; "
        "status=0; '" +
        kProgram +
        "' export --weights weights.npz --to disk/a.npz --force 2>&1 || "
        "status=$?; cmp weights.npz disk/a.npz; ls -A disk; exit $status";
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start("unshare", {"-rm", "sh", "-c", script});
    const Result result = wait(process);
    if (!result.output.contains("ready")) QSKIP("no file system can be mounted here");
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.output.contains("No space left on device"), qPrintable(result.output));
    QVERIFY2(result.output.endsWith("\na.npz\nb.npz\n"), qPrintable(result.output));
  }
};

QTEST_GUILESS_MAIN(CliWeightsTest)
#include "tst_cli_weights.moc"
