#pragma once

#include <QTimer>

#include "app/desktop/options.h"

namespace ui {
class MainWindow;
}

/// Works the window as the command line says: starts, waits for the end, takes the picture, quits.
/// Failures go to the error stream as well.
class Automation : public QObject {
  Q_OBJECT

 public:
  Automation(ui::MainWindow& window, const Options& options);

 private:
  void fail(const QString& message);
  void finish();

  ui::MainWindow& m_window;
  const Options m_options;
  QTimer m_settle;     ///< lets charts and pad take in the last news
  int m_exitCode = 0;  ///< 1 as soon as anything has failed
};
