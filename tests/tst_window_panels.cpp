#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QListView>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>

#include "sample_weights.h"
#include "train_fixtures.h"
#include "ui/main_window.h"
#include "ui/panels/draw_panel.h"
#include "ui/panels/drawing_keeper.h"
#include "ui/panels/errors_panel.h"
#include "ui/panels/network_panel.h"

using namespace ui;
using namespace Qt::StringLiterals;

/// What the panels of the window have to say to each other.
class WindowPanelsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
  void init();

  void aMistakeGoesToThePad();
  void theNetworkFollowsThePad();

 private:
  void bringToFront(const QString& tab);

  QTemporaryDir m_folder;
  std::unique_ptr<Settings> m_settings;
  std::unique_ptr<MainWindow> m_window;
};

void WindowPanelsTest::init() {
  m_window.reset();
  m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
  m_window = std::make_unique<MainWindow>(*m_settings);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void WindowPanelsTest::bringToFront(const QString& tab) {
  for (auto* bar : m_window->findChildren<QTabBar*>())
    for (int i = 0; i < bar->count(); ++i)
      if (bar->tabText(i) == tab) {
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
        return;
      }
  QFAIL(qPrintable(tab));
}

void WindowPanelsTest::aMistakeGoesToThePad() {
  auto* errors = m_window->findChild<ErrorsPanel*>();
  auto* pad = m_window->findChild<DrawPanel*>();
  QVERIFY(pad->isVisible());
  QTRY_VERIFY(!errors->isVisible());

  m_window->commands().setDataset(std::make_shared<engine::Dataset>(noiseDataset(8, 20, 40)));
  m_window->session().setWeights(makeWeights(kSeven, 0), 3);
  errors->setDataset(m_window->commands().dataset());
  bringToFront(u"Mistakes"_s);
  QTRY_VERIFY(errors->isVisible());
  QTRY_VERIFY(errors->analysed());

  auto* images = errors->findChild<QListView*>();
  const QModelIndex worst = images->model()->index(0, 0);
  const QString caption = static_cast<ImageList*>(images->model())->caption(0);
  images->scrollTo(worst);
  const QPoint place = images->visualRect(worst).center();
  QTest::mouseClick(images->viewport(), Qt::LeftButton, {}, place);
  QTest::mouseDClick(images->viewport(), Qt::LeftButton, {}, place);
  QVERIFY(pad->isVisible());
  QTRY_VERIFY(std::ranges::any_of(pad->findChildren<QLabel*>(), [&](const QLabel* label) {
    return label->isVisible() && label->text().contains(caption);
  }));
  // Kept, it would be kept under its own label and not under what the network took it for.
  auto* keeper = pad->findChild<DrawingKeeper*>();
  QCOMPARE(keeper->findChild<QComboBox*>()->currentText(), caption.last(1));
}

void WindowPanelsTest::theNetworkFollowsThePad() {
  auto* network = m_window->findChild<NetworkPanel*>();
  auto* pad = m_window->findChild<DrawPanel*>();
  m_window->session().setWeights(makeWeights(kSeven, 0.1F), 3);
  QTRY_VERIFY(!network->isVisible());
  const auto image = noiseImages(1, 9);
  pad->showImage(image.pixels, u"Test image 9, label 4"_s);
  QTest::qWait(100);
  QVERIFY(!network->trace());  // hidden behind the settings

  bringToFront(u"Network"_s);
  QVERIFY(pad->isVisible());
  QTRY_VERIFY(network->trace());
  QCOMPARE(network->trace()->pixels, image.pixels);
  QVERIFY(network->findChild<QLabel*>()->text().startsWith(u"Test image 9, label 4; weights"_s));
}

QTEST_MAIN(WindowPanelsTest)
#include "tst_window_panels.moc"
