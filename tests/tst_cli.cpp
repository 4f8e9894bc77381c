#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "cli_program.h"
#include "engine/kernels/kernels.h"

using namespace cli_program;

namespace {

// The stopwatch is the only part of the log that changes from run to run.
QString withoutTimes(QString log) {
  return log.replace(QRegularExpression("\\d+\\.\\d ms\\n"), "# ms\n");
}

const char kSelfTestLog[] =
    "Running self-test.\n"
    "Initialized!\n"
    "Step 0 (epoch 0.00), # ms\n"
    "Minibatch loss: 9.772, learning rate: 0.010000\n"
    "Minibatch error: 92.2%\n"
    "Validation error: 0.0%\n"
    "Test error: 0.0%\n"
    "test_error 0.0\n";

}  // namespace

class CliTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void helpAndVersion();
  void wrongUsage_data();
  void wrongUsage();
  void runtimeErrors_data();
  void runtimeErrors();
  void selfTest_data();
  void selfTest();
  void goldenFirstBlock();
  void threadsDoNotChangeTheWeights();
  void kernelSets();
  void convolutionMethods();
  void versionNamesTheKernels();
  void bench();
  void savedWeightsLoadInNumpy();
  void programWithoutItsShareFolder();
  void dataAreNotOverwritten();
  void warningsOfTheDataSet();
  void quiet();
  void progressBarOnATerminal();
  void germanLocale();

 private:
  QString file(const QString& name) const { return m_folder->filePath(name); }
  void linkMnist() const {
    for (const QFileInfo& source : QDir(kMnist).entryInfoList({"*.gz"}))
      QVERIFY(QFile::link(source.filePath(), file(source.fileName())));
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void CliTest::helpAndVersion() {
  for (const QStringList& arguments : {QStringList{"--help"},
                                       {"-h"},
                                       {"train", "--help"},
                                       {"train", "-h"},
                                       {"bench", "--help"},
                                       {"classify", "--help"},
                                       {"export", "--help"},
                                       {"--version"},
                                       {"-v"}}) {
    const Result result = run(kProgram, arguments);
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.output.contains("burstlab-cli"));
    QCOMPARE(result.errors, QString());
  }
  const QString help = train({"--help"}).output;
  for (const char* option :
       {"--data", "--epochs", "--max-steps", "--batch", "--learning-rate", "--seed", "--threads",
        "--kernels", "--conv", "--eval-every", "--distort", "--shuffle", "--self-test",
        "--self_test", "--save", "--force", "--quiet", "--progress"})
    QVERIFY2(help.contains(option), option);
}

void CliTest::wrongUsage_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("reason");
  const auto row = [](const QStringList& arguments, const char* reason) {
    QTest::addRow("%s", qPrintable(arguments.join(' '))) << arguments << QString(reason);
  };
  row({}, "command");
  row({"trian"}, "trian");
  row({"train", "--nope"}, "nope");
  row({"train", "word"}, "word");
  row({"train", "--epochs"}, "--epochs");
  row({"train", "--epochs", "3x"}, "3x");
  row({"train", "--epochs", "0"}, "--epochs");
  row({"train", "--epochs", "-1"}, "--epochs");
  row({"train", "--epochs", "1.5"}, "whole number");
  row({"train", "--epochs", " 1"}, "--epochs");
  row({"train", "--epochs", ""}, "--epochs");
  row({"train", "--max-steps", "99999999999999999999"}, "--max-steps");
  row({"train", "--batch", "0"}, "--batch");
  row({"train", "--batch", "4097"}, "1 to 4096");
  row({"train", "--threads", "65"}, "1 to 64");
  row({"train", "--seed", "18446744073709551616"}, "--seed");
  row({"train", "--eval-every", "0"}, "--eval-every");
  row({"train", "--learning-rate", "0,01"}, "0,01");
  row({"train", "--learning-rate", "nan"}, "--learning-rate");
  row({"train", "--learning-rate", "inf"}, "--learning-rate");
  row({"train", "--learning-rate", "0"}, "--learning-rate");
  row({"train", "--save", ""}, "--save");
  row({"train", "--save", "-"}, "standard output");
  row({"train", "--kernels", ""}, "--kernels");
  row({"train", "--kernels", "abacus"}, "reference");
  row({"train", "--conv", "fft"}, "fft");
  row({"bench", "--nope"}, "nope");
  row({"bench", "word"}, "word");
  row({"bench", "--seconds", "0"}, "--seconds");
  row({"bench", "--seconds", "1s"}, "1s");
  row({"bench", "--threads", "0"}, "--threads");
  row({"bench", "--conv", ""}, "--conv");
  row({"train", "--self-test", "--data", "folder"}, "--data");
  row({"export", "--to", "a.npz"}, "--weights");
  row({"export", "--weights", "a.npz"}, "--to");
  row({"export", "--weights", "a.npz", "--to", "b.onnx", "--onnx-input", "0..1"}, "normalised");
  row({"classify"}, "--weights");
  row({"classify", "--weights", "a.npz", "--flatten", "hwc"}, "nhwc or nchw");
}

