#include <sys/resource.h>

#include <QTemporaryDir>

#include "engine/data/idx.h"
#include "engine/error.h"
#include "idx_files.h"

using engine::IdxReader;

namespace {

constexpr quint64 kUsualFileBytes = 9912422;

QByteArray readAll(const std::filesystem::path& path) {
  const auto data = IdxReader(path).readData();
  return {reinterpret_cast<const char*>(data.data()), static_cast<qsizetype>(data.size())};
}

QString errorOf(const std::filesystem::path& path) {
  try {
    IdxReader(path, kUsualFileBytes).readData();
  } catch (const engine::Error& error) {
    if (error.path() != path.string()) return "error names another file";
    return QString::fromStdString(error.what());
  }
  return {};
}

QString warningOf(const std::filesystem::path& path) {
  IdxReader reader(path);
  reader.readData();
  return QString::fromStdString(reader.warning());
}

long peakKilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

class TestIdx : public QObject {
  Q_OBJECT

 private slots:
  void idx01_cutGzip_data();
  void idx01_cutGzip();
  void idx01_damagedGzip();
  void idx02_webPage();
  void idx04_gzipUnderRawName();
  void idx05_rawUnderGzipName();
  void idx12_shortFiles_data();
  void idx12_shortFiles();
  void idx15_surplusBytes_data();
  void idx15_surplusBytes();
  void idx15_severalMembers();
  void idx16_hugeHeader_data();
  void idx16_hugeHeader();
  void idx17_pathNames_data();
  void idx17_pathNames();
  void idx18_header_data();
  void idx18_header();
  void idx18_notIdx_data();
  void idx18_notIdx();
  void missingFile();

 private:
  std::filesystem::path write(const QString& name, const QByteArray& bytes) {
    return idx_files::write(m_folder.path(), name, bytes);
  }

