#include "app/desktop/automation.h"

#include <QCoreApplication>
#include <cstdio>
#include <exception>

#include "ui/main_window.h"

Automation::Automation(ui::MainWindow& window, const Options& options)
    : m_window(window), m_options(options) {
  m_settle.setSingleShot(true);
  m_settle.setInterval(500);
  connect(&m_settle, &QTimer::timeout, this, &Automation::finish);
  connect(&window, &ui::MainWindow::problem, this, &Automation::fail);
  if (!options.attach.isEmpty()) {
    connect(&window.follower(), &ui::RunFollower::ended, &m_settle, qOverload<>(&QTimer::start));
    return;
  }
  if (!options.start) {
    connect(&window.commands(), &ui::RunCommands::datasetChanged, &m_settle,
            qOverload<>(&QTimer::start));
    return;
  }
  connect(&window.session(), &ui::TrainingSession::stateChanged, this,
          [this](ui::TrainingSession::State state) {
            if (state == ui::TrainingSession::State::Finished) m_settle.start();
          });
  window.commands().startOrPause();
}

void Automation::fail(const QString& message) {
  std::fprintf(stderr, "burstlab: %s\n", qUtf8Printable(message));
  m_exitCode = 1;
  m_settle.start();
}

void Automation::finish() {
  if (!m_options.screenshot.isEmpty()) {
    try {
      m_window.savePicture(m_options.screenshot);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "burstlab: %s\n", error.what());
      m_exitCode = 1;
    }
  }
  if (m_options.quitWhenDone) QCoreApplication::exit(m_exitCode);
}
