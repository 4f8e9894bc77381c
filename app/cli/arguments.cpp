#include "app/cli/arguments.h"

#include <charconv>
#include <cstdint>
#include <type_traits>

#include "engine/log/number_text.h"

namespace cli {
namespace {

std::string numberText(double number) {
  return engine::shortestText(number);
}
template <typename Integer>
std::string numberText(Integer number) {
  return std::to_string(number);
}

}  // namespace

Arguments::Arguments(const QString& command, const QString& summary,
                     const QList<QCommandLineOption>& options, const QStringList& arguments,
                     const QString& words)
    : m_command(command), m_words(words) {
  m_parser.setApplicationDescription(summary);
  m_parser.addOptions(options);
  m_parser.addOption({{"h", "help"}, "Show this help."});
  const std::string hint = " See burstlab-cli " + command.toStdString() + " --help.";
  // The parser takes the first word for the program's name.
  if (!m_parser.parse(QStringList(command) + arguments))
    throw UsageError(m_parser.errorText().toStdString() + hint);
  if (words.isEmpty() && !this->words().isEmpty())
    throw UsageError("Unexpected argument '" + this->words().first().toStdString() + "'." + hint);
}

QString Arguments::helpText() const {
  const QString text = m_parser.helpText();
  return "Usage: burstlab-cli " + m_command + " [options]" +
         (m_words.isEmpty() ? "" : " " + m_words) + text.mid(text.indexOf('\n'));
}

std::string Arguments::text(const char* option) const {
  return m_parser.value(QLatin1String(option)).toStdString();
}

template <typename Number>
void Arguments::readNumber(const char* option, Number lowest, Number highest, Number& value) const {
  if (!isSet(option)) return;
  const std::string given = text(option);
  const char* const end = given.data() + given.size();
  const auto [rest, error] = std::from_chars(given.data(), end, value);
  // Written so that nan fails as well.
  if (error != std::errc() || rest != end || !(value >= lowest && value <= highest))
    throw UsageError(std::string("--") + option + " takes a " +
                     (std::is_integral_v<Number> ? "whole " : "") + "number from " +
                     numberText(lowest) + " to " + numberText(highest) + ", not '" + given + "'.");
}

template void Arguments::readNumber(const char*, int, int, int&) const;
template void Arguments::readNumber(const char*, std::int64_t, std::int64_t, std::int64_t&) const;
template void Arguments::readNumber(const char*, std::uint64_t, std::uint64_t,
                                    std::uint64_t&) const;
template void Arguments::readNumber(const char*, double, double, double&) const;

}  // namespace cli
