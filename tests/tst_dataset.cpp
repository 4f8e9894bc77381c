#include <QTemporaryDir>
#include <algorithm>
#include <numeric>
#include <optional>

#include "engine/data/dataset_folder.h"
#include "engine/error.h"
#include "idx_files.h"

using engine::Dataset;

namespace {

using Names = std::array<QString, 4>;
const Names kNames{"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte",
                   "t10k-labels-idx1-ubyte"};

// A good set of 100 training and 20 test images.
std::array<QByteArray, 4> goodFiles() {
  return {idx_files::images(100), idx_files::cyclicLabels(100), idx_files::images(20),
          idx_files::cyclicLabels(20)};
}

QString errorOf(const QString& folder) {
  try {
    engine::loadDataset(folder.toStdString());
  } catch (const engine::Error& error) {
    return QString::fromStdString(error.what());
  }
  return {};
}

QByteArray firstLabels(const engine::LabeledImages& set, int count) {
  return {reinterpret_cast<const char*>(set.labels.data()), count};
}

}  // namespace

class TestDataset : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder.emplace(); }
  void bundledMnist();
  void fashionMnist();
  void smallSet();
  void idx06_swappedFiles();
  void idx07_countsDiffer();
  void idx10_labels_data();
  void idx10_labels();
  void idx13_spellings_data();
  void idx13_spellings();
  void idx13_bothSpellings();
  void idx13_missingFiles();
  void folderThatIsNone();
  void sizeOfMnistsOwnFile();
  void idx15_warningReachesTheSet();
  void idx18_images_data();
  void idx18_images();
  void normalization();
  void selfTestSet();

 private:
  QString write(const std::array<QByteArray, 4>& files, const Names& names = kNames) {
    for (std::size_t i = 0; i < files.size(); ++i)
      idx_files::write(m_folder->path(), names[i], files[i]);
    return m_folder->path();
  }

  std::optional<QTemporaryDir> m_folder;
};

void TestDataset::bundledMnist() {
  const auto known = engine::bundledMnist();
  QVERIFY(known);
  QCOMPARE(engine::knownDatasets().at(0).name, known->name);
  std::vector<std::filesystem::path> announced;
  const Dataset set = engine::loadDataset(
      known->folder, [&](const std::filesystem::path& path) { announced.push_back(path); });

  QCOMPARE(set.name, std::string("MNIST"));
  QCOMPARE(set.classNames[7], std::string("7"));
  QVERIFY(set.warnings.empty());
  QVERIFY(announced == set.files);
  for (std::size_t i = 0; i < kNames.size(); ++i)
    QCOMPARE(QString::fromStdString(set.files[i].filename()), kNames[i] + ".gz");

  QCOMPARE(set.train.count(), 55000);
  QCOMPARE(set.validation.count(), 5000);
  QCOMPARE(set.test.count(), 10000);
  QCOMPARE(set.train.pixels.size(), std::size_t(55000) * 784);
  QCOMPARE(firstLabels(set.validation, 10), QByteArray::fromHex("05000401090201030104"));
  QCOMPARE(firstLabels(set.train, 16), QByteArray::fromHex("07030406010801000908000301020700"));
  QCOMPARE(firstLabels(set.test, 10), QByteArray::fromHex("07020100040104090509"));
  const std::array<int, 10> validationCounts{479, 563, 488, 493, 535, 434, 501, 550, 462, 495};
  for (int digit = 0; digit < 10; ++digit)
    QCOMPARE(std::ranges::count(set.validation.labels, digit), validationCounts[digit]);

  // Pixels moved together with their labels: a 1 has less ink than a 0.
  const auto ink = [&](const auto& images, int label) {
    const auto index = std::ranges::find(images.labels, label) - images.labels.begin();
    const auto image = images.image(index);
    return std::accumulate(image.begin(), image.end(), 0);
  };
  for (const auto* images : {&set.train, &set.validation, &set.test})
    QVERIFY(ink(*images, 1) < ink(*images, 0));
}

