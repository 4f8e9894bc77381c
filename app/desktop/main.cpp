#include <QApplication>
#include <QTemporaryDir>
#include <cstdio>
#include <exception>
#include <optional>
#include <vector>

#include "app/desktop/automation.h"
#include "app/desktop/live_credit_source.h"
#include "app/desktop/message_filter.h"
#include "app/desktop/missing_display.h"
#include "app/desktop/options.h"
#include "app/desktop/termination.h"
#include "ui/icons.h"
#include "ui/main_window.h"
#include "ui/panels/credit_panel.h"

namespace {

int showWindow(QApplication& application, const Options& options) {
  // A script sees the defaults, whatever a person has set, and leaves no trace in the settings.
  const QTemporaryDir scratch;
  ui::Settings settings = options.isAutomatic()
                              ? ui::Settings(scratch.filePath(QStringLiteral("settings.ini")))
                              : ui::Settings();
  ui::MainWindow window(settings);
  window.credits().setMakeSource([](const ui::CreditTarget& target) {
    return std::make_unique<LiveCreditSource>(target, QProcessEnvironment::systemEnvironment());
  });
  if (options.theme) window.setTheme(*options.theme);
  if (options.size) window.resize(*options.size);
  if (!options.isAutomatic()) window.keepRuns();
  window.commands().setMaxSteps(options.maxSteps);
  window.show();
  closeOnSignals(window);
  const Automation automation(window, options);
  if (options.dataFolder.isEmpty())
    window.openUsualFolder();
  else
    window.openFolder(options.dataFolder);
  QStringList runs = options.compare;
  if (runs.removeAll(QStringLiteral("article")) > 0) window.addArticle();
  window.openRuns(runs);
  if (!options.attach.isEmpty()) window.followLog(options.attach);
  return application.exec();
}

/// Help, version and wrong usage need no display.
void parseWithoutDisplay(int argc, char** argv) {
  try {
    const QCoreApplication console(argc, argv);
    parseOptions();
  } catch (const UsageError&) {
    // Perhaps these are Qt's own arguments, which only a GUI application takes out. It moves the
    // others.
    std::vector<char*> arguments(argv, argv + argc + 1);
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
    qputenv("QT_QPA_PLATFORM", "offscreen");
    {
      const QGuiApplication hidden(argc, arguments.data());
      parseOptions();
    }
    if (platform.isNull())
      qunsetenv("QT_QPA_PLATFORM");
    else
      qputenv("QT_QPA_PLATFORM", platform);
  }
}

int complain(const std::exception& error, int exitCode) {
  std::fprintf(stderr, "burstlab: %s\n", error.what());
  return exitCode;
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication::setApplicationName(QStringLiteral("burstlab"));
  QCoreApplication::setApplicationVersion(QStringLiteral(BURSTLAB_VERSION));
  filterMessages();
  std::optional<QApplication> application;
  try {
    {
      const MissingDisplayGuard guard;
      parseWithoutDisplay(argc, argv);
      application.emplace(argc, argv);
    }
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Burstlab"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.burstlab.Burstlab"));
    QGuiApplication::setWindowIcon(ui::programIcon());
    return showWindow(*application, parseOptions());
  } catch (const UsageError& error) {
    return complain(error, 2);
  } catch (const std::exception& error) {
    return complain(error, 1);
  }
}
