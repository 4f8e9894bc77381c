#include "engine/log/console_items.h"

#include <array>
#include <charconv>
#include <chrono>

namespace engine {
namespace {

using Kind = ConsoleItem::Kind;

constexpr std::size_t kNone = std::string_view::npos;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct Label {
  std::string_view text;
  Kind kind;
};
constexpr std::array kLabels{
    Label{"minibatch loss:", Kind::Loss},
    Label{"learning rate:", Kind::LearningRate},
    Label{"minibatch error:", Kind::MinibatchError},
    Label{"validation error:", Kind::ValidationError},
    Label{"test error:", Kind::TestError},
    Label{"test_error ", Kind::TestError},
};

/// A date and time as in "2016-10-24 16:18:03.743222".
constexpr std::string_view kTimeForm = "dddd-dd-dd dd:dd:dd.dddddd";

bool hasForm(std::string_view text, std::string_view form) {
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == 'd' ? !isDigit(text[i]) : text[i] != form[i]) return false;
  return true;
}

int twoDigits(std::string_view text) {
  return (text[0] - '0') * 10 + (text[1] - '0');
}

}  // namespace

int ConsoleScanner::scan(std::string_view line, bool complete) {
  m_line = line;
  m_cursor.setLine(line, complete);
  m_found = 0;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t after = scanAt(at);
    at = after == kNone ? at + 1 : after;
  }
  if (m_found == 0 && isMessage()) give({});
  return m_found;
}

std::size_t ConsoleScanner::scanAt(std::size_t at) {
  switch (m_line[at]) {
    case 'S':
    case 's':
      return step(at);
    case 'E':
    case 'e':
      return epoch(at);
    case 'M':
    case 'm':
    case 'L':
    case 'l':
    case 'V':
    case 'v':
    case 'T':
    case 't':
      return labelled(at);
    case 'p':
      return passedTime(at);
    case '+':
      return summary(at);
    case '[':
      return shape(at);
    case 'I':
      if (!m_cursor.word(at, "initialized!")) return kNone;
      give({.kind = Kind::Start});
      return at;
    case 'R':
      if (!m_cursor.word(at, "running self-test")) return kNone;
      give({.kind = Kind::Start, .name = "self-test"});
      return at;
    default:
      return kNone;
  }
}

std::size_t ConsoleScanner::step(std::size_t at) {
  const std::size_t begin = at;
  ConsoleItem item{.kind = Kind::Step};
  if (!m_cursor.word(at, "step ")) return kNone;
  m_cursor.skipSpaces(at);
  if (!m_cursor.digits(at, item.step)) return kNone;
  m_cursor.skipSpaces(at);
  if (m_cursor.word(at, "(epoch ")) {
    m_cursor.skipSpaces(at);
    if (!m_cursor.number(at, item.epoch) || !m_cursor.word(at, ")")) return kNone;
  } else if (std::size_t duration = at; m_cursor.word(duration, ", duration = ")) {
    item.kind = Kind::Duration;
    item.time = timeBefore(begin);
    if (!m_cursor.number(duration, item.value)) return kNone;
    give(item);
    return duration;
  } else if (at >= m_line.size() || m_line[at] != ',') {
    return kNone;
  }
  std::size_t ms = at;
  m_cursor.word(ms, ",");
  m_cursor.skipAside(ms);
  const bool timed =
      m_cursor.number(ms, item.value) && (m_cursor.skipSpaces(ms), m_cursor.word(ms, "ms"));
  if (!timed) item.value = kUnknown;
  // "Step 100, of 8593" is somebody else's.
  if (!timed && isUnknown(item.epoch)) return kNone;
  give(item);
  return timed ? ms : at;
}

std::size_t ConsoleScanner::epoch(std::size_t at) {
  const bool inWord = at > 0 && (isLetter(m_line[at - 1]) || m_line[at - 1] == '(');
  ConsoleItem item{.kind = Kind::Epoch};
  if (inWord || !m_cursor.word(at, "epoch ")) return kNone;
  m_cursor.skipSpaces(at);
  const std::size_t begin = at;
  if (!m_cursor.number(at, item.epoch)) return kNone;
  // "Epoch 3" and "Epoch 1/10" count passes, and more text means another program.
  if (m_line.substr(begin, at - begin).find_first_of(".,") == kNone) return kNone;
  std::string_view rest = m_line.substr(at);
  while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '`' || rest[0] == '*'))
    rest.remove_prefix(1);
  if (!rest.empty() && rest[0] != '<') return kNone;
  give(item);
  return at;
}

std::size_t ConsoleScanner::labelled(std::size_t at) {
  for (const Label& label : kLabels) {
    std::size_t after = at;
    if (!m_cursor.word(after, label.text)) continue;
    ConsoleItem item{.kind = label.kind};
    m_cursor.skipAside(after);
    if (!m_cursor.number(after, item.value)) return kNone;
    give(item);
    return after;
  }
  return kNone;
}