  QTemporaryDir m_folder;
  const QByteArray m_labels = idx_files::cyclicLabels(60000);
};

// Cuts are counted from the start, or from the end where negative.
void TestIdx::idx01_cutGzip_data() {
  QTest::addColumn<int>("cut");
  QTest::addColumn<QString>("expected");
  QTest::newRow("within the gzip header") << 9 << "9 bytes of gzip data unpack to 0 of 4 bytes";
  QTest::newRow("within the data") << 80 << "80 bytes of gzip data unpack to ";
  for (int missing = 1; missing <= 8; ++missing)
    QTest::addRow("trailer lacks %d", missing)
        << -missing << "unpack to all 60008 bytes, but the check sum at their end is missing";
}

void TestIdx::idx01_cutGzip() {
  QFETCH(int, cut);
  QFETCH(QString, expected);
  const QByteArray whole = idx_files::gzip(m_labels);
  const auto path = write("cut.gz", whole.first(cut > 0 ? cut : whole.size() + cut));
  const QString error = errorOf(path);
  QVERIFY2(error.contains("cut.gz is cut short"), qPrintable(error));
  QVERIFY2(error.contains(expected), qPrintable(error));
  QVERIFY2(cut < 10 || error.contains("of 60008 bytes"), qPrintable(error));
}

void TestIdx::idx01_damagedGzip() {
  QByteArray bytes = idx_files::gzip(m_labels);
  bytes[bytes.size() - 6] ^= 1;  // in the CRC
  const QString error = errorOf(write("damaged.gz", bytes));
  QVERIFY2(error.contains("is damaged") && error.contains("incorrect data check"),
           qPrintable(error));
}

void TestIdx::idx02_webPage() {
  const QByteArray page = QByteArray("<!DOCTYPE html>\n").leftJustified(727, ' ');
  const QString error = errorOf(write("train-images-idx3-ubyte.gz", page));
  QVERIFY2(error.contains("looks like a web page"), qPrintable(error));
  QVERIFY2(error.contains("727 bytes, MNIST's own file has 9912422"), qPrintable(error));
}

void TestIdx::idx04_gzipUnderRawName() {
  const auto path = write("train-labels-idx1-ubyte", idx_files::gzip(m_labels));
  QCOMPARE(readAll(path), m_labels.sliced(8));
  QCOMPARE(warningOf(path), QString());
}

void TestIdx::idx05_rawUnderGzipName() {
  const auto path = write("train-labels-idx1-ubyte.gz", m_labels);
  QCOMPARE(readAll(path), m_labels.sliced(8));
  QCOMPARE(warningOf(path), QString());
}

void TestIdx::idx12_shortFiles_data() {
  QTest::addColumn<int>("size");
  QTest::addColumn<QString>("expected");
  QTest::newRow("0") << 0 << "0 of 4 bytes";
  QTest::newRow("3") << 3 << "3 of 4 bytes";
  QTest::newRow("4") << 4 << "4 of 16 bytes";
  QTest::newRow("7") << 7 << "7 of 16 bytes";
  QTest::newRow("8") << 8 << "8 of 16 bytes";
  QTest::newRow("15") << 15 << "15 of 16 bytes";
  QTest::newRow("16") << 16 << "16 of 47040016 bytes";
  QTest::newRow("100 images") << 16 + 78400 << "78416 of 47040016 bytes";
}

void TestIdx::idx12_shortFiles() {
  QFETCH(int, size);
  QFETCH(QString, expected);
  const QByteArray whole = idx_files::header(8, {60000, 28, 28}) + QByteArray(78400, 0);
  const QString raw = errorOf(write("short", whole.first(size)));
  QVERIFY2(raw.contains("is cut short: " + expected), qPrintable(raw));
  const QString packed = errorOf(write("short.gz", idx_files::gzip(whole.first(size))));
  QVERIFY2(packed.contains("unpack to " + expected), qPrintable(packed));
}

void TestIdx::idx15_surplusBytes_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("warning");
  const QByteArray packed = idx_files::gzip(m_labels);
  QTest::newRow("gzip + zeros") << packed + QByteArray(512, 0) << "";
  QTest::newRow("gzip + more zeros than a buffer") << packed + QByteArray(600000, 0) << "";
  QTest::newRow("gzip + line end") << packed + "\r\n"
                                   << "has 2 bytes after its data";
  QTest::newRow("gzip + one byte") << packed + "\x1f"
                                   << "has 1 byte after its data";
  QTest::newRow("gzip + magic of gzip") << packed + "\x1f\x8b"
                                        << "has 2 bytes after its data";
  QTest::newRow("gzip + magic, no method of gzip") << packed + "\x1f\x8b junk"
                                                   << "has 7 bytes after its data";
  QTest::newRow("raw + 10") << m_labels + "0123456789"
                            << "has 10 bytes after its data";
  QTest::newRow("raw + zeros") << m_labels + QByteArray(512, 0) << "";
  QTest::newRow("gzip of raw + 10")
      << idx_files::gzip(m_labels + "0123456789") << "has 10 bytes after its data";
}

void TestIdx::idx15_surplusBytes() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, warning);
  const auto path = write("surplus.gz", bytes);
  QCOMPARE(readAll(path), m_labels.sliced(8));
  const QString actual = warningOf(path);
  QVERIFY2(warning.isEmpty() ? actual.isEmpty() : actual.contains(warning), qPrintable(actual));
}

void TestIdx::idx15_severalMembers() {
  const QByteArray members = idx_files::gzip(m_labels.first(5)) +
                             idx_files::gzip(m_labels.sliced(5, 30000)) + idx_files::gzip({}) +
                             idx_files::gzip(m_labels.sliced(30005));
  QCOMPARE(readAll(write("members.gz", members)), m_labels.sliced(8));

  // A member that ends on, or one byte before, the edge of any read buffer of 2^n bytes.
  for (const int size : {(1 << 18) - 1, 1 << 18}) {
    QByteArray padded = idx_files::gzip(m_labels.first(5));
    padded[3] = 8;  // a file name follows the header
    padded.insert(10, QByteArray(size - padded.size() - 1, 'x') + '\0');
    const QByteArray rest = idx_files::gzip(m_labels.sliced(5));
    QCOMPARE(readAll(write("padded.gz", padded + rest)), m_labels.sliced(8));
  }

  const QString error = errorOf(write("members-cut.gz", members.chopped(3)));
  QVERIFY2(error.contains("check sum"), qPrintable(error));
}

