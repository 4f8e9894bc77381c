#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "ui/panels/decimal_spin_box.h"
#include "ui/settings.h"

using namespace ui;
using namespace Qt::StringLiterals;

class TestSettings : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString file() const { return m_folder.filePath(u"settings.ini"_s); }

 private slots:
  void init() { QFile::remove(file()); }

  void survive() {
    engine::TrainConfig config;
    config.batchSize = 32;
    config.learningRate = 0.0125;
    config.keepProbability = 0.75;
    config.seed = 18446744073709551615u;
    config.shuffle = true;
    config.distort = true;
    {
      Settings settings(file());
      settings.setTrainConfig(config);
      settings.setTheme(Theme::Dark);
      settings.setKeptWeights({{u"/a/b.npz"_s, 12}, {u"/a/c.npz"_s, 30}});
      for (int i = 0; i < 9; ++i) settings.addRecentWeights(u"/w/%1.npz"_s.arg(i % 8));
    }
    const Settings settings(file());
    const engine::TrainConfig read = settings.trainConfig();
    QCOMPARE(read.batchSize, 32);
    QCOMPARE(read.learningRate, 0.0125);
    QCOMPARE(read.keepProbability, 0.75);
    QCOMPARE(read.seed, config.seed);
    QCOMPARE(read.shuffle, true);
    QCOMPARE(read.distort, true);
    QCOMPARE(settings.theme(), Theme::Dark);
    QCOMPARE(settings.keptWeights().size(), 2);
    QCOMPARE(settings.keptWeights().first().updates, 30);
    QCOMPARE(settings.keptWeights().last().file, u"/a/b.npz"_s);
    QCOMPARE(settings.recentWeights().size(), Settings::kRecentFiles);
    QCOMPARE(settings.recentWeights().first(), u"/w/0.npz"_s);
    QCOMPARE(settings.keptFolder(), m_folder.path());
  }

  void nonsenseReadsAsTheDefault() {
    QFile damaged(file());
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write(
        "[training]\nbatchSize=-3\nepochs=many\nlearningRate=nan\nseed=x\n"
        "[view]\ntheme=pink\n");
    damaged.close();
    const Settings settings(file());
    const engine::TrainConfig config = settings.trainConfig();
    QCOMPARE(config.batchSize, 64);
    QCOMPARE(config.epochs, 10);
    QCOMPARE(config.learningRate, 0.01);
    QCOMPARE(config.seed, 66478u);
    QCOMPARE(settings.theme(), Theme::System);
  }

  void recentFoldersHaveTheLatestFirst() {
    Settings settings(file());
    for (int i = 0; i < 12; ++i) settings.setDataFolder(QString::number(i));
    settings.setDataFolder(u"6"_s);
    QCOMPARE(settings.recentFolders().size(), Settings::kRecentFolders);
    QCOMPARE(settings.recentFolders().mid(0, 3), (QStringList{u"6"_s, u"11"_s, u"10"_s}));
    QCOMPARE(settings.dataFolder(), u"6"_s);
  }

  void gui10_decimalsInEveryLocale_data() {
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("shown");
    const QLocale german(QLocale::German), english(QLocale::English), french(QLocale::French);
    QTest::newRow("German comma") << german << u"0,02"_s << u"0,02"_s;
    QTest::newRow("German point") << german << u"0.02"_s << u"0,02"_s;
    QTest::newRow("English point") << english << u"0.02"_s << u"0.02"_s;
    QTest::newRow("English comma") << english << u"0,02"_s << u"0.02"_s;
    QTest::newRow("French comma") << french << u"0,02"_s << u"0,02"_s;
    QTest::newRow("exponent") << english << u"2e-2"_s << u"0.02"_s;
    QTest::newRow("German exponent") << german << u"0.2E-1"_s << u"0,02"_s;
  }

  void gui10_decimalsInEveryLocale() {
    QFETCH(QLocale, locale);
    QFETCH(QString, typed);
    QLocale::setDefault(locale);
    DecimalSpinBox box(0, 10, 6);
    QLocale::setDefault(QLocale::C);
    box.setValue(1);
    box.selectAll();
    QTest::keyClicks(&box, typed);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 0.02);
    QTEST(box.text(), "shown");
  }

  void gui10_whatIsNoNumberInRangeIsRefused_data() {
    QTest::addColumn<QString>("typed");
    for (const char* typed : {"", "-1", "99", "1e", "1e3", "x", "0.0.1", "nan", "inf", "1e-9"})
      QTest::newRow(typed) << QString::fromLatin1(typed);
  }

  void gui10_whatIsNoNumberInRangeIsRefused() {
    QFETCH(QString, typed);
    DecimalSpinBox box(0.000001, 10, 6);
    box.setValue(0.5);
    QSignalSpy changed(&box, &QDoubleSpinBox::valueChanged);
    QSignalSpy refused(&box, &DecimalSpinBox::refused);
    auto* edit = box.findChild<QLineEdit*>();
    const QColor usual = edit->palette().color(QPalette::Text);
    box.selectAll();
    QTest::keyClick(&box, Qt::Key_Delete);
    QTest::keyClicks(&box, typed);
    QCOMPARE(edit->text(), typed);  // no character is swallowed
    QVERIFY(edit->palette().color(QPalette::Text) != usual);
    QCOMPARE(refused.size(), 0);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(edit->text(), u"0.5"_s);
    QCOMPARE(edit->palette().color(QPalette::Text), usual);
    QVERIFY(refused.size() > 0);
    QCOMPARE(changed.size(), 0);
  }

  void gui10_typingAppliesWhenItIsDone() {
    DecimalSpinBox box(0.000001, 10, 6);
    QSignalSpy changed(&box, &QDoubleSpinBox::valueChanged);
    box.selectAll();
    QTest::keyClicks(&box, u"1e-3"_s);
    QCOMPARE(changed.size(), 0);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(box.value(), 0.001);
  }

  void gui10_spinBoxShowsNoMoreThanNeeded_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << 10.0 << u"10"_s;
    QTest::newRow("zero") << 0.0 << u"0"_s;
    QTest::newRow("small") << 0.0005 << u"0.0005"_s;
    QTest::newRow("smallest") << 0.000001 << u"0.000001"_s;
  }

  void gui10_spinBoxShowsNoMoreThanNeeded() {
    QFETCH(double, value);
    DecimalSpinBox box(0, 10, 6);
    box.setLocale(QLocale::c());
    QTEST(box.textFromValue(value), "text");
  }
};

QTEST_MAIN(TestSettings)
#include "tst_settings.moc"
