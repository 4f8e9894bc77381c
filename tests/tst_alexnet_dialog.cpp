#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include "ui/main_window.h"
#include "ui/panels/accessible_value.h"
#include "ui/panels/alexnet_dialog.h"
#include "ui/panels/layer_bars.h"

using namespace Qt::StringLiterals;
using ui::AlexnetDialog;

namespace {

constexpr int kPatience = 120000;  // ms; for a slow machine with sanitizers

QPushButton* button(const QWidget& dialog, const QString& text) {
  for (auto* candidate : dialog.findChildren<QPushButton*>())
    if (candidate->text().remove(u'&') == text) return candidate;
  return nullptr;
}

void set(const QWidget& dialog, const QString& name, int value) {
  for (auto* box : dialog.findChildren<QSpinBox*>())
    if (box->accessibleName() == name) return box->setValue(value);
  qFatal("no such box");
}

bool ends(const QWidget& dialog) {
  return QTest::qWaitFor([&] { return button(dialog, u"Start"_s) != nullptr; }, kPatience);
}

bool says(const QWidget& dialog, const QString& text) {
  for (const auto* label : dialog.findChildren<QLabel*>())
    if (label->text().contains(text)) return true;
  return false;
}

}  // namespace

class TestAlexnetDialog : public QObject {
  Q_OBJECT

 private slots:
  void measuresComparesAndCopies() {
    AlexnetDialog dialog;
    dialog.show();
    auto& table = *dialog.findChild<QTableWidget*>();
    QCOMPARE(table.rowCount(), 4);
    QCOMPARE(table.item(0, 1)->text(), u"–"_s);
    QVERIFY(!button(dialog, u"Copy"_s)->isEnabled());
    set(dialog, u"Images per batch"_s, 2);
    set(dialog, u"Batches of each kind"_s, 3);
    set(dialog, u"Threads"_s, 2);
    button(dialog, u"Start"_s)->click();
    QVERIFY(button(dialog, u"Cancel"_s));
    QVERIFY(ends(dialog));
    QVERIFY(says(dialog, u"threads: 2. Batches of 2."_s));

    // The figures hold for batches of 128.
    const QLocale local = dialog.locale();
    QCOMPARE(table.item(1, 1)->text(), local.toString(9.65 / 64, 'f', 3));
    QCOMPARE(table.item(2, 3)->text(), local.toString(0.480 / 64, 'f', 3));
    QVERIFY(local.toDouble(table.item(3, 2)->text()) > 0);

    const auto& bars = *dialog.findChild<ui::LayerBars*>();
    QVERIFY(bars.text(0, true).contains(u"GFLOP/s"_s));
    QVERIFY(ui::accessibleValue(bars).contains(u"conv5 + pool5: "_s));
    button(dialog, u"Copy"_s)->click();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    for (const QString& line : {u"conv1 + pool1\t"_s, u"conv4\t"_s, u"Titan X\t"_s})
      QCOMPARE(lines.filter(line).size(), 1);
  }

  void showsProgressAndCanBeCancelled() {
    AlexnetDialog dialog;
    set(dialog, u"Images per batch"_s, 2);
    set(dialog, u"Batches of each kind"_s, 100'000);
    button(dialog, u"Start"_s)->click();
    const auto& progress = *dialog.findChild<QProgressBar*>();
    QVERIFY(QTest::qWaitFor([&] { return progress.value() > 0; }, kPatience));
    QCOMPARE(progress.maximum(), 2 * 100'010);
    QVERIFY(says(dialog, u" left."_s));
    button(dialog, u"Cancel"_s)->click();
    QVERIFY(ends(dialog));
    QVERIFY(says(dialog, u"cancelled"_s));
    QVERIFY(!button(dialog, u"Copy"_s)->isEnabled());
  }

  void canBeClosedWhileItRuns() {
    AlexnetDialog dialog;
    set(dialog, u"Images per batch"_s, 2);
    button(dialog, u"Start"_s)->click();
  }

  void barsAreDrawnToScale() {
    ui::LayerBars bars;
    bars.resize(600, 300);
    const QImage empty = bars.grab().toImage();
    bars.setLayers({{"conv1", 0.010, 0.020, 100, 100}, {"conv2", 0.040, 0, 50, 0}});
    QCOMPARE(bars.text(0, false),
             u"%1 ms, 100 GFLOP/s"_s.arg(bars.locale().toString(10.0, 'f', 1)));
    QVERIFY(bars.text(1, true).isEmpty());
    QVERIFY(bars.grab().toImage() != empty);
  }

  void opensFromTheWindow() {
    const QTemporaryDir folder;
    ui::Settings settings(folder.filePath(u"settings.ini"_s));
    ui::MainWindow window(settings);
    window.actions().alexnet->trigger();
    const auto* dialog = window.findChild<AlexnetDialog*>();
    QVERIFY(dialog && dialog->isVisible());
  }
};

QTEST_MAIN(TestAlexnetDialog)
#include "tst_alexnet_dialog.moc"
