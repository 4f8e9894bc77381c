#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include "ui/main_window.h"
#include "ui/panels/machine_dialog.h"

using namespace Qt::StringLiterals;
using ui::MachineDialog;

namespace {

constexpr int kPatience = 120000;  // ms; for a slow machine with sanitizers

QPushButton* button(const QWidget& dialog, const QString& text) {
  for (auto* candidate : dialog.findChildren<QPushButton*>())
    if (candidate->text().remove(u'&') == text) return candidate;
  return nullptr;
}

bool ends(const QWidget& dialog) {
  return QTest::qWaitFor([&] { return button(dialog, u"Measure"_s) != nullptr; }, kPatience);
}

bool says(const QWidget& dialog, const QString& text) {
  for (const auto* label : dialog.findChildren<QLabel*>())
    if (label->text().contains(text)) return true;
  return false;
}

}  // namespace

class TestMachineDialog : public QObject {
  Q_OBJECT

 private slots:
  void measuresAndCopies() {
    MachineDialog dialog({.threads = 2, .seconds = 0.05});
    QVERIFY(!button(dialog, u"Copy"_s)->isEnabled());
    button(dialog, u"Measure"_s)->click();
    QVERIFY(ends(dialog));
    QVERIFY(says(dialog, u"MB"_s));
    const auto tables = dialog.findChildren<QTableWidget*>();
    QCOMPARE(tables.size(), 2);
    QCOMPARE(tables[0]->rowCount(), 7);
    QVERIFY(tables[0]->columnCount() >= 3);
    QVERIFY(tables[1]->rowCount() > 60);
    QCOMPARE(tables[1]->columnCount(), 6);
    button(dialog, u"Copy"_s)->click();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QVERIFY(lines.filter(u"t2.micro\t"_s).size() == 1);
    QVERIFY(lines.filter(u"Step, median, ms\t"_s).size() == 1);
  }

  void canBeCancelled() {
    MachineDialog dialog({.threads = 1, .seconds = 1e6});
    button(dialog, u"Measure"_s)->click();
    button(dialog, u"Cancel"_s)->click();
    QVERIFY(ends(dialog));
    QVERIFY(says(dialog, u"cancelled"_s));
    QVERIFY(!button(dialog, u"Copy"_s)->isEnabled());
  }

  void canBeClosedWhileItMeasures() {
    MachineDialog dialog({.threads = 1, .seconds = 1e6});
    button(dialog, u"Measure"_s)->click();
  }

  void tellsOfErrors() {
    MachineDialog dialog({.kernels = "abacus"});
    button(dialog, u"Measure"_s)->click();
    QVERIFY(ends(dialog));
    QVERIFY(says(dialog, u"abacus"_s));
  }

  void opensFromTheWindow() {
    const QTemporaryDir folder;
    ui::Settings settings(folder.filePath(u"settings.ini"_s));
    ui::MainWindow window(settings);
    window.actions().machine->trigger();
    const auto* dialog = window.findChild<MachineDialog*>();
    QVERIFY(dialog && dialog->isVisible());
  }
};

QTEST_MAIN(TestMachineDialog)
#include "tst_machine_dialog.moc"