void CliTest::wrongUsage() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, reason);
  const Result result = run(kProgram, arguments);
  QCOMPARE(result.exitCode, 2);
  QCOMPARE(result.output, QString());
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains(reason), qPrintable(result.errors));
}

void CliTest::runtimeErrors_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("reason");
  const auto row = [](const char* name, const QStringList& arguments, const char* reason) {
    QTest::newRow(name) << arguments << QString(reason);
  };
  row("no such data", {"--data", "/no/such/folder"}, "/no/such/folder");
  row("data that are a file", {"--data", "/etc/passwd"}, "is a file, not a folder");
  row("folder without data", {"--data", "/etc"}, "train-images-idx3-ubyte");
  row("folder of target missing", {"--save", "/no/such/folder/a.npz"}, "/no/such/folder/a.npz");
  row("target is a folder", {"--save", "/etc"}, "/etc");
  row("target of no format", {"--save", "weights.txt"}, ".safetensors");
  row("target is a pickle", {"--save", "weights.pt"}, "pickles");
  row("target is there", {"--save", BURSTLAB_SOURCE_DIR "/engine/error.h"}, "--force");
  row("target is a device", {"--save", "/dev/null"}, "/dev/null");
}

void CliTest::runtimeErrors() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, reason);
  const Result result = train(arguments);
  QCOMPARE(result.exitCode, 1);
  // Nothing is loaded or trained before these are found out.
  QCOMPARE(result.output, QString());
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains(reason), qPrintable(result.errors));
}

void CliTest::selfTest_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("plain") << QStringList{"--self-test"};
  QTest::newRow("the sample's spelling") << QStringList{"--self_test"};
  QTest::newRow("progress without terminal") << QStringList{"--self-test", "--progress"};
}

void CliTest::selfTest() {
  QFETCH(QStringList, arguments);
  const Result result = train(arguments);
  QCOMPARE(withoutTimes(result.output), QString(kSelfTestLog));
  QCOMPARE(result.errors, QString());
  QCOMPARE(result.exitCode, 0);
}

void CliTest::goldenFirstBlock() {
  const Result result = train({"--data", kMnist, "--max-steps", "1"});
  QCOMPARE(result.exitCode, 0);
  const QString log =
      withoutTimes(result.output).replace("12.053", "12.054").replace(kMnist, "data");
  const QString block =
      "Extracting data/train-images-idx3-ubyte.gz\n"
      "Extracting data/train-labels-idx1-ubyte.gz\n"
      "Extracting data/t10k-images-idx3-ubyte.gz\n"
      "Extracting data/t10k-labels-idx1-ubyte.gz\n"
      "Initialized!\n"
      "Step 0 (epoch 0.00), # ms\n"
      "Minibatch loss: 12.054, learning rate: 0.010000\n"
      "Minibatch error: 90.6%\n"
      "Validation error: 84.6%\n";
  QCOMPARE(log.left(block.size()), block);
  static const QRegularExpression last("^Test error: \\d+\\.\\d%\\n$");
  QVERIFY2(last.match(log.mid(block.size())).hasMatch(), qPrintable(log));
}

