#pragma once

#include <QByteArray>

#include "engine/log/console_parser.h"
#include "run_records.h"

/// What the tests of console logs share.
namespace console_logs {

using namespace engine;

struct Parsed {
  std::vector<RunRecord> runs;
  std::size_t lines = 0, notUnderstood = 0, orphans = 0;
};

inline Parsed parse(const QByteArray& log, qsizetype piece = 1 << 20,
                    const ConsoleParser::Assumptions& assumptions = {}) {
  Parsed parsed;
  ConsoleParser parser(
      [&](const RunNews& news) {
        if (std::holds_alternative<RecordedStart>(news)) parsed.runs.emplace_back();
        parsed.runs.back().add(news);
      },
      assumptions);
  for (qsizetype at = 0; at < log.size(); at += piece)
    parser.feed(log.mid(at, piece).toStdString());
  parser.finish();
  parsed.lines = parser.lines();
  parsed.notUnderstood = parser.notUnderstood();
  parsed.orphans = parser.orphans();
  return parsed;
}

inline QByteArray textOf(const Parsed& parsed) {
  QByteArray text;
  for (const RunRecord& run : parsed.runs)
    text += QByteArray::fromStdString(run_records::textOf(run));
  return text;
}

/// Blocks as the sample prints them.
inline QByteArray block(int step, const QByteArray& ms, const QByteArray& loss,
                        const QByteArray& error, const QByteArray& validation) {
  return "Step " + QByteArray::number(step) + " (epoch " +
         QByteArray::number(step * 64 / 55000.0, 'f', 2) + "), " + ms +
         " ms\nMinibatch loss: " + loss + ", learning rate: 0.010000\nMinibatch error: " + error +
         "%\nValidation error: " + validation + "%\n";
}

inline const QByteArray kPlain = "Initialized!\n" + block(0, "6.8", "12.053", "90.6", "84.6") +
                                 block(100, "432.6", "3.276", "6.2", "7.2") +
                                 block(200, "435.2", "3.457", "14.1", "3.9") + "Test error: 0.8%\n";

inline QByteArray inUtf16(const QString& text, bool bigEndian) {
  QByteArray bytes = bigEndian ? "\xFE\xFF" : "\xFF\xFE";
  for (const QChar c : text) {
    const char low = char(c.unicode() & 0xFF), high = char(c.unicode() >> 8);
    bytes += bigEndian ? high : low;
    bytes += bigEndian ? low : high;
  }
  return bytes;
}

inline QByteArray eachLine(const QByteArray& log, const QByteArray& before,
                           const QByteArray& after) {
  QByteArray text;
  for (const QByteArray& line : log.trimmed().split('\n')) text += before + line + after + '\n';
  return text;
}

}  // namespace console_logs