void TestIdx::idx16_hugeHeader_data() {
  QTest::addColumn<quint32>("count");
  QTest::addColumn<quint32>("side");
  QTest::addColumn<QString>("expected");
  QTest::newRow("above 2 GiB") << 3000000u << 28u << "of 2352000016 bytes";
  QTest::newRow("above 4 GiB") << 6000000u << 28u << "of 4704000016 bytes";
  QTest::newRow("2^31 - 1 images") << 0x7FFFFFFFu << 28u << "of 1683627179264 bytes";
  QTest::newRow("above 2^64") << 0xFFFFFFFFu << 0xFFFFFFFFu << "more than 2^64 bytes";
}

void TestIdx::idx16_hugeHeader() {
  QFETCH(quint32, count);
  QFETCH(quint32, side);
  QFETCH(QString, expected);
  const QByteArray bytes = idx_files::header(8, {count, side, side}) + QByteArray(1024, 0);
  const long before = peakKilobytes();
  for (const QByteArray& content : {bytes, idx_files::gzip(bytes)}) {
    const QString error = errorOf(write("huge", content));
    QVERIFY2(error.contains(expected), qPrintable(error));
  }
  QVERIFY2(peakKilobytes() - before < 64 * 1024, "memory follows the header, not the data");
}

void TestIdx::idx17_pathNames_data() {
  QTest::addColumn<QString>("folder");
  QTest::newRow("accents, CJK, spaces") << QString::fromUtf8("dir é / 数字 / two  spaces");
  QTest::newRow("300 characters") << QString(150, 'a') + "/" + QString(150, 'b');
}

void TestIdx::idx17_pathNames() {
  QFETCH(QString, folder);
  const QByteArray packed = idx_files::gzip(m_labels);
  const auto path = idx_files::write(m_folder.filePath(folder), "labels.gz", packed);
  QCOMPARE(readAll(path), m_labels.sliced(8));
  const QString error =
      errorOf(idx_files::write(m_folder.filePath(folder), "cut.gz", packed.first(50)));
  QVERIFY2(error.contains(folder), qPrintable(error));
}

void TestIdx::idx18_header_data() {
  QTest::addColumn<char>("type");
  QTest::addColumn<quint64>("dataBytes");
  QTest::addColumn<QString>("description");
  QTest::newRow("08") << '\x08' << quint64(24) << "uint8 [2, 3, 4]";
  QTest::newRow("09") << '\x09' << quint64(24) << "int8 [2, 3, 4]";
  QTest::newRow("0B") << '\x0B' << quint64(48) << "int16 [2, 3, 4]";
  QTest::newRow("0C") << '\x0C' << quint64(96) << "int32 [2, 3, 4]";
  QTest::newRow("0D") << '\x0D' << quint64(96) << "float32 [2, 3, 4]";
  QTest::newRow("0E") << '\x0E' << quint64(192) << "float64 [2, 3, 4]";
}

void TestIdx::idx18_header() {
  QFETCH(char, type);
  QFETCH(quint64, dataBytes);
  QFETCH(QString, description);
  const QByteArray data(static_cast<qsizetype>(dataBytes), '\x2A');
  const auto path = write("typed", idx_files::header(type, {2, 3, 4}) + data);
  const IdxReader reader(path);
  QCOMPARE(reader.header().dataBytes, dataBytes);
  QCOMPARE(QString::fromStdString(reader.header().description()), description);
  QCOMPARE(reader.header().magic(), static_cast<quint32>(type) * 256 + 3);
  QCOMPARE(readAll(path), data);
}

void TestIdx::idx18_notIdx_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("expected");
  QTest::newRow("text") << QByteArray("a\0bc", 4) << "is not IDX (bytes 61 00)";
  QTest::newRow("second byte") << QByteArray("\0\1\x8\1", 4) << "is not IDX (bytes 00 01)";
  QTest::newRow("type 0A") << idx_files::header('\x0A', {1}) << "type code 0A is undefined";
}

void TestIdx::idx18_notIdx() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, expected);
  const QString error = errorOf(write("other", bytes));
  QVERIFY2(error.contains(expected), qPrintable(error));
}

void TestIdx::missingFile() {
  const QString error = errorOf(m_folder.filePath("nothing").toStdString());
  QVERIFY2(error.startsWith("Cannot open") && error.contains("No such file"), qPrintable(error));
  const QString folder = errorOf(m_folder.path().toStdString());
  QVERIFY2(folder.contains("Is a directory"), qPrintable(folder));
}

QTEST_APPLESS_MAIN(TestIdx)
#include "tst_idx.moc"
