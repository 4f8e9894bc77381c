#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engine {

/// Takes words and numbers from any place of a line of text. The functions move at behind what they
/// took, and leave it where they return false.
class LineCursor {
 public:
  /// The line that is read next. Where it is not complete, a number that touches its end is not
  /// taken, for it may lack digits.
  void setLine(std::string_view text, bool complete) {
    m_text = text;
    m_complete = complete;
  }
  std::string_view text() const { return m_text; }

  /// lowerCase, in whatever case the line has it.
  bool word(std::size_t& at, std::string_view lowerCase) const;
  bool digits(std::size_t& at, std::int64_t& value) const;
  /// Also nan and inf in any spelling. Numbers have a decimal point or, in all lines, a decimal
  /// comma: throws Error at the first one that differs.
  bool number(std::size_t& at, double& value);
  void skipSpaces(std::size_t& at) const;
  /// Spaces and what is in parentheses.
  void skipAside(std::size_t& at) const;
  /// Where the number begins that ends before at; npos if there is none.
  std::size_t numberStartBefore(std::size_t at) const;

 private:
  std::string_view m_text;
  bool m_complete = true;
  char m_decimalMark = 0;  ///< 0 until a number had one
};

}  // namespace engine
