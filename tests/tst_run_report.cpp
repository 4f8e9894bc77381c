#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "engine/credits/instance_catalogue.h"
#include "synthetic_run.h"
#include "ui/report/report_tables.h"
#include "ui/report/run_report.h"
#include "ui/run/credit_session.h"

using namespace Qt::StringLiterals;
using namespace ui;

class TestRunReport : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_model = std::make_unique<RunModel>();
    m_credits = std::make_unique<CreditSession>(
        *m_model,
        engine::PaceSettings{.type = engine::InstanceCatalogue::bundled().find("t2.micro")});
    m_model->start(synthetic::started());
    synthetic::advance(*m_model, 6000);
  }
  void cleanup() {
    m_credits.reset();
    m_model.reset();
  }

  void isAPdf() {
    engine::RunFinished end;
    end.test.count = 10'000;
    end.test.wrong = 79;
    end.test.confusion[3][5] = 79;
    m_model->finish(end);
    RunReport report(*m_model, *m_credits, u"MNIST"_s);
    QSignalSpy saved(&report, &RunReport::saved);
    QSignalSpy progressed(&report, &RunReport::progressed);
    const QString file = m_folder.filePath(u"report.pdf"_s);
    report.save(file);
    QVERIFY(report.isDrawing());  // goes on in the background
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 60'000);
    QVERIFY(!report.isDrawing());
    QFile pdf(file);
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    const QByteArray bytes = pdf.readAll();
    QVERIFY(bytes.startsWith("%PDF-") && bytes.trimmed().endsWith("%%EOF"));
    QVERIFY(bytes.count("/Type /Page\n") >= 2);
    QCOMPARE(progressed.last().first().toInt(), 100);
    // Pieces: the event loop had its turn between them.
    QVERIFY(progressed.size() >= 9);
  }

  void alsoOfARunThatGoesOn() {
    RunReport report(*m_model, *m_credits, u"MNIST"_s);
    QSignalSpy saved(&report, &RunReport::saved);
    report.save(m_folder.filePath(u"early.pdf"_s));
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 60'000);
  }

  void tellsWhatFails() {
    RunReport report(*m_model, *m_credits, u"MNIST"_s);
    QSignalSpy failed(&report, &RunReport::failed);
    report.save(u"/nowhere/report.pdf"_s);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60'000);
    QVERIFY(failed.first().first().toString().contains(u"/nowhere"_s));
  }

  void canBeGivenUp() {
    auto report = std::make_unique<RunReport>(*m_model, *m_credits, u"MNIST"_s);
    QSignalSpy progressed(report.get(), &RunReport::progressed);
    report->save(m_folder.filePath(u"none.pdf"_s));
    // A piece of it at a time, or it would be done before one could give it up.
    QDeadlineTimer patience(60'000);
    while (progressed.size() < 5 && !patience.hasExpired()) QCoreApplication::processEvents();
    QVERIFY(report->isDrawing());
    report.reset();
    QVERIFY(!QFile::exists(m_folder.filePath(u"none.pdf"_s)));
  }

  void tables() {
    const auto rows = resultRows(*m_model);
    const auto value = [&](const QString& name) {
      for (const ReportRow& row : rows)
        if (row.name == name) return row.value;
      return QString();
    };
    // The best of the synthetic run is 35 wrong of 5,000 at step 700.
    QCOMPARE(value(u"Best validation error"_s),
             QLocale().toString(0.7, 'f', 2) + u" % at step 700"_s);
    QCOMPARE(value(u"Steps done"_s), QLocale().toString(6000));
    QVERIFY(value(u"Test error"_s).isEmpty());
    QCOMPARE(value(u"End"_s), u"the run goes on"_s);
    for (const ReportRow& row : settingsRows(*m_model->run()))
      if (row.name == u"Seed"_s) QCOMPARE(row.value, u"66478"_s);
  }

 private:
  QTemporaryDir m_folder;
  std::unique_ptr<RunModel> m_model;
  std::unique_ptr<CreditSession> m_credits;
};

QTEST_MAIN(TestRunReport)
#include "tst_run_report.moc"
