#include <QTemporaryDir>
#include <QTest>

#include "engine/data/drawing_set.h"
#include "engine/data/idx.h"
#include "engine/error.h"
#include "idx_files.h"

using engine::DrawingSet;

namespace {

std::vector<std::uint8_t> image(std::uint8_t first) {
  std::vector<std::uint8_t> pixels(784, 3);
  pixels[0] = first;
  return pixels;
}

}  // namespace

class DrawingSetTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void appendsAndReadsBack();
  void filesAreIdx();
  void aKillBetweenTheFilesCostsOneDrawing();
  void foreignFilesAreRefused_data();
  void foreignFilesAreRefused();
  void aFailureChangesNothing();

 private:
  QString path(const char* name) const { return m_folder->filePath("own/" + QString(name)); }
  std::filesystem::path folder() const { return m_folder->filePath("own").toStdString(); }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void DrawingSetTest::appendsAndReadsBack() {
  {
    DrawingSet set(folder());
    QCOMPARE(set.images().count(), 0);
    set.append(image(1), 7);
    set.append(image(2), 0);
    set.append(image(9), 5);
    set.removeLast();
  }
  DrawingSet again(folder());
  again.append(image(3), 9);
  const engine::LabeledImages images = DrawingSet(folder()).images();
  QCOMPARE(images.count(), 3);
  QCOMPARE(images.labels, (std::vector<std::uint8_t>{7, 0, 9}));
  for (int i = 0; i < 3; ++i)
    QVERIFY(std::ranges::equal(images.image(i), image(static_cast<std::uint8_t>(i + 1))));
}

void DrawingSetTest::filesAreIdx() {
  DrawingSet set(folder());
  set.append(image(1), 7);
  set.append(image(2), 3);
  QFile labels(path("drawings-labels-idx1-ubyte"));
  QVERIFY(labels.open(QIODevice::ReadOnly));
  QCOMPARE(labels.readAll(), idx_files::labels(QByteArray("\7\3", 2)));
  QFile images(path("drawings-images-idx3-ubyte"));
  QVERIFY(images.open(QIODevice::ReadOnly));
  QCOMPARE(images.readAll().first(16), idx_files::header(8, {2, 28, 28}));
  engine::IdxReader reader(path("drawings-images-idx3-ubyte").toStdString());
  QCOMPARE(reader.readData().size(), 2U * 784);
}

void DrawingSetTest::aKillBetweenTheFilesCostsOneDrawing() {
  DrawingSet(folder()).append(image(1), 7);
  idx_files::write(m_folder->filePath("own"), "drawings-images-idx3-ubyte", idx_files::images(2));
  DrawingSet set(folder());
  QCOMPARE(set.images().count(), 1);
  set.append(image(4), 4);
  QCOMPARE(DrawingSet(folder()).images().labels, (std::vector<std::uint8_t>{7, 4}));
}

void DrawingSetTest::foreignFilesAreRefused_data() {
  QTest::addColumn<QByteArray>("images");
  QTest::addColumn<QByteArray>("labels");
  QTest::newRow("other size") << idx_files::images(1, 20) << idx_files::cyclicLabels(1);
  QTest::newRow("swapped") << idx_files::cyclicLabels(1) << idx_files::images(1);
  QTest::newRow("label 10") << idx_files::images(11) << idx_files::cyclicLabels(11, 11);
  QTest::newRow("no IDX") << QByteArray("hello") << idx_files::cyclicLabels(1);
}

void DrawingSetTest::foreignFilesAreRefused() {
  QFETCH(QByteArray, images);
  QFETCH(QByteArray, labels);
  idx_files::write(m_folder->filePath("own"), "drawings-images-idx3-ubyte", images);
  idx_files::write(m_folder->filePath("own"), "drawings-labels-idx1-ubyte", labels);
  QVERIFY_EXCEPTION_THROWN(DrawingSet{folder()}, engine::Error);
}

void DrawingSetTest::aFailureChangesNothing() {
  QFile blocker(m_folder->filePath("own"));  // a file where the folder should be
  QVERIFY(blocker.open(QIODevice::WriteOnly));
  DrawingSet set(folder());
  QVERIFY_EXCEPTION_THROWN(set.append(image(1), 1), engine::Error);
  QCOMPARE(set.images().count(), 0);
}

QTEST_APPLESS_MAIN(DrawingSetTest)
#include "tst_drawing_set.moc"
