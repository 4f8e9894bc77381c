#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <clocale>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "engine/atomic_file.h"
#include "error_message.h"

namespace fs = std::filesystem;

namespace {

void save(const fs::path& path, const std::string& text) {
  engine::writeFileAtomically(path, std::as_bytes(std::span(text)));
}

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// What killed or ended a child process that ran work.
int statusOfChild(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

class AtomicFileTest : public QObject {
  Q_OBJECT

 private slots:
  // The reasons below are English whatever the locale; where there is no German one, this is idle.
  void initTestCase() { std::setlocale(LC_ALL, "de_DE.UTF-8"); }
  void init();
  void writesAndReplaces();
  void exp16_linkStaysAndItsTargetIsReplaced();
  void exp16_targetsThatMustNotBeReplaced_data();
  void exp16_targetsThatMustNotBeReplaced();
  void exp16_fullDisk();
  void exp16_diskWithoutTheSpace();
  void exp16_killInTheMiddle();
  void exp16_staleTemporaries();
  void exp16_twoSavesAtOnce();
  void permissionsStay();
  void verifiesBeforeItReplaces();

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  QStringList files() const {
    return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void AtomicFileTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
}

void AtomicFileTest::writesAndReplaces() {
  save(path("a"), "first");
  save(path("a"), "second, longer");
  QCOMPARE(contents(path("a")), std::string("second, longer"));
  save(path("a"), "");
  QCOMPARE(contents(path("a")), std::string());
  QCOMPARE(files(), QStringList{"a"});
}

void AtomicFileTest::exp16_linkStaysAndItsTargetIsReplaced() {
  fs::create_directory(path("sub"));
  save(path("sub/target"), "old");
  fs::create_symlink("sub/hop", path("link"));
  fs::create_symlink("target", path("sub/hop"));
  save(path("link"), "new");
  QVERIFY(fs::is_symlink(path("link")));
  QVERIFY(fs::is_symlink(path("sub/hop")));
  QCOMPARE(contents(path("sub/target")), std::string("new"));

  fs::create_symlink("fresh", path("dangling"));
  save(path("dangling"), "made");
  QVERIFY(fs::is_symlink(path("dangling")));
  QCOMPARE(contents(path("fresh")), std::string("made"));
}

void AtomicFileTest::exp16_targetsThatMustNotBeReplaced_data() {
  QTest::addColumn<std::string>("target");
  QTest::addColumn<std::string>("reason");
  QTest::newRow("read-only") << std::string("protected") << std::string("write-protected");
  QTest::newRow("folder") << std::string("folder") << std::string("Is a directory");
  QTest::newRow("pipe") << std::string("pipe") << std::string("not a regular file");
  QTest::newRow("link to itself") << std::string("loop") << std::string("symbolic links");
  QTest::newRow("folder missing") << std::string("none/a") << std::string("does not exist");
  QTest::newRow("folder takes no files") << std::string("/proc/a") << std::string("takes no files");
}

void AtomicFileTest::exp16_targetsThatMustNotBeReplaced() {
  QFETCH(std::string, target);
  QFETCH(std::string, reason);
  save(path("protected"), "old");
  fs::permissions(path("protected"), fs::perms::owner_read);
  fs::create_directory(path("folder"));
  mkfifo(path("pipe").c_str(), 0600);
  fs::create_symlink("loop", path("loop"));

  const fs::path file = path(target.c_str());
  const QStringList before = files();
  const std::string message = messageOf([&] { save(file, "new"); });
  QVERIFY2(message.find(reason) != std::string::npos, message.c_str());
  QVERIFY2(message.find(file) != std::string::npos, message.c_str());
  QCOMPARE(messageOf([&] { engine::requireWritable(file); }), message);
  QCOMPARE(files(), before);
  QCOMPARE(contents(path("protected")), std::string("old"));
}

void AtomicFileTest::exp16_fullDisk() {
  // A limit on the file size breaks a write in the middle just as a full disk does.
  save(path("a"), "old");
  std::string message;
  const int status = statusOfChild([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 10'000, .rlim_max = 10'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    message = messageOf([&] { save(path("a"), std::string(50'000, 'x')); });
    _exit(message.find("File too large") != std::string::npos ? 42 : 1);
  });
  QCOMPARE(WEXITSTATUS(status), 42);
  QCOMPARE(contents(path("a")), std::string("old"));
  QCOMPARE(files(), QStringList{"a"});
}

void AtomicFileTest::exp16_diskWithoutTheSpace() {
  const fs::path target = path("weights.npz");
  engine::requireWritable(target, 1);
  const std::string message = messageOf([&] { engine::requireWritable(target, UINT64_MAX); });
  QCOMPARE(message, "Cannot write " + target.string() +
                        ": No space left on device. Free some space or choose another disk.");
  QCOMPARE(files(), QStringList());
}

void AtomicFileTest::exp16_killInTheMiddle() {
  save(path("a"), "old");
  // The default action of SIGXFSZ kills the process inside its second write().
  const int status = statusOfChild([&] {
    const rlimit limit{.rlim_cur = 10'000, .rlim_max = 10'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const rlimit noCore{};
    setrlimit(RLIMIT_CORE, &noCore);
    save(path("a"), std::string(50'000, 'x'));
  });
  QVERIFY(WIFSIGNALED(status));
  QCOMPARE(contents(path("a")), std::string("old"));
  QCOMPARE(files().size(), 2);

  save(path("a"), "new");
  QCOMPARE(contents(path("a")), std::string("new"));
  QCOMPARE(files(), QStringList{"a"});
}

void AtomicFileTest::exp16_staleTemporaries() {
  const std::string mine = ".a.part-" + std::to_string(getpid()) + "-1-0";
  const std::string stale = ".a.part-2147483000-1-0";
  const std::vector<std::string> kept{mine, ".b.part-2147483000-1-0", ".a.part-notes", "a.part-1"};
  for (const std::string& name : kept) std::ofstream(path(name.c_str())) << "kept";
  std::ofstream(path(stale.c_str())) << "stale";
  save(path("a"), "new");
  for (const std::string& name : kept) QVERIFY2(fs::exists(path(name.c_str())), name.c_str());
  QVERIFY(!fs::exists(path(stale.c_str())));
}

void AtomicFileTest::exp16_twoSavesAtOnce() {
  const auto saveOften = [&](char letter) {
    for (int i = 0; i < 50; ++i) save(path("a"), std::string(100'000, letter));
  };
  std::thread first(saveOften, 'x'), second(saveOften, 'y');
  first.join();
  second.join();
  const std::string text = contents(path("a"));
  QVERIFY(text == std::string(100'000, 'x') || text == std::string(100'000, 'y'));
  QCOMPARE(files(), QStringList{"a"});
}

void AtomicFileTest::permissionsStay() {
  save(path("a"), "old");
  const auto wide = fs::perms::owner_all | fs::perms::group_write | fs::perms::others_write;
  fs::permissions(path("a"), wide);
  save(path("a"), "new");
  QCOMPARE(fs::status(path("a")).permissions(), wide);
}

void AtomicFileTest::verifiesBeforeItReplaces() {
  save(path("a"), "old");
  const std::string text = "new";
  const auto bytes = std::as_bytes(std::span(text));
  QVERIFY_EXCEPTION_THROWN(engine::writeFileAtomically(path("a"), bytes,
                                                       [&](const fs::path& temporary) {
                                                         QCOMPARE(contents(temporary), text);
                                                         throw std::runtime_error("wrong");
                                                       }),
                           std::runtime_error);
  QCOMPARE(contents(path("a")), std::string("old"));
  QCOMPARE(files(), QStringList{"a"});
  engine::writeFileAtomically(path("a"), bytes, [](const fs::path&) {});
  QCOMPARE(contents(path("a")), text);
}

QTEST_GUILESS_MAIN(AtomicFileTest)
#include "tst_atomic_file.moc"
