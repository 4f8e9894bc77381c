#pragma once

#include <signal.h>

#include <QFile>
#include <QProcess>

/// burstlab-cli as a user meets it: started with arguments, seen through its output.
namespace cli_program {

inline const QString kProgram = BURSTLAB_BIN_DIR "/burstlab-cli";
inline const QString kMnist = BURSTLAB_SOURCE_DIR "/resources/mnist";
inline constexpr int kLongestRun = 120'000;  // ms; far more than any run here takes

struct Result {
  int exitCode = -1;
  QString output;
  QString errors;

  bool hasOneErrorLine() const {
    return errors.startsWith("burstlab-cli: ") && errors.count('\n') == 1 && errors.endsWith('\n');
  }
};

inline Result wait(QProcess& process) {
  if (!process.waitForFinished(kLongestRun) || process.exitStatus() != QProcess::NormalExit)
    return {};
  return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}

inline Result run(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  return wait(process);
}

inline Result train(const QStringList& arguments) {
  return run(kProgram, QStringList("train") + arguments);
}

/// Collects the output of a running process until it holds text.
inline bool waitForText(QProcess& process, QProcess::ProcessChannel channel,
                        const QByteArray& text) {
  process.setReadChannel(channel);
  QByteArray seen;
  while (!seen.contains(text)) {
    if (process.bytesAvailable() == 0 && !process.waitForReadyRead(kLongestRun)) return false;
    seen += process.read(process.bytesAvailable());
  }
  return true;
}

inline QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void interrupt(const QProcess& process) {
  kill(pid_t(process.processId()), SIGINT);
}

}  // namespace cli_program
