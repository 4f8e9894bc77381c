#include "ui/report/run_report.h"

#include <QBuffer>
#include <QDateTime>
#include <QFile>
#include <QGuiApplication>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QScreen>
#include <QTimer>
#include <deque>
#include <exception>
#include <span>

#include "engine/atomic_file.h"
#include "ui/charts/chart_pane.h"
#include "ui/panels/credit_charts.h"
#include "ui/panels/training_charts.h"
#include "ui/report/report_tables.h"
#include "ui/run/credit_session.h"
#include "ui/run/run_flags.h"
#include "ui/theme.h"

namespace ui {
namespace {

constexpr double kPointsPerInch = 72;
constexpr QSize kChartSize(700, 230);  // pixels of the screen; scaled to the width of the page
constexpr double kGap = 8;             // points

}  // namespace

class RunReport::Private {
 public:
  Private(RunReport& report, const RunModel& model, const CreditSession& credits, QString dataset)
      : q(report), m_model(model), m_credits(credits), m_dataset(std::move(dataset)) {
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, &q, [this] { drawPiece(); });
  }

  void save(const QString& file) {
    if (isDrawing()) return;
    m_file = file;
    m_bytes.open(QIODevice::WriteOnly | QIODevice::Truncate);
    m_writer = std::make_unique<QPdfWriter>(&m_bytes);
    m_writer->setPageSize(QPageSize(QPageSize::A4));
    m_writer->setPageMargins(QMarginsF(15, 15, 15, 15), QPageLayout::Millimeter);
    // The charts were laid out for the screen: in its resolution their fonts keep their size.
    m_writer->setResolution(m_dotsPerInch);
    m_writer->setTitle(RunReport::tr("Burstlab run, %1").arg(m_dataset));
    m_writer->setCreator(QStringLiteral("Burstlab"));
    m_painter = std::make_unique<QPainter>(m_writer.get());
    const double scale = m_dotsPerInch / kPointsPerInch;
    m_painter->scale(scale, scale);
    QFont font(QStringLiteral("sans-serif"));
    font.setPixelSize(9);
    m_painter->setFont(font);
    m_page = QRectF(0, 0, m_writer->width() / scale, m_writer->height() / scale);
    m_y = 0;
    plan();
    m_count = m_pieces.size();
    m_next.start(0);
  }

  bool isDrawing() const { return m_painter != nullptr; }

 private:
  // Nothing here may take long: each piece is one turn of the event loop.
  void plan() {
    m_pieces = {};
    m_pieces.push_back([this] { drawHead(); });
    m_pieces.push_back([this] { makeCharts(); });
    m_pieces.push_back([this] { fillCharts(); });
    m_pieces.push_back([this] { drawChart(m_charts->loss()); });
    m_pieces.push_back([this] { drawChart(m_charts->error()); });
    m_pieces.push_back([this] { drawChart(m_charts->time()); });
    m_pieces.push_back([this] { drawChart(m_creditCharts->balanceChart()); });
    m_pieces.push_back([this] { drawChart(m_creditCharts->cpuChart()); });
    m_pieces.push_back([this] { drawSentence(); });
    m_pieces.push_back([this] { drawMatrix(); });
  }

  void drawPiece() {
    if (!m_pieces.empty()) {
      const auto piece = std::move(m_pieces.front());
      m_pieces.pop_front();
      piece();
      emit q.progressed(static_cast<int>(100 * (m_count - m_pieces.size()) / m_count));
      m_next.start(0);
      return;
    }
    m_painter->end();
    m_painter.reset();
    m_writer.reset();
    m_charts.reset();
    m_creditCharts.reset();
    m_axes.reset();
    const QByteArray& bytes = m_bytes.data();
    try {
      engine::writeFileAtomically(QFile::encodeName(m_file).toStdString(),
                                  std::as_bytes(std::span(bytes.constData(), bytes.size())));
    } catch (const std::exception& error) {
      emit q.failed(QString::fromUtf8(error.what()));
      return;
    }
    emit q.saved(m_file);
  }

  void need(double height) {
    if (m_y + height <= m_page.height()) return;
    m_writer->newPage();
    m_y = 0;
  }

