#include <QApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>

#include "app/desktop/automation.h"
#include "app/desktop/missing_display.h"
#include "app/desktop/options.h"
#include "app/desktop/termination.h"
#include "ui/icons.h"
#include "ui/main_window.h"

namespace {

int showWindow(QApplication& application, const Options& options) {
  // A script sees the defaults, whatever a person has set, and leaves no trace in the settings.
  const QTemporaryDir scratch;
  ui::Settings settings = options.isAutomatic()
                              ? ui::Settings(scratch.filePath(QStringLiteral("settings.ini")))
                              : ui::Settings();
  ui::MainWindow window(settings);
  if (options.theme) window.setTheme(*options.theme);
  if (options.size) window.resize(*options.size);
  if (!options.isAutomatic()) window.offerKeptWeights();
  window.commands().setMaxSteps(options.maxSteps);
  window.show();
  closeOnSignals(window);
  const Automation automation(window, options);
  if (options.dataFolder.isEmpty())
    window.openUsualFolder();
  else
    window.openFolder(options.dataFolder);
  return std::max(application.exec(), automation.exitCode());
}

int complain(const std::exception& error, int exitCode) {
  std::fprintf(stderr, "burstlab: %s\n", error.what());
  return exitCode;
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication::setApplicationName(QStringLiteral("burstlab"));
  QCoreApplication::setApplicationVersion(QStringLiteral(BURSTLAB_VERSION));
  if (needsNoDisplay(argc, argv)) {
    const QCoreApplication console(argc, argv);
    parseOptions();
  }
  std::optional<QApplication> application;
  {
    const MissingDisplayGuard guard;
    application.emplace(argc, argv);
  }
  QGuiApplication::setApplicationDisplayName(QStringLiteral("Burstlab"));
  QGuiApplication::setDesktopFileName(QStringLiteral("org.burstlab.Burstlab"));
  QGuiApplication::setWindowIcon(ui::programIcon());
  try {
    return showWindow(*application, parseOptions());
  } catch (const UsageError& error) {
    return complain(error, 2);
  } catch (const std::exception& error) {
    return complain(error, 1);
  }
}
