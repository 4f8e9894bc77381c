#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>

#include "paced_session.h"
#include "ui/panels/decimal_spin_box.h"
#include "ui/panels/machine_panel.h"

using namespace ui;
using namespace Qt::StringLiterals;
using engine::CreditMode;

namespace {

struct Stage : PacedSession {
  engine::InstanceCatalogue catalogue = engine::InstanceCatalogue::bundled();
  MachinePanel panel{credits, catalogue};

  Stage() : PacedSession("t2.micro:8") {
    panel.show();
    (void)QTest::qWaitForWindowActive(&panel);
  }
  template <typename Widget>
  Widget* control(const QString& name) {
    for (auto* widget : panel.findChildren<Widget*>())
      if (widget->accessibleName() == name) return widget;
    qFatal("no control is called %s", qPrintable(name));
  }
  void type(QWidget* field, const QString& text) {
    field->setFocus();
    QTest::keySequence(field, QKeySequence::SelectAll);
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }
  void typeInto(const QString& name, const QString& text) {
    type(control<QComboBox>(name)->lineEdit(), text);
  }
  void choose(const QString& name, const QString& text) {
    auto* box = control<QComboBox>(name);
    box->setFocus();
    const int wanted = box->findText(text);
    QVERIFY2(wanted >= 0, qPrintable(text));
    for (int keys = 0; keys < 200 && box->currentIndex() != wanted; ++keys)
      QTest::keyClick(box, box->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    QCOMPARE(box->currentIndex(), wanted);
  }
};

}  // namespace

class TestMachinePanel : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void choosesWithTheKeyboard() {
    Stage stage;
    stage.choose(u"Instance"_s, u"t2.small"_s);
    QCOMPARE(stage.credits.settings().type.name, std::string("t2.small"));
    QVERIFY(near(stage.credits.openingBalance(), 30));  // a new instance
    stage.choose(u"Mode"_s, u"unlimited"_s);
    QVERIFY(stage.credits.settings().machine.mode == CreditMode::Unlimited);
    stage.choose(u"Policy"_s, u"adaptive"_s);
    QVERIFY(std::holds_alternative<engine::AvoidSlowDown>(stage.credits.settings().policy));
    stage.choose(u"ms per step"_s, u"measured"_s);
    QVERIFY(stage.credits.settings().cost == engine::readStepCost("measured"));
    auto* pace = stage.control<QSlider>(u"Time lapse"_s);
    QVERIFY(std::isinf(stage.credits.pace()));
    pace->setFocus();
    QTest::keyClick(pace, Qt::Key_Home);
    QCOMPARE(stage.credits.pace(), 1.);
    QCOMPARE(pace->accessibleDescription(), u"real time"_s);
    QTest::keyClick(pace, Qt::Key_Right);
    QCOMPARE(stage.credits.pace(), 2.);
    QTest::keyClick(pace, Qt::Key_End);
    QVERIFY(std::isinf(stage.credits.pace()));
  }

  void takesWhatIsTyped() {
    Stage stage;
    stage.typeInto(u"Instance"_s, u"custom,vcpus=2,baseline=20,rate=24,cap=576,launch=60"_s);
    QCOMPARE(stage.credits.settings().type.vCpus, 2);
    QVERIFY(near(stage.credits.openingBalance(), 60));
    stage.type(stage.control<DecimalSpinBox>(u"Credits at start"_s), u"12,5"_s);
    QVERIFY(near(stage.credits.openingBalance(), 12.5));
    stage.typeInto(u"Instance"_s, u"t2.micro:20:until-2017"_s);
    QVERIFY(stage.credits.settings().machine.rules == engine::CreditRules::Until2017);
    QVERIFY(near(stage.credits.openingBalance(), 20));
    stage.typeInto(u"ms per step"_s, u"12x"_s);
    QCOMPARE(stage.credits.settings().cost.value, 12.);
    stage.typeInto(u"Policy"_s, u"sleep:1s:10min"_s);
    QCOMPARE(stage.panel.words(), (QStringList{u"t2.micro:20:until-2017"_s, u"12x"_s,
                                               u"sleep:1000ms:10min"_s, u"virtual"_s}));
  }

