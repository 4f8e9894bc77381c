#include "ui/help.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QKeySequence>
#include <QSysInfo>
#include <QTextBrowser>
#include <QThread>
#include <QVBoxLayout>

#include "engine/error.h"
#include "engine/kernels/kernels.h"
#include "ui/run/run_model.h"
#include "ui/run/run_texts.h"

namespace ui {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::Help)
};

void showPage(QWidget& parent, const QString& title, const QString& html) {
  auto* dialog = new QDialog(&parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* page = new QTextBrowser;
  page->setOpenExternalLinks(true);
  page->setAccessibleName(title);
  page->setHtml(html);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(page);
  layout->addWidget(buttons);
  dialog->resize(560, 480);
  dialog->show();
}

QString processorName() {
  QFile file(QStringLiteral("/proc/cpuinfo"));
  if (file.open(QIODevice::ReadOnly))
    for (const QByteArray& line : file.readAll().split('\n'))
      if (line.startsWith("model name"))
        return QString::fromUtf8(line.mid(line.indexOf(':') + 1).trimmed());
  return QSysInfo::currentCpuArchitecture();
}

QString kernelsText() {
  try {
    return QString::fromUtf8(engine::selectKernels().description);
  } catch (const engine::Error& error) {
    return QString::fromUtf8(error.what());
  }
}

QString row(const QString& name, const QString& value) {
  return QStringLiteral("<tr><td><b>%1</b></td><td style='padding-left:16px'>%2</td></tr>")
      .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

QString table(const QString& rows) {
  return QStringLiteral("<table cellspacing='4'>") + rows + QStringLiteral("</table>");
}

}  // namespace

void showAbout(QWidget& parent, const RunModel& model) {
  const QString computedBy = model.run() ? computedByText(*model.run()) : kernelsText();
  showPage(parent, Text::tr("About Burstlab"),
           QStringLiteral("<h2>Burstlab %1</h2><p>%2</p>")
                   .arg(QCoreApplication::applicationVersion(),
                        Text::tr("Trainer and visualiser for small networks on CPUs that run on "
                                 "credits.")
                            .toHtmlEscaped()) +
               table(row(Text::tr("Computed by"), computedBy) +
                     row(Text::tr("Processor"), processorName()) +
                     row(Text::tr("Threads"), QString::number(QThread::idealThreadCount())) +
                     row(Text::tr("System"), QSysInfo::prettyProductName()) +
                     row(Text::tr("Qt"), QString::fromLatin1(qVersion())) +
                     row(Text::tr("Licence"), Text::tr("GNU General Public License, version 3 or "
                                                       "later")) +
                     row(Text::tr("Data"), Text::tr("MNIST by Y. LeCun, C. Cortes and C. Burges, "
                                                    "CC BY-SA 3.0"))));
}

void showShortcuts(QWidget& parent, const QList<QAction*>& actions) {
  QString rows;
  for (const QAction* action : actions)
    if (!action->shortcut().isEmpty())
      rows += row(action->shortcut().toString(QKeySequence::NativeText),
                  action->text().remove(QLatin1Char('&')));
  rows += row(Text::tr("Tab"), Text::tr("To the next control"));
  rows += row(Text::tr("Drop"),
              Text::tr("A folder or IDX file opens a data set, an .npz file opens weights"));
  showPage(parent, Text::tr("Keyboard shortcuts"), table(rows));
}

void showNumbers(QWidget& parent) {
  const std::pair<QString, QString> entries[] = {
      {Text::tr("Loss"),
       Text::tr("Cross-entropy of the minibatch plus the L2 penalty on the dense layers. The "
                "penalty alone starts near 3.1 and falls slowly, which is why the loss is still "
                "high when hardly a digit is wrong.")},
      {Text::tr("Minibatch error"),
       Text::tr("Percent wrong of the images just trained on, before the update and with dropout "
                "on. It can be higher than the validation error.")},
      {Text::tr("Validation error"),
       Text::tr("Percent wrong of the first 5,000 training images, which are never trained on.")},
      {Text::tr("Test error"),
       Text::tr("Percent wrong of the test images, measured once, at the end.")},
      {Text::tr("Per step"),
       Text::tr("Time of training alone. The log has the script's own figure, which divides the "
                "time since the last report by its interval and so contains one evaluation; at "
                "step 0 it divides one step by the whole interval.")},
      {Text::tr("Learning rate"),
       Text::tr("The base rate times 0.95 for every epoch that is done.")},
      {Text::tr("Credits"),
       Text::tr("One credit is one virtual CPU at full speed for one minute. The chart shows what "
                "this run would cost on a simulated instance; no cloud is asked.")}};
  QString html;
  for (const auto& [name, meaning] : entries)
    html += QStringLiteral("<p><b>%1.</b> %2</p>").arg(name, meaning.toHtmlEscaped());
  showPage(parent, Text::tr("What the numbers mean"), html);
}

}  // namespace ui
