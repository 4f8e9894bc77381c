#include <sys/resource.h>

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "checkpoint_fixtures.h"
#include "engine/read_file.h"
#include "engine/train/checkpoint_lock.h"
#include "error_message.h"

namespace fs = std::filesystem;
using engine::Checkpoint;

namespace {

void put(const fs::path& path, std::span<const std::byte> bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

}  // namespace

// Whatever happens to a checkpoint's file, there is one that can be read.
class CheckpointFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_checkpoint = checkpointAfter(m_dataset, quickConfig(50), 3); }
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void twoGenerations();
  void olderGenerationWhereTheFileCannotBeUsed_data();
  void olderGenerationWhereTheFileCannotBeUsed();
  void newerFormatStaysInItsPlace();
  void damagedFileNeverReplacesTheOlderOne();
  void exp16_linksStay();
  void exp16_fullDiskLeavesBothGenerations();
  void exp16_killBetweenTheRenames();
  void oneOwnerAtATime();

 private:
  fs::path path(const char* name = "run") const {
    return fs::path(m_folder->path().toStdString()) / name;
  }
  Checkpoint after(std::int64_t steps) const {
    Checkpoint checkpoint = m_checkpoint;
    checkpoint.state.steps = steps;
    auto history = std::make_shared<engine::RunHistory>(*checkpoint.history);
    history->steps.resize(std::size_t(steps));
    checkpoint.history = history;
    return checkpoint;
  }
  std::int64_t stepsIn(const fs::path& file) const {
    return engine::readCheckpoint(file).checkpoint.state.steps;
  }

  engine::Dataset m_dataset = noiseDataset(9);
  Checkpoint m_checkpoint;
  std::unique_ptr<QTemporaryDir> m_folder;
};

void CheckpointFilesTest::twoGenerations() {
  for (const std::int64_t steps : {1, 2, 3}) engine::writeCheckpoint(path(), after(steps));
  QCOMPARE(stepsIn(path()), std::int64_t{3});
  QCOMPARE(stepsIn(engine::olderGeneration(path())), std::int64_t{2});
  QCOMPARE(engine::olderGeneration(path()), path("run~"));
  QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 2);
}

void CheckpointFilesTest::olderGenerationWhereTheFileCannotBeUsed_data() {
  QTest::addColumn<QString>("fault");
  for (const char* fault : {"missing", "empty", "truncated", "damaged", "foreign"})
    QTest::newRow(fault) << fault;
}

void CheckpointFilesTest::olderGenerationWhereTheFileCannotBeUsed() {
  QFETCH(QString, fault);
  for (const std::int64_t steps : {2, 3}) engine::writeCheckpoint(path(), after(steps));
  std::vector<std::byte> bytes = engine::readFile(path());
  if (fault == "empty") bytes.clear();
  if (fault == "truncated") bytes.resize(bytes.size() / 2);
  if (fault == "damaged") bytes[bytes.size() / 2] ^= std::byte{1};
  if (fault == "foreign") bytes.assign(100, std::byte{'x'});
  if (fault == "missing")
    fs::remove(path());
  else
    put(path(), bytes);
  const auto [read, warning] = engine::readCheckpoint(path());
  QCOMPARE(read.state.steps, std::int64_t{2});
  const std::string kept =
      " The next checkpoint keeps the damaged one as " + path("run.unreadable").string() + ".";
  QVERIFY2(warning.ends_with(" The older " + path("run~").string() +
                             " is used instead, from step 2." + (fault == "missing" ? "" : kept)),
           warning.c_str());
  put(path("run~"), std::as_bytes(std::span("x")));
  const std::string message = messageOf([&] { engine::readCheckpoint(path()); });
  QVERIFY2(message.find(path("run~").string() + " is no checkpoint") != std::string::npos &&
               message.ends_with(" Go on from a copy of it, or begin a new run."),
           message.c_str());
}

