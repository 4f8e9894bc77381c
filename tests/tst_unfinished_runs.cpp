#include <QAction>
#include <QActionGroup>
#include <QDir>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "checkpoint_fixtures.h"
#include "ui/main_window.h"
#include "ui/panels/banner.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/settings_panel.h"
#include "ui/run/run_model.h"

using namespace ui;
using namespace Qt::StringLiterals;
using State = TrainingSession::State;

// Milliseconds; for a slow machine with sanitizers.
constexpr int kPatience = 120000;

// Runs that are interrupted in a window and go on in the next one.
class TestUnfinishedRuns : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<MainWindow> m_window;

  std::unique_ptr<MainWindow> newWindow() {
    auto window = std::make_unique<MainWindow>(*m_settings);
    window->show();
    window->commands().setDataset(std::make_shared<engine::Dataset>(engine::selfTestDataset()));
    engine::TrainConfig config;
    config.epochs = 10;
    config.evaluationInterval = 3;
    window->findChild<SettingsPanel*>()->setConfig(config);
    window->commands().setConfig(config);
    window->keepRuns();
    return window;
  }
  void open() {
    m_window.reset();
    m_window = newWindow();
  }
  template <typename Widget>
  static Widget* control(MainWindow& window, const QString& name) {
    for (auto* widget : window.findChildren<Widget*>())
      if (widget->accessibleName() == name && widget->isVisible()) return widget;
    return nullptr;
  }
  void click(const QString& name) {
    QTest::mouseClick(control<QToolButton>(*m_window, name), Qt::LeftButton);
  }
  void press(const QString& name) {
    QTest::mouseClick(control<QPushButton>(*m_window, name), Qt::LeftButton);
  }
  QString banner(MainWindow& window) { return window.findChild<Banner*>()->message(); }
  bool bannerHas(const QString& text) {
    return QTest::qWaitFor([&] { return banner(*m_window).contains(text); }, kPatience);
  }
  const RunModel& model() { return m_window->session().model(); }
  bool hasSteps(std::size_t count) {
    return QTest::qWaitFor([&] { return model().steps().size() >= count; }, kPatience);
  }
  QStringList files() {
    return QDir(UnfinishedRuns::folder()).entryList({u"run-*.checkpoint*"_s}, QDir::Files);
  }
  /// Starts, and pauses after some steps.
  void trainAndPause() {
    click(u"Single step"_s);
    for (std::size_t steps = 1; steps < 5; ++steps) {
      QVERIFY(hasSteps(steps));
      click(u"Single step"_s);
    }
    QVERIFY(hasSteps(5));
  }

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void init() {
    m_window.reset();
    m_settings.reset();
    QDir(UnfinishedRuns::folder()).removeRecursively();
    QFile::remove(m_folder.filePath(u"settings.ini"_s));
    m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
    open();
  }

  void cleanupTestCase() { m_window.reset(); }

  // The whole of it: charts, log, settings and weights are those of a run that nobody interrupted.
  void closedRunGoesOn() {
    m_window->findChild<SettingsPanel*>()->setSeed(4711);
    trainAndPause();
    QVERIFY(m_window->close());
    QVERIFY(m_settings->keptWeights().isEmpty());  // one question at the next start, not two
    open();
    QVERIFY(bannerHas(u"A run on Self-test was interrupted after 5 steps (epoch 1.00 of 10)."_s));
    press(u"Resume"_s);
    QVERIFY(
        QTest::qWaitFor([&] { return m_window->session().state() == State::Finished; }, kPatience));
    QVERIFY(banner(*m_window).isEmpty());
    QCOMPARE(m_window->findChild<SettingsPanel*>()->config().seed, 4711u);
    // The test gave the data without their name.
    QCOMPARE(m_window->findChild<SettingsPanel*>()->waiting(), QStringList(u"Data set"_s));

    engine::TrainConfig config = m_window->commands().startedConfig().value();
    Recorder whole;
    train(engine::selfTestDataset(), config, whole);
    QVERIFY(std::ranges::equal(model().steps(), whole.steps, sameStep));
    QVERIFY(std::ranges::equal(model().validations(), whole.validations, sameValidation));
    QVERIFY(sameBits(*m_window->session().weights(), *whole.finished.weights));
    QCOMPARE(model().activeSeconds().size(), std::size_t{40});
    const QString log = m_window->findChild<LogPanel*>()->text();
    QCOMPARE(log.count(u"Minibatch loss"_s), 14);
    QCOMPARE(log.count(u"Initialized!"_s), 1);
    // What is finished is not asked about again.
    QVERIFY(QTest::qWaitFor([&] { return files().filter(u".lock"_s).size() == files().size(); },
                            kPatience));
  }

  void stoppedRunGoesOn() {
    trainAndPause();
    click(u"Stop"_s);
    QVERIFY(
        QTest::qWaitFor([&] { return m_window->session().state() == State::Finished; }, kPatience));
    m_window->close();
    open();
    QVERIFY(bannerHas(u"after 5 steps"_s));
    press(u"Draw with its weights"_s);
    QCOMPARE(m_window->session().updates(), 5);
    open();  // drawing answers nothing
    QVERIFY(bannerHas(u"after 5 steps"_s));
    press(u"Discard"_s);
    QVERIFY(QTest::qWaitFor([&] { return banner(*m_window).isEmpty(); }, kPatience));
    m_window->close();
    open();
    QTest::qWait(200);
    QVERIFY(banner(*m_window).isEmpty());
  }

  // As after a crash: the file of the pause is there, and nobody has said goodbye.
  void pausedRunSurvivesACrash() {
    trainAndPause();
    QString file;
    QVERIFY(QTest::qWaitFor(
        [&] {
          for (const QString& name : files())
            if (name.endsWith(u".checkpoint"_s)) file = UnfinishedRuns::folder() + u'/' + name;
          return !file.isEmpty() &&
                 engine::readCheckpoint(file.toStdString()).checkpoint.state.steps == 5;
        },
        kPatience));
    const QString copy = UnfinishedRuns::folder() + u"/run-77.checkpoint"_s;
    QVERIFY(QFile::copy(file, copy));
    auto second = newWindow();  // the first one goes on working
    QVERIFY(
        QTest::qWaitFor([&] { return banner(*second).contains(u"after 5 steps"_s); }, kPatience));
    QTest::mouseClick(control<QPushButton>(*second, u"Resume"_s), Qt::LeftButton);
    QVERIFY(
        QTest::qWaitFor([&] { return second->session().state() == State::Finished; }, kPatience));
    second.reset();
    QVERIFY(!QFile::exists(copy));
    QCOMPARE(engine::readCheckpoint(file.toStdString()).checkpoint.state.steps, std::int64_t{5});
  }

  void twoWindowsKeepTheirOwnRuns() {
    trainAndPause();
    auto second = newWindow();
    QTest::qWait(200);
    QVERIFY(banner(*second).isEmpty());  // the run of the first window is not up for an answer
    QTest::mouseClick(control<QToolButton>(*second, u"Single step"_s), Qt::LeftButton);
    QVERIFY(
        QTest::qWaitFor([&] { return second->session().model().steps().size() == 1; }, kPatience));
    second->close();
    second.reset();
    m_window->close();
    open();
    QVERIFY(bannerHas(u"after 5 steps"_s));  // the latest first
    press(u"Discard"_s);
    QVERIFY(bannerHas(u"after 1 steps"_s));
    press(u"Discard"_s);
  }

  void damagedFileIsToldAndKept() {
    trainAndPause();
    m_window->close();
    m_window.reset();
    const QDir folder(UnfinishedRuns::folder());
    for (const QString& name : folder.entryList({u"run-*.checkpoint"_s, u"run-*~"_s}))
      QVERIFY(QFile::resize(folder.filePath(name), 1000));
    open();
    QVERIFY(bannerHas(u"is truncated"_s));
    QVERIFY(!folder.entryList({u"*.unreadable"_s}).isEmpty());
  }

  void newerFormatStays() {
    trainAndPause();
    m_window->close();
    m_window.reset();
    const QDir folder(UnfinishedRuns::folder());
    const QString name = folder.entryList({u"run-*.checkpoint"_s}).value(0);
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(8) && file.putChar(9));
    file.close();
    open();
    QVERIFY(bannerHas(u"by a newer Burstlab"_s));
    QVERIFY(QFile::exists(file.fileName()));
    QVERIFY(folder.entryList({u"*.unreadable"_s}).isEmpty());
  }

  void autosaveIntervalIsRemembered() {
    QCOMPARE(m_settings->autosaveMinutes(), 1);
    m_window->actions().autosave->actions().at(1)->trigger();
    QCOMPARE(m_settings->autosaveMinutes(), 5);
    open();
    QVERIFY(m_window->actions().autosave->actions().at(1)->isChecked());
  }
};

QTEST_MAIN(TestUnfinishedRuns)
#include "tst_unfinished_runs.moc"
