#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace engine {

/// A line of console output as a person saw it, without its end.
struct ConsoleLine {
  std::string_view text;
  /// Written over the one before by a carriage return.
  bool rewritten = false;
  /// False for a last line that may go on: a number at its end may lack digits.
  bool complete = true;
};

/// Cuts the bytes of a console log, however they arrive, into lines. Takes UTF-8 and, by its byte
/// order mark, UTF-16; ends of LF, CR LF and CR; drops colours and other terminal sequences, of
/// which an unterminated one ends with its line. What is not ASCII in UTF-16 becomes '?'. A line of
/// more than kLongestLine bytes is handed out in pieces, so memory stays bounded.
class ConsoleLines {
 public:
  static constexpr std::size_t kLongestLine = 1 << 16;
  using Take = std::function<void(const ConsoleLine&)>;

  explicit ConsoleLines(Take take) : m_take(std::move(take)) {}

  void feed(std::string_view bytes);
  /// Hands out a last line without its end.
  void finish();

 private:
  enum class Encoding { Unknown, Utf8, Utf16Little, Utf16Big };
  enum class Escape { None, Begun, Control, Text, TextEnding };

  void detect();
  void decode(std::string_view bytes);
  void add(char c);
  bool dropEscaped(char c);
  void end(bool byReturn);

  Take m_take;
  Encoding m_encoding = Encoding::Unknown;
  std::string m_head;  ///< the first bytes, until the encoding is known
  std::string m_line;
  int m_firstByte = -1;  ///< of a pair in UTF-16
  Escape m_escape = Escape::None;
  bool m_afterReturn = false;
  bool m_rewritten = false;
};

}  // namespace engine
