#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <thread>

#include "engine/read_file.h"
#include "engine/weights/formats.h"
#include "engine/weights/import_weights.h"
#include "engine/weights/onnx.h"
#include "engine/weights/save_verified.h"
#include "error_message.h"
#include "network_fixtures.h"
#include "sample_weights.h"

using engine::SaveReport;
using engine::WeightsFile;

class SaveVerifiedTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  Bytes m_images = randomBytes(2 * engine::kImagePixels, 256, 1);
  WeightsFile m_old{*makeWeights({}, 0.01f), {{"step", "1"}}};
  WeightsFile m_new{*makeWeights({}, 0.05f), {{"step", "2"}}};

  std::string path(const QString& name) const { return m_folder->filePath(name).toStdString(); }
  QStringList files() const {
    return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden | QDir::System);
  }
  std::optional<SaveReport> save(const std::string& target, const WeightsFile& file,
                                 const engine::SaveProgress& progress = {}) {
    return engine::saveVerified(target, file, {}, m_images, progress);
  }
  bool holds(const std::string& target, const WeightsFile& file) const {
    return sameBits(engine::importWeights(target).file.weights, file.weights);
  }
  static void addFormats() {
    QTest::addColumn<QString>("name");
    for (const engine::WeightsFormat& format : engine::weightsFormats())
      QTest::newRow(format.suffix) << QString("weights") + format.suffix;
  }

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void savesAndReports_data() { addFormats(); }
  void savesAndReports() {
    QFETCH(QString, name);
    double last = 0;
    const auto report = save(path(name), m_new, [&](double part) {
      const bool grows = part > last;
      last = part;
      return grows;
    });
    QVERIFY(report);
    QCOMPARE(last, 1.0);
    QCOMPARE(report->images, 2);
    QVERIFY(!report->hasNonFinite);
    QVERIFY(report->maxDifference > 0 && report->maxDifference < 1e-4);
    QVERIFY(holds(path(name), m_new));
    QCOMPARE(files(), QStringList{name});
    // Within a factor of two, so that a full disk can be foretold.
    const auto size = double(QFileInfo(m_folder->filePath(name)).size());
    const auto expected = double(engine::expectedBytes(path(name)));
    QVERIFY2(size < expected && size > expected / 2, qPrintable(QString::number(size)));
  }

  void summary_data() {
    QTest::addColumn<double>("difference");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("usual") << 3.4e-6 << QByteArray("verified: 3e-6");
    QTest::newRow("none") << 0.0 << QByteArray("verified: 0");
    QTest::newRow("ten") << 1e-10 << QByteArray("verified: 1e-10");
    QTest::newRow("large") << 12.0 << QByteArray("verified: 1e+01");
  }
  void summary() {
    QFETCH(double, difference);
    SaveReport report;
    report.maxDifference = difference;
    QTEST(QByteArray::fromStdString(report.summary()), "text");
  }

  void num04_nonFiniteWeightsAreSaidSo() {
    WeightsFile file = m_new;
    file.weights[7].tensor.values()[2] = std::numeric_limits<float>::quiet_NaN();
    const auto report = save(path("nan.npz"), file);
    QVERIFY(report && report->hasNonFinite);
    QVERIFY(!messageOf([&] { save(path("nan.h"), file); }).empty());
    // Finite weights, whose sums overflow.
    file = {*makeWeights({}, 1e12f), {}};
    QVERIFY(save(path("nan.npz"), file)->hasNonFinite);
    QCOMPARE(files(), QStringList{"nan.npz"});
  }

  void givingUpLeavesTheOldFile_data() { addFormats(); }
  void givingUpLeavesTheOldFile() {
    QFETCH(QString, name);
    save(path(name), m_old);
    QVERIFY(!save(path(name), m_new, [](double part) { return part < 0.5; }));
    QVERIFY(holds(path(name), m_old));
    QCOMPARE(files(), QStringList{name});
  }

  // As a failing disk would change them.
  void damageIsFound_data() { addFormats(); }
  void damageIsFound() {
    QFETCH(QString, name);
    const auto message = [&](const engine::Bytes& bytes) {
      QFile file(m_folder->filePath("written"));
      if (!file.open(QIODevice::WriteOnly)) return std::string();
      file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
      file.close();
      return messageOf([&] { engine::verifySaved(path("written"), path(name), m_new, m_images); });
    };
    const engine::WeightsFormat& format = engine::formatOf(path(name));
    engine::Bytes bytes = format.encode(m_new, {});
    QCOMPARE(message(bytes), std::string());
    QVERIFY(!message(format.encode({m_old.weights, m_new.metadata}, {})).empty());
    QVERIFY(!message(format.encode({m_new.weights, m_old.metadata}, {})).empty());
    // A digit of the header in C becomes another one, a number elsewhere loses a bit.
    std::byte& middle = bytes[bytes.size() / 2];
    middle = middle == std::byte{'1'} ? std::byte{'2'} : std::byte{'1'};
    QVERIFY(!message(bytes).empty());
    bytes.resize(bytes.size() / 2);
    QVERIFY(!message(bytes).empty());
  }

  // Right numbers in a wrong graph: only the logits tell.
  void damagedGraphIsFound() {
    engine::OnnxModel model = engine::decodeOnnxModel(engine::encodeOnnx(m_new, {}), "x");
    std::ranges::find(model.nodes, "Conv", &engine::OnnxNode::type)->lists["pads"] = {1, 1, 3, 3};
    model.inputs[0].batchName = "N";
    const engine::Bytes bytes = engine::encodeOnnxModel(model);
    QFile file(m_folder->filePath("written"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
    file.close();
    const std::string message =
        messageOf([&] { engine::verifySaved(path("written"), path("a.onnx"), m_new, m_images); });
    QVERIFY2(message.find("answers otherwise") != std::string::npos, message.c_str());
  }

  void exp16_fullDisk_data() { addFormats(); }
  void exp16_fullDisk() {
    QFETCH(QString, name);
    save(path(name), m_old);
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{.rlim_cur = 1'000'000, .rlim_max = 1'000'000};
      setrlimit(RLIMIT_FSIZE, &limit);
      _exit(messageOf([&] { save(path(name), m_new); }).find("File too large") != std::string::npos
                ? 42
                : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    QCOMPARE(WEXITSTATUS(status), 42);
    QVERIFY(holds(path(name), m_old));
    QCOMPARE(files(), QStringList{name});
  }

  void exp16_killInTheMiddle() {
    save(path("a.npz"), m_old);
    for (const double when : {0.1, 0.4, 1.0}) {
      const pid_t child = fork();
      if (child == 0) {
        save(path("a.npz"), m_new, [&](double part) {
          if (part >= when) kill(getpid(), SIGKILL);
          return true;
        });
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      QVERIFY(WIFSIGNALED(status));
      QVERIFY(holds(path("a.npz"), m_old));
    }
    QVERIFY(files().size() > 1);
    save(path("a.npz"), m_new);
    QVERIFY(holds(path("a.npz"), m_new));
    QCOMPARE(files(), QStringList{"a.npz"});
  }

  void exp16_twoSavesAtOnce() {
    std::thread other([&] { save(path("a.npz"), m_old); });
    save(path("a.npz"), m_new);
    other.join();
    QVERIFY(holds(path("a.npz"), m_old) || holds(path("a.npz"), m_new));
    QCOMPARE(files(), QStringList{"a.npz"});
  }

  void exp16_linkStays() {
    save(path("a.npz"), m_old);
    QVERIFY(QFile::link(m_folder->filePath("a.npz"), m_folder->filePath("link.npz")));
    save(path("link.npz"), m_new);
    QVERIFY(QFileInfo(m_folder->filePath("link.npz")).isSymLink());
    QVERIFY(holds(path("a.npz"), m_new));
  }

  void exp16_protectedTarget() {
    save(path("a.npz"), m_old);
    QVERIFY(QFile::setPermissions(m_folder->filePath("a.npz"), QFile::ReadOwner));
    QVERIFY(!messageOf([&] { save(path("a.npz"), m_new); }).empty());
    QVERIFY(holds(path("a.npz"), m_old));
  }

  void needsImages() {
    m_images.clear();
    QVERIFY(messageOf([&] { save(path("a.npz"), m_new); }).find("data set") != std::string::npos);
    QCOMPARE(files(), QStringList());
  }
};

QTEST_GUILESS_MAIN(SaveVerifiedTest)
#include "tst_save_verified.moc"
