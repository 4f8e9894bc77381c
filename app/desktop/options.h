#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>
#include <stdexcept>

#include "ui/theme.h"

/// What can be asked of burstlab on its command line.
struct Options {
  bool start = false;
  std::optional<qint64> maxSteps;
  bool quitWhenDone = false;
  QString screenshot;  ///< file; empty: none
  std::optional<ui::Theme> theme;
  QString dataFolder;  ///< empty: as the last time
  std::optional<QSize> size;
  QString attach;       ///< log to follow; "-": standard input; empty: none
  QStringList compare;  ///< files of runs, or "article"

  /// Whether a script, not a person, looks at the window.
  bool isAutomatic() const { return quitWhenDone || !screenshot.isEmpty(); }
};

/// Wrong usage, in one sentence.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the arguments of the application object. On --help and --version prints and exits. Throws
/// UsageError.
Options parseOptions();