void CliTest::threadsDoNotChangeTheWeights() {
  QByteArray files[2];
  for (const int threads : {1, 2}) {
    const QString path = file("weights.npz");
    QCOMPARE(
        train({"--self-test", "--threads", QString::number(threads), "--save", path, "--force"})
            .exitCode,
        0);
    files[threads - 1] = contents(path);
  }
  QVERIFY(!files[0].isEmpty());
  QVERIFY(files[0] == files[1]);
}

void CliTest::kernelSets() {
  const Result reference = train({"--self-test", "--kernels", "reference"});
  QCOMPARE(withoutTimes(reference.output), QString(kSelfTestLog));
}

void CliTest::convolutionMethods() {
  QByteArray weights[2];
  for (const bool direct : {false, true}) {
    const QString path = file("weights.npz"), method = direct ? "direct" : "winograd";
    const Result result = train({"--self-test", "--conv", method, "--save", path, "--force"});
    QCOMPARE(withoutTimes(result.output), QString(kSelfTestLog));
    weights[direct] = contents(path);
    QVERIFY(!weights[direct].isEmpty());
  }
  if (&engine::selectKernels() == &engine::referenceKernels()) QSKIP("no choice on this computer");
  QVERIFY(weights[0] != weights[1]);
}

void CliTest::versionNamesTheKernels() {
  QCOMPARE(run(kProgram, {"--version"}).output.section('\n', 1),
           QString("Kernels: %1\n").arg(engine::selectKernels().description));
}

void CliTest::bench() {
  const Result table = run(kProgram, {"bench", "--seconds", "0.05", "--threads", "2"});
  QCOMPARE(table.errors, QString());
  QCOMPARE(table.exitCode, 0);
  for (const char* text : {"Kernels in use: ", "Step, median, ms", "Peak memory: ", "t2.micro"})
    QVERIFY2(table.output.contains(text), qPrintable(table.output));
  const Result json = run(kProgram, {"bench", "--seconds", "0.05", "--kernels", "reference",
                                     "--threads", "1", "--json"});
  QCOMPARE(json.errors, QString());
  const QJsonObject root = QJsonDocument::fromJson(json.output.toUtf8()).object();
  QCOMPARE(root["kernels"].toString(), QString(engine::referenceKernels().description));
  QCOMPARE(root["speeds"][0]["kernels"].toString(), QString("reference"));
}

void CliTest::savedWeightsLoadInNumpy() {
  const QString python = "/usr/bin/python3";
  if (run(python, {"-c", "import numpy"}).exitCode != 0) QSKIP("python3-numpy is not installed");
  const QString path = file("weights.npz");
  QCOMPARE(train({"--self-test", "--quiet", "--save", path}).exitCode, 0);
  const Result loaded = run(python, {"-c",
                                     "import numpy, sys\n"
                                     "z = numpy.load(sys.argv[1])\n"
                                     "for n in z: print(n, z[n].dtype, *z[n].shape)",
                                     path});
  QCOMPARE(loaded.output, QString("conv1_weights float32 5 5 1 32\n"
                                  "conv1_biases float32 32\n"
                                  "conv2_weights float32 5 5 32 64\n"
                                  "conv2_biases float32 64\n"
                                  "fc1_weights float32 3136 512\n"
                                  "fc1_biases float32 512\n"
                                  "fc2_weights float32 512 10\n"
                                  "fc2_biases float32 10\n"));
}

// Linked or copied alone, the program must not take another data set that it happens to find.
void CliTest::programWithoutItsShareFolder() {
  QVERIFY(QDir(m_folder->path()).mkdir("bin"));
  QVERIFY(QFile::copy(kProgram, file("bin/burstlab-cli")));
  const Result result = run(file("bin/burstlab-cli"), {"train", "--max-steps", "1"});
  QCOMPARE(result.exitCode, 1);
  QCOMPARE(result.output, QString());
  QCOMPARE(result.errors, QString("burstlab-cli: The bundled MNIST is missing. Name a folder of "
                                  "IDX files with --data.\n"));
}

