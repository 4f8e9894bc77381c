#include "engine/log/line_cursor.h"

#include <array>
#include <charconv>
#include <limits>

#include "engine/error.h"

namespace engine {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// How C libraries and languages write what is no number, in lower case; the longest first.
struct Special {
  std::string_view text;
  double value;
};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array kSpecials{
    Special{"nan(ind)", kNan}, Special{"nan", kNan},         Special{"infinity", kInfinity},
    Special{"inf", kInfinity}, Special{"1.#qnan", kNan},     Special{"1.#snan", kNan},
    Special{"1.#ind", kNan},   Special{"1.#inf", kInfinity},
};

}  // namespace

bool LineCursor::number(std::size_t& at, double& value) {
  std::size_t end = at;
  const bool negative = end < m_text.size() && m_text[end] == '-';
  if (negative || (end < m_text.size() && m_text[end] == '+')) ++end;
  for (const Special& special : kSpecials)
    if (std::size_t after = end; word(after, special.text)) {
      value = negative ? -special.value : special.value;
      at = after;
      return true;
    }

  const std::size_t begin = end;
  std::array<char, 64> text;
  std::size_t size = 0;
  char mark = 0;
  for (; end < m_text.size() && size < text.size(); ++end) {
    const char c = m_text[end];
    const bool digitFollows = end + 1 < m_text.size() && isDigit(m_text[end + 1]);
    if (isDigit(c)) {
      text[size++] = c;
    } else if ((c == '.' || c == ',') && mark == 0 && digitFollows && end > begin) {
      mark = c;
      text[size++] = '.';
    } else {
      break;
    }
  }
  if (std::size_t after = end; size > 0 && size + 6 < text.size() && word(after, "e")) {
    std::size_t digit = after;
    if (digit < m_text.size() && (m_text[digit] == '-' || m_text[digit] == '+')) ++digit;
    if (std::int64_t exponent = 0; digits(digit, exponent) && digit - after < 6) {
      text[size++] = 'e';
      for (std::size_t i = after; i < digit; ++i)
        if (m_text[i] != '+') text[size++] = m_text[i];
      end = digit;
    }
  }
  // More digits may follow in what is not there yet.
  if (size == 0 || (!m_complete && end == m_text.size())) return false;
  double parsed = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + size, parsed);
  if (error == std::errc::result_out_of_range) parsed = kInfinity;
  if (mark != 0 && m_decimalMark == 0) m_decimalMark = mark;
  if (mark != 0 && mark != m_decimalMark)
    throw Error("The number '" + std::string(m_text.substr(begin, end - begin)) +
                "' has a decimal " + (mark == ',' ? "comma" : "point") +
                ", but numbers before it in this log have a " + (mark == ',' ? "point" : "comma") +
                ". Make them alike, for what it means is open.");
  value = negative ? -parsed : parsed;
  at = end;
  return true;
}

bool LineCursor::digits(std::size_t& at, std::int64_t& value) const {
  const char* const begin = m_text.data() + at;
  const char* const end = m_text.data() + m_text.size();
  if (begin == end || !isDigit(*begin)) return false;
  const auto [rest, error] = std::from_chars(begin, end, value);
  if (error != std::errc()) return false;
  at = static_cast<std::size_t>(rest - m_text.data());
  return m_complete || rest != end;
}

bool LineCursor::word(std::size_t& at, std::string_view lowerCase) const {
  if (m_text.size() - at < lowerCase.size()) return false;
  for (std::size_t i = 0; i < lowerCase.size(); ++i)
    if (lower(m_text[at + i]) != lowerCase[i]) return false;
  at += lowerCase.size();
  return true;
}

void LineCursor::skipSpaces(std::size_t& at) const {
  while (at < m_text.size() && (m_text[at] == ' ' || m_text[at] == '\t')) ++at;
}

void LineCursor::skipAside(std::size_t& at) const {
  skipSpaces(at);
  while (at < m_text.size() && m_text[at] == '(') {
    const std::size_t end = m_text.find(')', at);
    if (end == m_text.npos) return;
    at = end + 1;
    skipSpaces(at);
  }
}

std::size_t LineCursor::numberStartBefore(std::size_t at) const {
  while (at > 0 && m_text[at - 1] == ' ') --at;
  const std::size_t end = at;
  while (at > 0 && (isDigit(m_text[at - 1]) || m_text[at - 1] == '.' || m_text[at - 1] == ','))
    --at;
  return at == end ? m_text.npos : at;
}

}  // namespace engine
