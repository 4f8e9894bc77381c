#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "ui/charts/plan_chart.h"
#include "ui/charts/plot.h"
#include "ui/main_window.h"
#include "ui/panels/planner_dialog.h"
#include "ui/panels/planner_table.h"

using namespace Qt::StringLiterals;
using ui::PlanChart;
using ui::PlannerDialog;
using ui::PlannerTable;

namespace {

constexpr int kPatience = 60000;  // ms; for a slow machine with sanitizers

bool planned(PlannerDialog& dialog) {
  QSignalSpy spy(&dialog, &PlannerDialog::planned);
  return spy.wait(kPatience);
}

template <typename Widget>
Widget* named(const QWidget& dialog, const QString& name) {
  for (auto* widget : dialog.findChildren<Widget*>())
    if (widget->accessibleName() == name) return widget;
  return nullptr;
}

QPushButton* button(const QWidget& dialog, const QString& text) {
  for (auto* candidate : dialog.findChildren<QPushButton*>())
    if (candidate->text().remove(u'&') == text) return candidate;
  return nullptr;
}

const PlanChart& chart(const QWidget& dialog, const QString& title) {
  for (const auto* candidate : dialog.findChildren<PlanChart*>())
    if (candidate->plot().accessibleName().startsWith(title)) return *candidate;
  qFatal("no such chart");
}

int rowOf(const PlannerTable& table, const QString& strategy) {
  for (int row = 0; row < table.rowCount(); ++row)
    if (table.item(row, 0)->text().endsWith(strategy)) return row;
  return -1;
}

}  // namespace

class TestPlannerDialog : public QObject {
  Q_OBJECT

 private slots:
  void showsEveryStrategy() {
    PlannerDialog dialog;
    QVERIFY(planned(dialog));
    const auto& table = *dialog.findChild<PlannerTable*>();
    QVERIFY(table.rowCount() >= 10);
    const int straight = rowOf(table, u"Straight"_s);
    QVERIFY(straight > 0);
    QCOMPARE(table.item(straight, 1)->text(), u"5 h 19 min"_s);  // (61.87 - 30) / 0.1 minutes
    QCOMPARE(table.item(straight, 3)->text(), QLocale().toString(61.9, 'f', 1));
    QVERIFY(table.item(rowOf(table, u"Relay of new instances"_s), 6)
                ->text()
                .contains(u"not permitted"_s));
    QVERIFY(named<QLabel>(dialog, u"Recommendation"_s)->text().contains(u"5 h 19 min"_s));
  }

  void followsItsInputs() {
    PlannerDialog dialog;
    QVERIFY(planned(dialog));
    named<QComboBox>(dialog, u"Instance"_s)->setCurrentText(u"t3.micro"_s);
    QVERIFY(planned(dialog));
    const auto& table = *dialog.findChild<PlannerTable*>();
    const int relay = rowOf(table, u"Relay of new instances"_s);
    QVERIFY(!table.item(relay, 0)->flags().testFlag(Qt::ItemIsEnabled));
    QVERIFY(table.item(relay, 6)->text().contains(u"without credits"_s));

    named<QComboBox>(dialog, u"Instance"_s)->setCurrentText(u"t2.micro"_s);
    named<QDoubleSpinBox>(dialog, u"Credits now"_s)->setValue(39.5);
    QVERIFY(planned(dialog));
    QCOMPARE(table.item(rowOf(table, u"Fewer epochs"_s), 6)->text(), u"6 of 10"_s);

    named<QComboBox>(dialog, u"Rules"_s)->setCurrentIndex(1);
    QVERIFY(planned(dialog));
    QVERIFY(!table.item(rowOf(table, u"Unlimited mode"_s), 0)->flags().testFlag(Qt::ItemIsEnabled));

    named<QSpinBox>(dialog, u"Epochs"_s)->setValue(3);
    QVERIFY(planned(dialog));
    QVERIFY(named<QLabel>(dialog, u"Recommendation"_s)->text().startsWith(u"Best: Straight"_s));
  }

  // A point of the Pareto chart chooses its row, and the notes are those of that strategy.
  void chartAndTableBelongTogether() {
    PlannerDialog dialog;
    dialog.show();
    QVERIFY(planned(dialog));
    auto& table = *dialog.findChild<PlannerTable*>();
    const auto& pareto = chart(dialog, u"Time against cost"_s);
    const int relay = rowOf(table, u"Relay of new instances"_s);
    table.setCurrentCell(relay, 0);
    QVERIFY(named<QLabel>(dialog, u"Notes on the chosen strategy"_s)
                ->text()
                .contains(u"does not permit"_s));
    const int wait = rowOf(table, u"Wait first, then run"_s);
    table.setCurrentCell(wait, 0);
    const int outcome = table.selectedOutcome();
    table.setCurrentCell(relay, 0);
    QTest::mouseClick(&pareto.plot(), Qt::LeftButton, {}, pareto.positionOf(outcome).toPoint());
    QCOMPARE(table.currentRow(), wait);
  }

  void checkMarksShowBalances() {
    PlannerDialog dialog;
    dialog.show();
    QVERIFY(planned(dialog));
    auto& table = *dialog.findChild<PlannerTable*>();
    const auto& balances = chart(dialog, u"CPUCreditBalance"_s);
    QTableWidgetItem* wait = table.item(rowOf(table, u"Wait first, then run"_s), 0);
    table.setCurrentItem(wait);
    const int outcome = table.selectedOutcome();
    QCOMPARE(wait->checkState(), Qt::Unchecked);
    QVERIFY(balances.positionOf(outcome).isNull());
    wait->setCheckState(Qt::Checked);
    QVERIFY(!balances.positionOf(outcome).isNull());
    // It begins with the 30 launch credits and is remembered when the inputs change.
    QCOMPARE(qRound(balances.plot().toPlot(balances.positionOf(outcome)).y()), 30);
    named<QSpinBox>(dialog, u"Epochs"_s)->setValue(11);
    QVERIFY(planned(dialog));
    QVERIFY(!balances.positionOf(outcome).isNull());
  }

  void measuresThisEngine() {
    PlannerDialog dialog({.threads = 1, .seconds = 0.05});
    QVERIFY(planned(dialog));
    button(dialog, u"Measure this engine"_s)->click();
    QVERIFY(planned(dialog));
    const QString headline = named<QLabel>(dialog, u"This engine and TensorFlow"_s)->text();
    QVERIFY2(headline.startsWith(u"With this engine the 10 epochs need"_s), qPrintable(headline));
    QVERIFY(headline.endsWith(u"they needed 62."_s));
  }

  void measurementCanBeCancelled() {
    PlannerDialog dialog({.threads = 1, .seconds = 1e6});
    QVERIFY(planned(dialog));
    named<QComboBox>(dialog, u"Speed"_s)->setCurrentIndex(1);
    QPushButton* cancel = button(dialog, u"Cancel the measurement"_s);
    QVERIFY(cancel);
    cancel->click();
    QVERIFY(QTest::qWaitFor([&] { return button(dialog, u"Measure this engine"_s) != nullptr; },
                            kPatience));
  }

  void opensFromTheWindow() {
    const QTemporaryDir folder;
    ui::Settings settings(folder.filePath(u"settings.ini"_s));
    ui::MainWindow window(settings);
    window.actions().planner->trigger();
    auto* dialog = window.findChild<PlannerDialog*>();
    QVERIFY(dialog && dialog->isVisible());
  }
};

QTEST_MAIN(TestPlannerDialog)
#include "tst_planner_dialog.moc"