void TestDataset::fashionMnist() {
  const auto known = engine::knownDatasets();
  const auto found = std::ranges::find(known, "Fashion-MNIST", &engine::KnownDataset::name);
  if (found == known.end()) QSKIP("the package dataset-fashion-mnist is not installed");
  const Dataset set = engine::loadDataset(found->folder);
  QCOMPARE(set.name, std::string("Fashion-MNIST"));
  QCOMPARE(set.classNames[9], std::string("Ankle boot"));
  QCOMPARE(set.train.count(), 55000);
  for (int label = 0; label < 10; ++label)
    QCOMPARE(std::ranges::count(set.test.labels, label), 1000);
}

void TestDataset::smallSet() {
  const Dataset set = engine::loadDataset(write(goodFiles()).toStdString());
  QCOMPARE(QString::fromStdString(set.name), QFileInfo(m_folder->path()).fileName());
  QCOMPARE(set.validation.count(), 20);
  QCOMPARE(set.train.count(), 80);
  QCOMPARE(set.test.count(), 20);
  QCOMPARE(set.train.labels[5], 5);
  QCOMPARE(engine::loadDataset((m_folder->path() + "/").toStdString()).name, set.name);
}

void TestDataset::idx06_swappedFiles() {
  auto files = goodFiles();
  std::swap(files[0], files[1]);
  const QString error = errorOf(write(files));
  QVERIFY2(error.contains(kNames[0]) && error.contains("magic 2049") &&
               error.contains("magic 2051") && error.contains("swapped"),
           qPrintable(error));

  files = goodFiles();
  files[3] = files[2];
  const QString labelsError = errorOf(write(files));
  QVERIFY2(labelsError.contains(kNames[3]) && labelsError.contains("swapped"),
           qPrintable(labelsError));
}

void TestDataset::idx07_countsDiffer() {
  auto files = goodFiles();
  files[1] = files[3];
  const QString error = errorOf(write(files));
  QVERIFY2(error.contains("100 images") && error.contains("20 labels"), qPrintable(error));
}

void TestDataset::idx10_labels_data() {
  QTest::addColumn<QByteArray>("labels");
  QTest::addColumn<QString>("expected");
  QByteArray letters;
  QByteArray balanced;
  QByteArray stray;
  for (int i = 0; i < 100; ++i) {
    letters += static_cast<char>(1 + i % 26);
    balanced += static_cast<char>(i % 47);
    stray += static_cast<char>(i == 73 ? 10 : i % 10);
  }
  QTest::newRow("letters") << letters
                           << "label 10 at index 9 (its labels run from 1 to 26, 26 classes)";
  QTest::newRow("balanced") << balanced
                            << "label 10 at index 10 (its labels run from 0 to 46, 47 classes)";
  QTest::newRow("stray") << stray
                         << "label 10 at index 73 (its labels run from 0 to 10, 11 classes)";
}

void TestDataset::idx10_labels() {
  QFETCH(QByteArray, labels);
  QFETCH(QString, expected);
  auto files = goodFiles();
  files[1] = idx_files::labels(labels);
  const QString error = errorOf(write(files));
  QVERIFY2(error.contains(kNames[1]) && error.contains(expected), qPrintable(error));
}

void TestDataset::idx13_spellings_data() {
  QTest::addColumn<bool>("dotted");
  QTest::addColumn<bool>("packed");
  QTest::newRow("dashes") << false << false;
  QTest::newRow("dashes, gz") << false << true;
  QTest::newRow("dots") << true << false;
  QTest::newRow("dots, gz") << true << true;
}

void TestDataset::idx13_spellings() {
  QFETCH(bool, dotted);
  QFETCH(bool, packed);
  auto files = goodFiles();
  Names names = kNames;
  if (dotted)
    for (QString& name : names) name.replace("-idx", ".idx");
  if (packed) {
    for (QString& name : names) name += ".gz";
    for (QByteArray& file : files) file = idx_files::gzip(file);
  }
  const Dataset set = engine::loadDataset(write(files, names).toStdString());
  QCOMPARE(set.train.count() + set.validation.count(), 100);
  QVERIFY(set.warnings.empty());
}

void TestDataset::idx13_bothSpellings() {
  write(goodFiles());
  idx_files::write(m_folder->path(), "t10k-labels.idx1-ubyte", idx_files::cyclicLabels(20));
  const auto files = engine::findDatasetFiles(m_folder->path().toStdString());
  QCOMPARE(files.testLabels.filename().string(), kNames[3].toStdString());
  QCOMPARE(files.warnings.size(), std::size_t(1));
  QVERIFY(QString::fromStdString(files.warnings[0]).contains("t10k-labels.idx1-ubyte"));
}