void CheckpointFilesTest::newerFormatStaysInItsPlace() {
  for (const std::int64_t steps : {1, 2}) engine::writeCheckpoint(path(), after(steps));
  std::vector<std::byte> bytes = engine::readFile(path());
  bytes[8] = std::byte{9};
  put(path(), bytes);
  const std::string refusal = path().string() +
                              " was written by a newer Burstlab (format 9; this one reads up to "
                              "1). Update Burstlab.";
  QCOMPARE(messageOf([&] { engine::readCheckpoint(path()); }), refusal);
  QCOMPARE(messageOf([&] { engine::writeCheckpoint(path(), after(3)); }), refusal);
  QCOMPARE(engine::readFile(path()), bytes);
  QCOMPARE(stepsIn(path("run~")), std::int64_t{1});
  QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 2);
}

void CheckpointFilesTest::damagedFileNeverReplacesTheOlderOne() {
  for (const std::int64_t steps : {1, 2}) engine::writeCheckpoint(path(), after(steps));
  put(path(), std::as_bytes(std::span("precious, perhaps")));
  engine::writeCheckpoint(path(), after(3));
  QCOMPARE(stepsIn(path()), std::int64_t{3});
  QCOMPARE(stepsIn(path("run~")), std::int64_t{1});
  QCOMPARE(engine::readFile(path("run.unreadable")).size(), sizeof "precious, perhaps");
}

void CheckpointFilesTest::exp16_linksStay() {
  fs::create_directory(path("disk"));
  fs::create_symlink("disk/run", path());
  for (const std::int64_t steps : {1, 2}) engine::writeCheckpoint(path(), after(steps));
  QVERIFY(fs::is_symlink(path()));
  QCOMPARE(stepsIn(path("disk/run")), std::int64_t{2});
  QCOMPARE(stepsIn(path("disk/run~")), std::int64_t{1});
}

void CheckpointFilesTest::exp16_fullDiskLeavesBothGenerations() {
  for (const std::int64_t steps : {1, 2}) engine::writeCheckpoint(path(), after(steps));
  // A limit on the file size breaks a write in the middle just as a full disk does.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{.rlim_cur = 100'000, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  const std::string message = messageOf([&] { engine::writeCheckpoint(path(), after(3)); });
  setrlimit(RLIMIT_FSIZE, &before);
  QVERIFY2(message.find("Cannot write " + path().string()) == 0, message.c_str());
  QCOMPARE(stepsIn(path()), std::int64_t{2});
  QCOMPARE(stepsIn(path("run~")), std::int64_t{1});
}

void CheckpointFilesTest::exp16_killBetweenTheRenames() {
  engine::writeCheckpoint(path(), after(1));
  // Both names are of one file, and the second name is left over.
  fs::create_hard_link(path(), path("run~"));
  fs::create_hard_link(path(), path("run.link"));
  engine::writeCheckpoint(path(), after(2));
  engine::writeCheckpoint(path(), after(3));
  QCOMPARE(stepsIn(path()), std::int64_t{3});
  QCOMPARE(stepsIn(path("run~")), std::int64_t{2});
  QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 2);
}

void CheckpointFilesTest::oneOwnerAtATime() {
  const std::string refusal = " is in use by another Burstlab; wait for it or name another file.";
  fs::create_symlink("run", path("link"));
  put(path(), {});
  put(path("run.lock"), {});  // left over from a run that was killed
  {
    const engine::CheckpointLock lock(path());
    for (const char* name : {"run", "link"})
      QCOMPARE(messageOf([&] { engine::CheckpointLock second(path(name)); }),
               path(name).string() + refusal);
    const engine::CheckpointLock other(path("other"));
  }
  QVERIFY(!fs::exists(path("run.lock")));
  const engine::CheckpointLock again(path("link"));
  QVERIFY(fs::exists(path("run.lock")));
  const engine::CheckpointLock nowhere(path("no folder") / "run");
}

QTEST_GUILESS_MAIN(CheckpointFilesTest)
#include "tst_checkpoint_files.moc"
