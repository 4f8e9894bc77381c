#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "app/desktop/live_credit_source.h"
#include "aws_testing.h"
#include "ui/charts/chart_pane.h"
#include "ui/main_window.h"
#include "ui/panels/credit_panel.h"
#include "ui/panels/live_credit_charts.h"

using namespace ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatience = 60'000;  // milliseconds

template <typename Widget>
Widget& named(QWidget& parent, const QString& name) {
  for (auto* widget : parent.findChildren<Widget*>())
    if (widget->accessibleName() == name) return *widget;
  qFatal("nothing is called %s", qPrintable(name));
}

}  // namespace

/// The window's live credits, from a small AWS on the loopback.
class TestCreditPanel : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<AwsServer> m_server;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<MainWindow> m_window;
  int m_made = 0;

  CreditPanel& panel() { return m_window->credits(); }
  QComboBox& choice() { return named<QComboBox>(panel(), u"Whose credits"_s); }
  QString sentence() { return named<QLabel>(panel(), u"How the credits are"_s).text(); }
  QString notes() { return named<QLabel>(panel(), u"What the cloud says"_s).text(); }
  void choose(const QString& name) {
    QVERIFY(choice().findText(name) >= 0);
    choice().setCurrentIndex(choice().findText(name));
  }
  void watch() {
    choose(u"Instance…"_s);
    named<QLineEdit>(panel(), u"Instance id"_s).setText(QString::fromLatin1(m_server->instanceId));
    named<QLineEdit>(panel(), u"AWS region"_s).setText(u"us-east-1"_s);
    QTest::mouseClick(&named<QPushButton>(panel(), u"Watch the instance"_s), Qt::LeftButton);
  }
  bool answers() {
    return QTest::qWaitFor([&] { return panel().news() && panel().news()->hasAnswer; }, kPatience);
  }

 private slots:
  void init() {
    m_window.reset();
    m_server = std::make_unique<AwsServer>();
    m_made = 0;
    m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
    m_window = std::make_unique<MainWindow>(*m_settings);
    const auto environment = withKeys(emptyAwsEnvironment(m_folder.path()), *m_server);
    panel().setMakeSource([this, environment](const CreditTarget& target) {
      ++m_made;
      return std::make_unique<LiveCreditSource>(target, environment);
    });
    m_window->show();
  }
  void cleanup() { m_window.reset(); }

  // The order of events: a window that is there, and nothing asked before somebody chooses.
  void cre08_nothingIsAskedAtTheStart() {
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QCOMPARE(panel().source(), CreditPanel::Source::Simulated);
    QCOMPARE(m_made, 0);
    QVERIFY(m_server->actions.isEmpty());
    QVERIFY(m_server->paths.isEmpty());
  }

  void instanceElsewhere() {
    m_server->points[QByteArray("CPUCreditBalance")] = {{900, 20.5}, {600, 19.5}, {1200, 21.0}};
    m_server->points[QByteArray("CPUUtilization")] = {{600, 40.0}, {900, 30.0}};
    watch();
    QVERIFY(answers());
    QVERIFY2(m_server->badSignatures.isEmpty(), qPrintable(notes()));
    QVERIFY2(sentence().contains(u"t2.micro"_s) && sentence().contains(u"measured"_s),
             qPrintable(sentence() + notes()));
    QVERIFY2(notes().contains(u'$'), qPrintable(notes()));  // what the polling costs
    std::vector<double> measured;
    for (const Curve& curve : panel().live().balanceChart().curves())
      if (curve.style.name == u"measured"_s) {
        QCOMPARE(curve.style.width, 0.0);
        QVERIFY(curve.style.marker != Marker::None);
        measured = curve.y;
        // Time begins with what is known.
        QVERIFY(curve.x.front() >= 0 && curve.x.front() <= 600);
        QCOMPARE(curve.x.back() - curve.x.front(), 600.0);
      }
    QCOMPARE(measured, (std::vector<double>{21.0, 20.5, 19.5}));
  }

  // Hidden, it asks nothing; shown again before there can be news, neither.
  void restsWhileHidden() {
    watch();
    QVERIFY(answers());
    const auto asked = m_server->actions.size();
    m_window->hide();
    const double last = panel().news()->time;
    QTest::qWait(1500);
    QCOMPARE(panel().news()->time, last);
    m_window->show();
    QVERIFY(QTest::qWaitFor([&] { return panel().news()->time > last; }, kPatience));
    QTest::qWait(300);
    QCOMPARE(m_server->actions.size(), asked);
  }

  void errorsStayInThePanel() {
    m_server->errorCode = "AccessDenied";
    m_server->errorStatus = 403;
    watch();
    QVERIFY(answers());
    QVERIFY2(notes().contains(u"ec2:"_s) || notes().contains(u"cloudwatch:"_s),
             qPrintable(notes()));
  }

  void thisComputerIsNoInstance() {
    choose(u"This computer"_s);
    QVERIFY(answers());
    QVERIFY(!notes().isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return panel().news()->status.use.seconds > 0; }, kPatience));
    // Remembered: the next source has its answer at once.
    choose(u"Simulated machine"_s);
    choose(u"This computer"_s);
    QVERIFY(panel().news() && panel().news()->hasAnswer);
    QVERIFY(m_server->actions.isEmpty());
  }
};

QTEST_MAIN(TestCreditPanel)
#include "tst_credit_panel.moc"
