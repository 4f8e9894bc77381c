#include "app/desktop/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(Options)
};

[[noreturn]] void failUsage(const QString& reason) {
  throw UsageError(Text::tr("%1 Try --help.").arg(reason).toStdString());
}

qint64 parseSteps(const QString& text) {
  bool ok = false;
  const qint64 steps = text.toLongLong(&ok);
  if (!ok || steps < 1)
    failUsage(Text::tr("--max-steps needs a positive number, not \"%1\".").arg(text));
  return steps;
}

QSize parseSize(const QString& text) {
  static const QRegularExpression form(QStringLiteral("^([0-9]{2,5})x([0-9]{2,5})$"));
  const QRegularExpressionMatch match = form.match(text);
  if (!match.hasMatch())
    failUsage(Text::tr("--size needs a form like 1280x800, not \"%1\".").arg(text));
  return {match.captured(1).toInt(), match.captured(2).toInt()};
}

ui::Theme parseTheme(const QString& text) {
  if (text == QLatin1String("light")) return ui::Theme::Light;
  if (text == QLatin1String("dark")) return ui::Theme::Dark;
  failUsage(Text::tr("--theme is light or dark, not \"%1\".").arg(text));
}

}  // namespace

Options parseOptions() {
  const QCommandLineOption start(QStringLiteral("start"),
                                 Text::tr("Start training as soon as the data are loaded."));
  const QCommandLineOption maxSteps(QStringLiteral("max-steps"),
                                    Text::tr("End the run after N steps."), QStringLiteral("N"));
  const QCommandLineOption quit(
      QStringLiteral("quit-when-done"),
      Text::tr(
          "Quit when the run has ended, or when the data are loaded if none is started. Keeps no "
          "weights; the exit code is 1 if anything failed."));
  const QCommandLineOption screenshot(
      QStringLiteral("screenshot"),
      Text::tr("Write a picture of the whole window to FILE when that time has come."),
      QStringLiteral("FILE"));
  const QCommandLineOption theme(QStringLiteral("theme"),
                                 Text::tr("Colours for this time: light or dark."),
                                 QStringLiteral("NAME"));
  const QCommandLineOption data(QStringLiteral("data"),
                                Text::tr("Folder with the four IDX files of a data set."),
                                QStringLiteral("DIR"));
  const QCommandLineOption size(QStringLiteral("size"), Text::tr("Size of the window in pixels."),
                                QStringLiteral("WxH"));
  const QCommandLineOption compare(
      QStringLiteral("compare"),
      Text::tr("Show the runs of a log or table in the charts; \"article\": the article's. May be "
               "given several times."),
      QStringLiteral("FILE"));
  const QCommandLineOption attach(
      QStringLiteral("attach"),
      Text::tr("Follow the log of a run that goes on elsewhere; - follows the standard input."),
      QStringLiteral("FILE"));
  QCommandLineParser parser;
  parser.setApplicationDescription(
      Text::tr("Trains a small network in a window and shows what that costs in CPU credits."));
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version = parser.addVersionOption();
  parser.addOptions({start, maxSteps, quit, screenshot, theme, data, size, compare, attach});

  if (!parser.parse(QCoreApplication::arguments())) failUsage(parser.errorText());
  if (parser.isSet(help)) parser.showHelp();
  if (parser.isSet(version)) parser.showVersion();
  if (!parser.positionalArguments().isEmpty())
    failUsage(Text::tr("\"%1\" is not an option.").arg(parser.positionalArguments().first()));

  Options options;
  options.start = parser.isSet(start);
  options.quitWhenDone = parser.isSet(quit);
  options.screenshot = parser.value(screenshot);
  options.compare = parser.values(compare);
  options.attach = parser.value(attach);
  if (options.start && !options.attach.isEmpty())
    failUsage(Text::tr("--start trains here and --attach shows a run elsewhere; choose one."));
  options.dataFolder = parser.value(data);
  if (parser.isSet(maxSteps)) options.maxSteps = parseSteps(parser.value(maxSteps));
  if (parser.isSet(theme)) options.theme = parseTheme(parser.value(theme));
  if (parser.isSet(size)) options.size = parseSize(parser.value(size));
  return options;
}
