#include "engine/log/console_lines.h"

namespace engine {
namespace {

constexpr char kEscape = '\x1B', kBell = '\x07';

}  // namespace

void ConsoleLines::feed(std::string_view bytes) {
  if (m_encoding != Encoding::Unknown) return decode(bytes);
  m_head += bytes;
  if (m_head.size() < 3) return;
  detect();
}

void ConsoleLines::detect() {
  const std::string_view head = m_head;
  const auto startsWith = [head](std::string_view mark) { return head.starts_with(mark); };
  std::size_t mark = 0;
  m_encoding = Encoding::Utf8;
  if (startsWith("\xFF\xFE"))
    m_encoding = Encoding::Utf16Little;
  else if (startsWith("\xFE\xFF"))
    m_encoding = Encoding::Utf16Big;
  if (m_encoding != Encoding::Utf8)
    mark = 2;
  else if (startsWith("\xEF\xBB\xBF"))
    mark = 3;
  decode(head.substr(mark));
  m_head = {};
}

void ConsoleLines::decode(std::string_view bytes) {
  if (m_encoding == Encoding::Utf8) {
    for (const char c : bytes) add(c);
    return;
  }
  for (const char c : bytes) {
    const int byte = static_cast<unsigned char>(c);
    if (m_firstByte < 0) {
      m_firstByte = byte;
      continue;
    }
    const bool little = m_encoding == Encoding::Utf16Little;
    const int unit = little ? m_firstByte | byte << 8 : m_firstByte << 8 | byte;
    m_firstByte = -1;
    add(unit < 0x80 ? static_cast<char>(unit) : '?');
  }
}

void ConsoleLines::add(char c) {
  if (c == '\n' || c == '\r') m_escape = Escape::None;
  if (m_escape != Escape::None && dropEscaped(c)) return;
  if (c == kEscape) {
    m_escape = Escape::Begun;
  } else if (c == '\r') {
    if (!m_line.empty()) end(/*byReturn=*/true);
    m_afterReturn = true;
  } else if (c == '\n') {
    // The line that a return has ended is not followed by an empty one.
    if (!m_line.empty() || !m_afterReturn) end(/*byReturn=*/false);
    m_afterReturn = m_rewritten = false;
  } else {
    m_line += c;
    if (m_line.size() >= kLongestLine && (c == ' ' || m_line.size() >= 2 * kLongestLine))
      end(/*byReturn=*/false);
  }
}

bool ConsoleLines::dropEscaped(char c) {
  switch (m_escape) {
    case Escape::Begun:
      m_escape = c == '[' ? Escape::Control : c == ']' ? Escape::Text : Escape::None;
      return true;
    case Escape::Control:
      if (c < 0x20 || c > 0x7E) {  // cannot belong to it
        m_escape = Escape::None;
        return false;
      }
      if (c >= 0x40) m_escape = Escape::None;
      return true;
    case Escape::Text:
      if (c == kBell) m_escape = Escape::None;
      if (c == kEscape) m_escape = Escape::TextEnding;
      return true;
    case Escape::TextEnding:
      m_escape = Escape::None;
      return c == '\\';
    case Escape::None:
      break;
  }
  return false;
}

void ConsoleLines::end(bool byReturn) {
  m_take({m_line, m_rewritten, true});
  m_line.clear();
  m_rewritten = byReturn;
}

void ConsoleLines::finish() {
  if (m_encoding == Encoding::Unknown) detect();
  if (!m_line.empty()) m_take({m_line, m_rewritten, false});
  m_line.clear();
}

}  // namespace engine
