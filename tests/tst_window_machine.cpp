#include <QAction>
#include <QLabel>
#include <QScrollArea>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "train_fixtures.h"
#include "ui/charts/chart_pane.h"
#include "ui/main_window.h"
#include "ui/panels/credit_charts.h"
#include "ui/panels/machine_panel.h"
#include "ui/panels/training_charts.h"
#include "ui/run/run_model.h"

using namespace ui;
using namespace Qt::StringLiterals;
using State = TrainingSession::State;

constexpr int kPatience = 120'000;  // ms; for a slow machine with sanitizers

/// The simulated machine in the whole window, and starts that wait for their data.
class TestWindowMachine : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<MainWindow> m_window;

  void open() {
    m_window.reset();
    m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
  }
  void giveData() {
    m_window->commands().setDataset(std::make_shared<engine::Dataset>(noiseDataset(256)));
  }
  bool reaches(State state) {
    return QTest::qWaitFor([&] { return m_window->session().state() == state; }, kPatience);
  }
  MachinePanel& panel() { return *m_window->findChild<MachinePanel*>(); }
  QString startText() { return m_window->actions().startOrPause->text().remove(QLatin1Char('&')); }
  QString sentence() {
    for (const QLabel* label : m_window->findChildren<QLabel*>())
      if (label->accessibleName() == u"What happens to the credits"_s) return label->text();
    return {};
  }
  void press(Qt::Key key) {
    m_window->setFocus();
    QTest::keyClick(m_window.get(), key);
  }

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QLocale::setDefault(QLocale::c());
  }
  void init() {
    QFile::remove(m_folder.filePath(u"settings.ini"_s));
    open();
  }
  void cleanupTestCase() { m_window.reset(); }

  void spaceWhileTheDataLoad() {
    QCOMPARE(startText(), u"Start"_s);
    press(Qt::Key_Space);
    QCOMPARE(startText(), u"Starting..."_s);
    press(Qt::Key_Space);  // gives it up
    QCOMPARE(startText(), u"Start"_s);
    giveData();
    QCOMPARE(m_window->session().state(), State::Idle);

    m_window->commands().awaitDataset();
    press(Qt::Key_Space);
    QCOMPARE(startText(), u"Starting..."_s);
    giveData();
    QCOMPARE(m_window->session().state(), State::Running);
    QCOMPARE(startText(), u"Pause"_s);
    m_window->session().halt();
  }

  void statusBarForgetsTheRunBefore() {
    m_window->commands().setMaxSteps(1);
    giveData();
    press(Qt::Key_Space);
    QVERIFY(reaches(State::Finished));
    QVERIFY(!m_window->statusBar()->currentMessage().isEmpty());
    m_window->actions().restart->trigger();
    QCOMPARE(m_window->statusBar()->currentMessage(), QString());
    QVERIFY(reaches(State::Finished));
  }

  void creditsAreSeenInALowWindow_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("900x600") << QSize(900, 600);
    QTest::newRow("1280x800") << QSize(1280, 800);
  }

  void creditsAreSeenInALowWindow() {
    QFETCH(QSize, size);
    m_window->resize(size);
    (void)QTest::qWaitFor([&] { return m_window->size() == size; }, 1000);
    const auto* credits = m_window->findChild<CreditCharts*>();
    const Plot& plot = credits->balanceChart().plot();
    QVERIFY(plot.visibleRegion().boundingRect().contains(plot.area().toAlignedRect()));
    // Above each other to the pixel, with and without scroll bars.
    const auto left = [&](const Plot& of) {
      return of.mapTo(m_window.get(), of.area().topLeft().toPoint()).x();
    };
    for (const Plot* other : m_window->findChildren<Plot*>()) {
      if (!other->isVisible()) continue;  // those of a live source
      QCOMPARE(left(*other), left(plot));
      QCOMPARE(other->width(), plot.width());
    }
  }

  void machineIsRemembered() {
    auto* cloudWatch = m_window->actions().cloudWatch;
    cloudWatch->trigger();
    emit panel().changed();
    panel().setWords({u"t3.micro:5:standard"_s, u"8x"_s, u"adaptive"_s, u"60x"_s});
    emit panel().changed();
    open();
    QCOMPARE(panel().words(),
             (QStringList{u"t3.micro:5:standard"_s, u"8x"_s, u"adaptive"_s, u"60x"_s}));
    QVERIFY(m_window->actions().cloudWatch->isChecked());
    QVERIFY(sentence().contains(u"t3.micro: 5.0 credits at the start"_s));
  }

  void sentenceFollowsTheKnobs() {
    panel().setWords({u"t2.micro:8"_s, u"60000"_s, u"none"_s, u"virtual"_s});
    giveData();
    press(Qt::Key_Period);
    QVERIFY(QTest::qWaitFor([&] { return m_window->session().model().steps().size() == 1; },
                            kPatience));
    QVERIFY(QTest::qWaitFor([&] { return sentence().contains(u"credits run low at"_s); }, 5000));
    panel().setWords({u"t2.2xlarge:2000"_s});
    QVERIFY2(sentence().contains(u"Simulated t2.2xlarge: the credits last"_s),
             qPrintable(sentence()));
    m_window->session().halt();
  }
};

QTEST_MAIN(TestWindowMachine)
#include "tst_window_machine.moc"
