#pragma once

#include <cerrno>
#include <string_view>

namespace cli {

/// Standard output. Every text leaves at once, also into a pipe. The first write that fails is
/// remembered and later texts are dropped, so that a reader who has gone away ends the program in
/// good order.
class LineOutput {
 public:
  void print(std::string_view text);

  bool failed() const { return m_error != 0; }
  bool readerIsGone() const { return m_error == EPIPE; }
  /// Throws engine::Error if a write failed, but not where the reader just closed the pipe.
  void requireWritten() const;

 private:
  int m_error = 0;  ///< errno
};

}  // namespace cli