void TestDataset::idx13_missingFiles() {
  write(goodFiles());
  QFile::remove(m_folder->filePath(kNames[1]));
  QFile::remove(m_folder->filePath(kNames[2]));
  const QString error = errorOf(m_folder->path());
  QVERIFY2(error.contains(kNames[1]) && error.contains(kNames[2]) && !error.contains(kNames[0]),
           qPrintable(error));
}

void TestDataset::folderThatIsNone() {
  QCOMPARE(errorOf("/no/such/folder"), QString("There is no folder /no/such/folder."));
  QVERIFY(errorOf("/etc/passwd").startsWith("/etc/passwd is a file, not a folder. Choose"));
  // The reason may also be a missing permission, but root, who may run this, lacks none.
  const QString loop = m_folder->filePath("loop");
  QVERIFY(QFile::link("loop", loop));
  QCOMPARE(errorOf(loop),
           "Cannot open the folder " + loop + ": Too many levels of symbolic links.");
}

// The size that MNIST's own file is said to have is that of the same form, packed or not.
void TestDataset::sizeOfMnistsOwnFile() {
  auto files = goodFiles();
  files[0] = "nonsense";
  QVERIFY(errorOf(write(files)).endsWith("It has 8 bytes, MNIST's own file has 47040016."));
  Names names = kNames;
  names[0] += ".gz";
  QVERIFY(errorOf(write(files, names)).endsWith("It has 8 bytes, MNIST's own file has 9912422."));
}

void TestDataset::idx15_warningReachesTheSet() {
  auto files = goodFiles();
  files[2] += "junk";
  const Dataset set = engine::loadDataset(write(files).toStdString());
  QCOMPARE(set.warnings.size(), std::size_t(1));
  QVERIFY(QString::fromStdString(set.warnings[0]).contains("4 bytes"));
}

void TestDataset::idx18_images_data() {
  QTest::addColumn<QByteArray>("images");
  QTest::addColumn<QString>("expected");
  QTest::newRow("float32") << idx_files::header('\x0D', {100, 20, 20}) + QByteArray(160000, 0)
                           << "float32 [100, 20, 20]";
  QTest::newRow("32x32") << idx_files::images(100, 32) << "uint8 [100, 32, 32]";
  QTest::newRow("4 dimensions") << idx_files::header(8, {100, 28, 28, 1}) + QByteArray(78400, 0)
                                << "uint8 [100, 28, 28, 1]";
  QTest::newRow("none") << idx_files::images(0) << "0 elements";
}

void TestDataset::idx18_images() {
  QFETCH(QByteArray, images);
  QFETCH(QString, expected);
  auto files = goodFiles();
  files[0] = images;
  const QString error = errorOf(write(files));
  QVERIFY2(error.contains(expected), qPrintable(error));
}

// The sample does it with numpy in float32: both steps are rounded to float32.
void TestDataset::normalization() {
  std::array<std::uint8_t, 256> bytes{};
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  std::array<float, 256> values{};
  engine::normalizePixels(bytes, values.data());
  QVERIFY(values[0] == -0.5f);
  QVERIFY(values[255] == 0.5f);
  for (int i = 0; i < 256; ++i) {
    QVERIFY(values[i] == static_cast<float>((i - 127.5) / 255));  // i - 127.5 is exact
    QVERIFY(values[i] == -values[255 - i]);
  }
}

void TestDataset::selfTestSet() {
  const Dataset set = engine::selfTestDataset();
  QCOMPARE(set.train.count(), 256);
  QCOMPARE(set.validation.count(), 64);
  QCOMPARE(set.test.count(), 64);
  QVERIFY(set.files.empty());
  for (int i = 0; i < 256; ++i) {
    QCOMPARE(set.train.labels[i], i % 2);
    const auto image = set.train.image(i);
    QVERIFY(std::ranges::all_of(image, [&](int pixel) { return pixel == 255 * (i % 2); }));
  }
}

QTEST_APPLESS_MAIN(TestDataset)
#include "tst_dataset.moc"
