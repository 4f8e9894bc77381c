#pragma once

#include <QCommandLineParser>
#include <QStringList>
#include <stdexcept>
#include <string>

namespace cli {

/// The command line is wrong; what() says how. Ends the program with exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The command has done what it was told, but its work is not finished; what() says how it ended.
/// Ends the program with exit code 3.
struct EarlyEnd : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The arguments of one command, checked strictly. Numbers are in the C locale.
class Arguments {
 public:
  /// Throws UsageError for unknown options, missing values and, unless the help calls them
  /// something, words that belong to no option.
  Arguments(const QString& command, const QString& summary,
            const QList<QCommandLineOption>& options, const QStringList& arguments,
            const QString& words = {});

  /// The text for --help, if that was asked for; nothing else is to be done then.
  bool helpWanted() const { return isSet("help"); }
  QString helpText() const;

  bool isSet(const char* option) const { return m_parser.isSet(QLatin1String(option)); }
  std::string text(const char* option) const;
  QStringList words() const { return m_parser.positionalArguments(); }

  /// Replaces value if the option is given. Throws UsageError unless the whole text is one number
  /// between lowest and highest.
  template <typename Number>
  void readNumber(const char* option, Number lowest, Number highest, Number& value) const;

 private:
  QString m_command, m_words;
  QCommandLineParser m_parser;
};

}  // namespace cli
