#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "engine/weights/npz.h"
#include "error_message.h"

/// Archives that NumPy and zipfile make and that are no weights.
class HostileNpzTest : public QObject {
  Q_OBJECT

 private slots:
  void refusesArchives_data();
  void refusesArchives();
};

void HostileNpzTest::refusesArchives_data() {
  QTest::addColumn<QByteArray>("save");
  QTest::addColumn<QByteArray>("reason");
  QTest::newRow("bomb") << QByteArray("np.savez_compressed('bad.npz', a=np.zeros(26000000, 'f4'))")
                        << QByteArray("a.npy: its arrays have more than 100 MB");
  QTest::newRow("bomb in parts")
      << QByteArray("a = np.zeros(7000000)\nnp.savez_compressed('bad.npz', a=a, b=a)")
      << QByteArray("b.npy: its arrays have more than 100 MB");
  QTest::newRow("size beyond counting")
      << QByteArray(
             "h = \"{'descr': '<f4', 'fortran_order': False, 'shape': (2**62, 4)}\\n\""
             ".replace('2**62', str(2**62)).encode()\n"
             "z('a.npy', b'\\x93NUMPY\\1\\0' + bytes([len(h), 0]) + h)")
      << QByteArray("a.npy: its arrays have more than 100 MB");
  QTest::newRow("zeros") << QByteArray("z('a.npy', bytes(10**8))")
                         << QByteArray("a.npy is not a NumPy array");
  QTest::newRow("zeros behind the array") << QByteArray(
                                                 "b = io.BytesIO(); np.save(b, np.ones(3))\n"
                                                 "z('a.npy', b.getvalue() + bytes(10**8))")
                                          << QByteArray("bytes of data do not fit shape [3]");
  QTest::newRow("twice")
      << QByteArray(
             "b = io.BytesIO(); np.save(b, np.ones(3))\n"
             "z('a.npy', b.getvalue(), 'b.npy', b.getvalue(), 'a.npy', b.getvalue())")
      << QByteArray("it names a.npy twice");
  QTest::newRow("bytes") << QByteArray("np.savez('bad.npz', w=np.ones(3, 'u1'))")
                         << QByteArray("w.npy holds whole numbers of type '|u1'");
  QTest::newRow("integers") << QByteArray("np.savez('bad.npz', w=np.ones(3, 'i4'))")
                            << QByteArray("w.npy holds elements of type '<i4'");
}

void HostileNpzTest::refusesArchives() {
  QFETCH(QByteArray, save);
  QFETCH(QByteArray, reason);
  QTemporaryDir folder;
  QProcess python;
  python.setWorkingDirectory(folder.path());
  python.start("/usr/bin/python3",
               {"-c",
                "import io, warnings, zipfile\nimport numpy as np\n"
                "warnings.simplefilter('ignore')\n"
                "def z(*members):\n"
                "  with zipfile.ZipFile('bad.npz', 'w', zipfile.ZIP_DEFLATED) as f:\n"
                "    for n, b in zip(members[::2], members[1::2]): f.writestr(n, b)\n" +
                    save});
  python.waitForFinished();
  const QByteArray errors = python.readAllStandardError();
  if (errors.contains("numpy'")) QSKIP("python3-numpy is not installed");
  QCOMPARE(errors, QByteArray());
  const std::string bad = folder.filePath("bad.npz").toStdString();
  const QByteArray message = QByteArray::fromStdString(messageOf([&] { engine::readNpz(bad); }));
  QVERIFY2(message.startsWith("Cannot read " + QByteArray::fromStdString(bad) + ": "), message);
  QVERIFY2(message.contains(reason), message);
}

QTEST_GUILESS_MAIN(HostileNpzTest)
#include "tst_hostile_npz.moc"
