#include <QAccessible>
#include <QAction>
#include <QActionGroup>
#include <QCheckBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include "engine/error.h"
#include "engine/log/console_log.h"
#include "sample_weights.h"
#include "ui/file_drop.h"
#include "ui/main_window.h"
#include "ui/panels/banner.h"
#include "ui/panels/decimal_spin_box.h"
#include "ui/panels/draw_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/settings_panel.h"
#include "ui/run/run_model.h"

using namespace ui;
using namespace Qt::StringLiterals;
using State = TrainingSession::State;

// Milliseconds; for a slow machine with sanitizers.
constexpr int kPatience = 120000;

class TestMainWindow : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<MainWindow> m_window;

  void open() {
    m_window.reset();
    m_settings.reset();
    m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
  }

  void giveData() {
    m_window->commands().setDataset(std::make_shared<engine::Dataset>(engine::selfTestDataset()));
  }

  TrainingSession& session() { return m_window->session(); }
  const std::vector<engine::StepDone>& steps() { return session().model().steps(); }
  bool ends(State state = State::Finished) {
    return QTest::qWaitFor([&] { return session().state() == state; }, kPatience);
  }

  /// The control with this accessible name.
  template <typename Widget>
  Widget* control(const QString& name) {
    for (auto* widget : m_window->findChildren<Widget*>())
      if (widget->accessibleName() == name) return widget;
    qFatal("no control is called %s", qPrintable(name));
  }
  void click(const QString& name) { QTest::mouseClick(control<QToolButton>(name), Qt::LeftButton); }
  QString banner() { return m_window->findChild<Banner*>()->message(); }

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void init() {
    m_window.reset();
    m_settings.reset();
    QFile::remove(m_folder.filePath(u"settings.ini"_s));
    open();
  }

  void cleanupTestCase() { m_window.reset(); }

  void t1_buttonsWorkTheRun() {
    giveData();
    click(u"Single step"_s);
    QVERIFY(QTest::qWaitFor([&] { return steps().size() == 1; }, kPatience));
    QCOMPARE(session().state(), State::Paused);
    click(u"Resume"_s);
    QCOMPARE(session().state(), State::Running);
    click(u"Pause"_s);
    QCOMPARE(session().state(), State::Paused);
    click(u"Stop"_s);
    QVERIFY(ends());
    QVERIFY(control<QToolButton>(u"Start"_s)->isEnabled());
    QVERIFY(!control<QToolButton>(u"Stop"_s)->isEnabled());
  }

  void t1_keysWorkTheRun() {
    giveData();
    m_window->setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_Period);
    QVERIFY(QTest::qWaitFor([&] { return steps().size() == 1; }, kPatience));
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    QCOMPARE(session().state(), State::Running);
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    QCOMPARE(session().state(), State::Paused);
  }

  void k9_spaceBelongsToTheControlInFocus() {
    giveData();
    auto* shuffle = control<QCheckBox>(u"Shuffle"_s);
    shuffle->setFocus();
    QTest::keyClick(shuffle, Qt::Key_Space);
    QVERIFY(shuffle->isChecked());
    QCOMPARE(session().state(), State::Idle);
  }

  void k9_everyTabStopHasAName() {
    giveData();
    int stops = 0;
    QWidget* const first = m_window->nextInFocusChain();
    for (QWidget* widget = first->nextInFocusChain(); widget != first;
         widget = widget->nextInFocusChain()) {
      if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || widget->focusProxy())
        continue;
      ++stops;
      const auto* accessible = QAccessible::queryAccessibleInterface(widget);
      QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(),
               qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' +
                          widget->toolTip() + u' ' +
                          QString::fromLatin1(widget->parentWidget()->metaObject()->className())));
    }
    QVERIFY(stops > 20);
  }

  void k9_everyMnemonicOpensOneThing() {
    QMultiMap<QString, QString> texts;  // by key
    const auto note = [&texts](const QString& text) {
      const QKeySequence key = QKeySequence::mnemonic(text);
      if (!key.isEmpty()) texts.insert(key.toString(), text);
    };
    for (const QAction* menu : m_window->menuBar()->actions()) note(menu->text());
    const qsizetype menus = texts.size();
    for (const auto* label : m_window->findChildren<QLabel*>())
      if (label->buddy() && label->isVisible()) note(label->text());
    for (const auto* button : m_window->findChildren<QAbstractButton*>())
      if (button->isVisible()) note(button->text());
    QCOMPARE(menus, 4);
    QVERIFY(texts.size() > 10);
    for (const QString& key : texts.uniqueKeys())
      QVERIFY2(texts.count(key) == 1, qPrintable(QStringList(texts.values(key)).join(u", "_s)));
  }

  void m5_refusedEntriesAreExplained() {
    auto* rate = control<DecimalSpinBox>(u"Base learning rate"_s);
    rate->setFocus();
    rate->selectAll();
    QTest::keyClicks(rate, u"-1"_s);
    QTest::keyClick(rate, Qt::Key_Tab);
    QCOMPARE(rate->value(), 0.01);
    QVERIFY2(m_window->statusBar()->currentMessage().contains(u"\"-1\""_s),
             qPrintable(m_window->statusBar()->currentMessage()));
  }

  void startWaitsForTheData() {
    m_window->commands().startOrPause();
    QCOMPARE(session().state(), State::Idle);
    giveData();
    QCOMPARE(session().state(), State::Running);
  }

  void t4_learningRateAppliesNow() {
    giveData();
    click(u"Single step"_s);
    control<DecimalSpinBox>(u"Base learning rate"_s)->setValue(0.005);
    click(u"Single step"_s);
    QVERIFY(QTest::qWaitFor([&] { return steps().size() == 2; }, kPatience));
    QCOMPARE(steps()[1].learningRate, double{0.005F});
  }

  void changesThatWaitForARestartAreNamed() {
    giveData();
    auto* panel = m_window->findChild<SettingsPanel*>();
    panel->setDataset(u"self-test"_s, {});
    control<QSpinBox>(u"Batch size"_s)->setValue(32);
    QCOMPARE(panel->waiting(), QStringList());
    click(u"Single step"_s);
    panel->setDataset(QString::fromStdString(engine::selfTestDataset().name), {});
    QCOMPARE(panel->waiting(), QStringList());
    control<QSpinBox>(u"Batch size"_s)->setValue(16);
    control<DecimalSpinBox>(u"Base learning rate"_s)->setValue(0.02);
    QCOMPARE(panel->waiting(), QStringList(u"Batch size"_s));
    click(u"Restart with the same seed"_s);
    QCOMPARE(panel->waiting(), QStringList());
    QVERIFY(QTest::qWaitFor(
        [&] { return session().model().run() && session().model().run()->config.batchSize == 16; },
        kPatience));
  }

  void t7_newSeedIsAnother() {
    giveData();
    click(u"Restart with a new seed"_s);
    QVERIFY(m_window->commands().startedConfig()->seed != engine::TrainConfig().seed);
    QCOMPARE(m_settings->trainConfig().seed, m_window->commands().startedConfig()->seed);
  }

  void logHasTheConsoleLines() {
    giveData();
    click(u"Start"_s);
    QVERIFY(ends());
    QString expected = u"Initialized!\n"_s;
    for (const auto& report : session().model().validations())
      expected += QString::fromStdString(engine::reportLines(report));
    expected += QString::fromStdString(engine::testErrorLine(session().model().result()->test));
    QCOMPARE(m_window->findChild<LogPanel*>()->text(), expected);
  }

  void num_nonFiniteNamesTheStep() {
    giveData();
    engine::TrainConfig config;
    config.learningRate = 1e30;
    m_window->commands().setConfig(config);
    QSignalSpy problem(m_window.get(), &MainWindow::problem);
    click(u"Start"_s);
    QVERIFY(ends());
    QCOMPARE(problem.size(), 1);
    const qint64 step = session().model().result()->lastStep;
    QVERIFY2(banner().contains(u"step %1"_s.arg(step)), qPrintable(banner()));
    click(u"Close message"_s);
    QVERIFY(banner().isEmpty());
  }

  void badFolderIsReportedWithoutADialog() {
    QSignalSpy problem(m_window.get(), &MainWindow::problem);
    m_window->openFolder(m_folder.path());
    QVERIFY(problem.wait(kPatience));
    QVERIFY2(banner().contains(m_folder.path()), qPrintable(banner()));
    giveData();
    click(u"Start"_s);
    QVERIFY(banner().isEmpty());
  }

  void k7_folderCanBeDropped() {
    QSignalSpy problem(m_window.get(), &MainWindow::problem);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_folder.path())});
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    // Qt hands out drop events only after a drag by a real pointer.
    QVERIFY(m_window->findChild<FileDrop*>()->eventFilter(m_window.get(), &drop));
    QVERIFY(drop.isAccepted());
    QVERIFY(problem.wait(kPatience));  // it is empty, but it was opened
  }

  void settingsSurvive() {
    control<QSpinBox>(u"Epochs"_s)->setValue(3);
    m_window->actions().xAxis->actions().at(1)->trigger();
    m_window->actions().theme->actions().at(2)->trigger();
    m_window->findChild<QDockWidget*>(u"log"_s)->hide();
    m_window->close();
    open();
    QCOMPARE(control<QSpinBox>(u"Epochs"_s)->value(), 3);
    QCOMPARE(m_window->commands().config().epochs, 3);
    QVERIFY(m_window->actions().xAxis->actions().at(1)->isChecked());
    QVERIFY(isDark(m_window->palette()));
    QVERIFY(m_window->findChild<QDockWidget*>(u"log"_s)->isHidden());
    m_window->actions().resetLayout->trigger();
    QVERIFY(m_window->findChild<QDockWidget*>(u"log"_s)->isVisible());
  }

  void m3_docksAreNeverNarrowerThanTheirContent() {
    const auto dock = [this](const QString& name) {
      return m_window->findChild<QDockWidget*>(name);
    };
    m_window->resize(1, 1);
    m_window->resizeDocks({dock(u"settings"_s), dock(u"pad"_s)}, {1, 1}, Qt::Horizontal);
    m_window->resize(1400, 860);
    m_window->close();
    open();
    session().setWeights(makeWeights(kSeven, 0), 123456789);
    m_window->findChild<DrawPanel*>()->setStrokes({{{{100, 100}, {180, 100}, {130, 190}}}});
    giveData();
    click(u"Single step"_s);
    control<QSpinBox>(u"Evaluate every"_s)->setValue(99999);  // its label gets a mark
    QCoreApplication::processEvents();
    for (const QString& name : {u"settings"_s, u"pad"_s}) {
      const auto* area = dock(name)->findChild<QScrollArea*>();
      QVERIFY2(area->widget()->width() <= area->viewport()->width(), qPrintable(name));
    }
    QVERIFY(dock(u"pad"_s)->width() >= 240);
  }

  void runButtonsHaveWordsAndKeys() {
    int count = 0;
    for (const auto* button : m_window->findChild<QToolBar*>()->findChildren<QToolButton*>()) {
      if (!button->defaultAction()) continue;
      ++count;
      QCOMPARE(button->toolButtonStyle(), Qt::ToolButtonTextUnderIcon);
      QVERIFY2(button->text().size() <= 8, qPrintable(button->text()));
      QVERIFY2(button->toolTip().contains(
                   button->defaultAction()->shortcut().toString(QKeySequence::NativeText)),
               qPrintable(button->toolTip()));
    }
    QCOMPARE(count, 5);
  }

  void k3_damagedLayoutIsReplaced() {
    m_window->findChild<QDockWidget*>(u"pad"_s)->hide();
    m_window->close();
    m_settings->setWindowLayout({m_window->saveGeometry(), "damaged"});
    open();
    QVERIFY(m_window->findChild<QDockWidget*>(u"pad"_s)->isVisible());
  }

  void gui06_themeSwitchDuringARun() {
    giveData();
    click(u"Start"_s);
    for (int i = 0; i < 100; ++i) {
      m_window->actions().theme->actions().at(1 + i % 2)->trigger();
      QCoreApplication::processEvents();
    }
    QTRY_VERIFY(isDark(m_window->palette()));
    for (const auto* label : m_window->findChildren<QLabel*>()) QVERIFY(isDark(label->palette()));
    m_window->actions().theme->actions().at(1)->trigger();
    QTRY_VERIFY(!isDark(m_window->palette()));
  }

  void t2_closingWhileItTrainsKeepsTheWeights() {
    giveData();
    engine::TrainConfig config;
    config.epochs = 100000;
    m_window->commands().setConfig(config);
    click(u"Start"_s);
    QVERIFY(QTest::qWaitFor([&] { return steps().size() > 2; }, kPatience));
    QVERIFY(m_window->close());
    QCOMPARE(m_settings->keptWeights().size(), 1);
    QVERIFY(m_settings->keptWeights().first().file.startsWith(m_folder.path()));
    QVERIFY(QFile::exists(m_settings->keptWeights().first().file));
    open();
    m_window->offerKeptWeights();
    QVERIFY2(banner().contains(u"They are kept (step"_s), qPrintable(banner()));
    QTest::mouseClick(control<QPushButton>(u"Draw with them"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(session().weights(), kPatience);
    QCOMPARE(session().updates(), m_settings->keptWeights().first().updates);
    QVERIFY(banner().isEmpty());
    open();  // drawing with them is not yet saving them
    m_window->offerKeptWeights();
    QVERIFY(!banner().isEmpty());
    click(u"Close message"_s);
    QVERIFY(m_settings->keptWeights().isEmpty());
  }

  void pictureOfTheWindow() {
    const QString file = m_folder.filePath(u"window.png"_s);
    m_window->savePicture(file);
    QCOMPARE(QImage(file).size(), m_window->size() * m_window->devicePixelRatio());
    QVERIFY_THROWS_EXCEPTION(engine::Error,
                             m_window->savePicture(m_folder.filePath(u"no/window.png"_s)));
    QVERIFY_THROWS_EXCEPTION(engine::Error,
                             m_window->savePicture(m_folder.filePath(u"window.xyz"_s)));
  }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