std::size_t ConsoleScanner::passedTime(std::size_t at) {
  const std::string_view before = m_line.substr(0, at);
  ConsoleItem item;
  if (!m_cursor.word(at, "passed time=")) return kNone;
  m_cursor.skipSpaces(at);
  if (!m_cursor.number(at, item.value)) return kNone;
  item.kind = before.find("sleep ") != kNone ? Kind::Sleep : Kind::Wake;
  give(item);
  return at;
}

std::size_t ConsoleScanner::summary(std::size_t at) {
  std::size_t begin = m_cursor.numberStartBefore(at);
  ConsoleItem item{.kind = Kind::Summary};
  if (!m_cursor.word(at, "+/-") || begin == kNone) return kNone;
  const std::string_view before = m_line.substr(0, begin);
  m_cursor.skipSpaces(at);
  if (!m_cursor.number(begin, item.value) || !m_cursor.number(at, item.deviation)) return kNone;
  m_cursor.skipSpaces(at);
  const bool inMilliseconds = m_cursor.word(at, "ms");
  if (!inMilliseconds && !m_cursor.word(at, "sec")) return kNone;
  m_cursor.skipSpaces(at);
  if (!m_cursor.word(at, "/")) return kNone;
  m_cursor.skipSpaces(at);
  if (!m_cursor.word(at, "batch")) return kNone;
  if (inMilliseconds) {
    item.value /= 1000;
    item.deviation /= 1000;
  }
  constexpr std::string_view kAcross = " across ";
  std::size_t across = before.rfind(kAcross);
  std::size_t nameEnd = across;
  if (across == kNone) {
    nameEnd = before.find_last_of(':');
  } else {
    across += kAcross.size();
    m_cursor.digits(across, item.step);
  }
  const std::string_view name = before.substr(0, nameEnd == kNone ? 0 : nameEnd);
  const std::size_t nameBegin = name.find_last_of(across == kNone ? ":" : " :");
  item.name = name.substr(nameBegin == kNone ? 0 : nameBegin + 1);
  give(item);
  return at;
}

std::size_t ConsoleScanner::shape(std::size_t at) {
  // A name stands before it and nothing else.
  std::size_t begin = m_line.find_first_not_of(" \t>*#`");
  if (begin >= at || !isLetter(m_line[begin])) return kNone;
  while (begin < at && m_line[begin] != ' ' && m_line[begin] != '\t') ++begin;
  if (m_line.find_first_not_of(" \t", begin) != at) return kNone;
  ConsoleItem item{.kind = Kind::Shape};
  ++at;
  if (!m_cursor.digits(at, item.step)) return kNone;
  for (std::int64_t ignored = 0; m_cursor.word(at, ", ");)
    if (!m_cursor.digits(at, ignored)) return kNone;
  if (!m_cursor.word(at, "]")) return kNone;
  give(item);
  return at;
}

double ConsoleScanner::timeBefore(std::size_t at) const {
  const std::size_t size = kTimeForm.size() + 2;
  if (at < size || m_line.substr(at - 2, 2) != ": ") return kUnknown;
  const std::string_view text = m_line.substr(at - size, kTimeForm.size());
  if (!hasForm(text, kTimeForm)) return kUnknown;
  using namespace std::chrono;
  const year_month_day date(year(100 * twoDigits(text) + twoDigits(text.substr(2))),
                            month(unsigned(twoDigits(text.substr(5)))),
                            day(unsigned(twoDigits(text.substr(8)))));
  if (!date.ok()) return kUnknown;
  double microseconds = 0;
  std::from_chars(text.data() + 20, text.data() + 26, microseconds);
  return duration<double>(sys_days(date).time_since_epoch()).count() +
         3600.0 * twoDigits(text.substr(11)) + 60.0 * twoDigits(text.substr(14)) +
         twoDigits(text.substr(17)) + 1e-6 * microseconds;
}

bool ConsoleScanner::isMessage() const {
  const std::size_t begin = m_line.find_first_not_of(" \t>#*.`");
  if (begin == kNone) return true;
  const std::string_view text = m_line.substr(begin);
  for (const std::string_view known : {"Extracting ", "Successfully downloaded ",
                                       "Succesfully downloaded ", "WARNING", "Instructions for "})
    if (text.starts_with(known)) return true;
  // "I tensorflow/core/...", "2017-11-05 08:52:05.2: I tensorflow/...", "E1106 03:54:00.4 ..."
  return text.find(" tensorflow/") != kNone ||
         (text.size() > 5 && std::string_view("IWEF").find(text[0]) != kNone && isDigit(text[1]) &&
          isDigit(text[4]) && text[5] == ' ');
}

void ConsoleScanner::give(const ConsoleItem& item) {
  ++m_found;
  m_take(item);
}

}  // namespace engine