  void refusesAndShowsWhatHolds_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("type") << u"Instance"_s << u"t2.mirco"_s << u"no instance type"_s;
    QTest::newRow("rate") << u"Instance"_s << u"custom,rate=0"_s << u"rate= takes"_s;
    QTest::newRow("cost") << u"ms per step"_s << u"fast"_s << u"cost of a step"_s;
    QTest::newRow("policy") << u"Policy"_s << u"nap"_s << u"A credit policy is"_s;
  }

  void refusesAndShowsWhatHolds() {
    QFETCH(QString, field);
    QFETCH(QString, text);
    QFETCH(QString, says);
    Stage stage;
    const QStringList before = stage.panel.words();
    QSignalSpy refused(&stage.panel, &MachinePanel::refused);
    QSignalSpy changed(&stage.panel, &MachinePanel::changed);
    stage.typeInto(field, text);
    QVERIFY(refused.count() >= 1);
    QVERIFY2(refused.first().first().toString().contains(says),
             qPrintable(refused.first().first().toString()));
    QCOMPARE(changed.count(), 0);
    QCOMPARE(stage.panel.words(), before);
    stage.panel.setFocus();
    QVERIFY(stage.control<QComboBox>(field)->currentText() != text);
  }

  // A person turns the knobs while it runs and sees the forecast change.
  void knobsTurnARunningRun() {
    Stage stage;
    stage.start(40);
    QVERIFY(stage.pausesAfter(1));
    QVERIFY(stage.credits.forecast().slowed);
    auto* balance = stage.control<DecimalSpinBox>(u"Credits now"_s);
    QVERIFY(near(balance->value(), stage.credits.run().machine().balance(), 0.006));
    stage.type(balance, u"100"_s);
    QVERIFY(near(stage.credits.run().machine().balance(), 100));
    QVERIFY(!stage.credits.forecast().slowed);
    stage.type(balance, u"6"_s);
    QVERIFY(stage.credits.forecast().slowed);
    stage.choose(u"Mode"_s, u"unlimited"_s);
    QVERIFY(!stage.credits.forecast().slowed);
    stage.choose(u"Mode"_s, u"standard"_s);
    QVERIFY(near(stage.credits.run().machine().balance(), 0));  // launch credits are lost
    QVERIFY(stage.credits.forecast().slowed);
    stage.type(balance, u"7"_s);
    stage.choose(u"Instance"_s, u"t2.small"_s);
    QCOMPARE(stage.credits.run().machine().type().name, std::string("t2.small"));
    QVERIFY(near(stage.credits.run().machine().balance(), 7));  // it keeps its credits
    stage.session.halt();
  }

  void modeOnlyWhereThereIsOne() {
    Stage stage;
    auto* mode = stage.control<QComboBox>(u"Mode"_s);
    QVERIFY(mode->isEnabled());
    stage.typeInto(u"Instance"_s, u"Standard_B1s"_s);
    QVERIFY(!mode->isEnabled());
    stage.typeInto(u"Instance"_s, u"t3.micro"_s);
    QCOMPARE(mode->currentText(), u"unlimited"_s);
  }

  void wordsComeBack() {
    Stage stage;
    const QStringList words{u"t3.micro:5:standard"_s, u"8x"_s, u"duty:40%"_s, u"60x"_s};
    stage.panel.setWords(words);
    QCOMPARE(stage.panel.words(), words);
    stage.panel.setWords({u"t9.micro"_s, u"?"_s});
    QCOMPARE(stage.panel.words(), words);
    stage.panel.setWords({});
    QCOMPARE(stage.panel.words(), words);
  }
};

QTEST_MAIN(TestMachinePanel)
#include "tst_machine_panel.moc"