void CliTest::dataAreNotOverwritten() {
  linkMnist();
  const QString labels = file("t10k-labels-idx1-ubyte.gz");
  QVERIFY(QFile::remove(labels) && QFile::copy(kMnist + "/t10k-labels-idx1-ubyte.gz", labels));
  QVERIFY(QFile::link(labels, file("a.npz")));
  const QByteArray before = contents(labels);
  for (const QStringList& command : {QStringList{"train", "--quiet", "--max-steps", "1", "--save"},
                                     {"export", "--weights", file("b.npz"), "--to"}}) {
    const Result result =
        run(kProgram, command + QStringList{file("a.npz"), "--force", "--data", m_folder->path()});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("file of the data set"),
             qPrintable(result.errors));
    QCOMPARE(contents(labels), before);
  }
}

void CliTest::warningsOfTheDataSet() {
  linkMnist();
  QVERIFY(QFile::link(kMnist + "/t10k-labels-idx1-ubyte.gz", file("t10k-labels.idx1-ubyte.gz")));
  const QString labels = file("t10k-labels-idx1-ubyte.gz");
  QVERIFY(QFile::remove(labels) && QFile::copy(kMnist + "/t10k-labels-idx1-ubyte.gz", labels));
  QVERIFY(QFile::setPermissions(labels, QFile::ReadOwner | QFile::WriteOwner));
  QVERIFY(QFile::link(labels, file("a.npz")));
  // The target makes the run fail as soon as the data are there.
  const Result result = train({"--data", m_folder->path(), "--force", "--save", file("a.npz")});
  QCOMPARE(result.exitCode, 1);
  const QStringList lines = result.errors.split('\n');
  QCOMPARE(lines.size(), 3);
  QVERIFY(lines[0].startsWith("burstlab-cli: warning: "));
  QVERIFY(lines[0].contains("t10k-labels.idx1-ubyte.gz"));
}

void CliTest::quiet() {
  QCOMPARE(train({"--self-test", "--quiet"}).output, QString("Test error: 0.0%\ntest_error 0.0\n"));
}

void CliTest::progressBarOnATerminal() {
  if (run("script", {"-qec", "true", "/dev/null"}).exitCode != 0)
    QSKIP("script(1) finds no pseudo-terminal");
  const QString onTerminal = "TERM=xterm '" + kProgram + "' train --self-test --progress";
  const Result result = run("script", {"-qec", onTerminal, "/dev/null"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.output.contains("] 25 %, step 1 of 4"), qPrintable(result.output));
  QVERIFY2(result.output.contains(QRegularExpression("\\[#{15} {15}\\] 50 %, \\d+:\\d\\d left,")),
           qPrintable(result.output));
  // The bar is gone before the next line of the log.
  QVERIFY(result.output.contains("\r\033[KTest error: 0.0%"));

  // "50 %, 0:01 left, step 2 of 4" has 28 columns; with one free, the bar gets 40 - 29.
  const Result narrow = run("script", {"-qec", "stty cols 40; " + onTerminal, "/dev/null"});
  QVERIFY2(
      narrow.output.contains(QRegularExpression("\\[#{4} {4}\\] 50 %, \\d:\\d\\d left, step 2")),
      qPrintable(narrow.output));
  const Result tiny = run("script", {"-qec", "stty cols 12; " + onTerminal, "/dev/null"});
  QVERIFY2(tiny.output.contains("\033[K50 %, ") && !tiny.output.contains('#'),
           qPrintable(tiny.output));

  const Result dumb =
      run("script", {"-qec", QString(onTerminal).replace("xterm", "dumb"), "/dev/null"});
  QVERIFY(dumb.output.contains("test_error 0.0") && !dumb.output.contains('\033'));
}

void CliTest::germanLocale() {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("LC_ALL", "de_DE.UTF-8");
  process.setProcessEnvironment(environment);
  process.start(kProgram, {"train", "--self-test", "--learning-rate", "0.01"});
  const Result result = wait(process);
  QCOMPARE(withoutTimes(result.output), QString(kSelfTestLog));
  QCOMPARE(result.errors, QString());
}

QTEST_GUILESS_MAIN(CliTest)
#include "tst_cli.moc"