  QRectF rest() const { return m_page.adjusted(0, m_y, 0, 0); }

  void drawHead() {
    QFont big = m_painter->font();
    big.setPixelSize(16);
    big.setBold(true);
    m_painter->save();
    m_painter->setFont(big);
    m_painter->drawText(rest(), Qt::AlignLeft | Qt::AlignTop,
                        RunReport::tr("Burstlab run, %1").arg(m_dataset));
    m_painter->restore();
    m_painter->drawText(rest(), Qt::AlignRight | Qt::AlignTop,
                        QLocale().toString(QDateTime::currentDateTime(), QLocale::ShortFormat));
    m_y += 26;
    m_y += drawRows(*m_painter, rest(), RunReport::tr("Result"), resultRows(m_model));
    if (m_model.run())
      m_y += drawRows(*m_painter, rest(), RunReport::tr("Settings"), settingsRows(*m_model.run()));
  }

  void makeCharts() {
    m_axes = std::make_unique<LinkedAxes>(m_model);
    m_flags = std::make_unique<RunFlags>(m_model, m_credits, *m_axes);
    m_charts = std::make_unique<TrainingCharts>(*m_axes);
    m_creditCharts = std::make_unique<CreditCharts>(m_credits, *m_axes);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_charts.get()), static_cast<QWidget*>(m_creditCharts.get())}) {
      widget->setPalette(ui::palette(Theme::Light));
      widget->setAttribute(Qt::WA_DontShowOnScreen);
    }
    m_charts->resize(kChartSize.width(), 3 * kChartSize.height());
    m_creditCharts->resize(kChartSize.width(), kChartSize.height() + 40);
    m_charts->show();
    m_creditCharts->show();
  }

  // Many steps come in portions.
  void fillCharts() {
    if (m_charts->isBehind()) m_pieces.push_front([this] { fillCharts(); });
  }

  void drawChart(ChartPane& pane) {
    pane.refresh();
    const double scale = m_page.width() / pane.width();
    need(pane.height() * scale);
    m_painter->save();
    m_painter->translate(0, m_y);
    m_painter->scale(scale, scale);
    pane.draw(*m_painter);
    m_painter->restore();
    m_y += pane.height() * scale + kGap;
  }

  void drawSentence() {
    need(40);
    m_painter->setPen(Qt::black);
    QRectF used;
    m_painter->drawText(rest(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                        m_creditCharts->sentence(), &used);
    m_y += used.height() + 2 * kGap;
  }

  void drawMatrix() {
    const auto& result = m_model.result();
    const bool tested = result && result->test.count > 0;
    if (!tested && m_model.validations().empty()) return;
    constexpr double kHeight = 220;
    need(kHeight);
    m_y += drawConfusion(
        *m_painter, rest(),
        tested ? RunReport::tr("Confusion on the test set")
               : RunReport::tr("Confusion on the validation set"),
        tested ? result->test.confusion : m_model.validations().back().validation.confusion);
  }

  RunReport& q;
  const RunModel& m_model;
  const CreditSession& m_credits;
  QString m_dataset, m_file;
  QTimer m_next;
  std::deque<std::function<void()>> m_pieces;
  std::size_t m_count = 1;
  QBuffer m_bytes;
  std::unique_ptr<QPdfWriter> m_writer;
  std::unique_ptr<QPainter> m_painter;
  std::unique_ptr<LinkedAxes> m_axes;
  std::unique_ptr<RunFlags> m_flags;
  std::unique_ptr<TrainingCharts> m_charts;
  std::unique_ptr<CreditCharts> m_creditCharts;
  const int m_dotsPerInch = qRound(QGuiApplication::primaryScreen()->logicalDotsPerInch());
  QRectF m_page;  // points
  double m_y = 0;
};

RunReport::RunReport(const RunModel& model, const CreditSession& credits, const QString& dataset,
                     QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(*this, model, credits, dataset)) {}

RunReport::~RunReport() = default;

void RunReport::save(const QString& file) {
  d->save(file);
}

bool RunReport::isDrawing() const {
  return d->isDrawing();
}

}  // namespace ui
