#include "app/cli/line_output.h"

#include <unistd.h>

#include <cerrno>

#include "engine/error.h"
#include "engine/system_error_text.h"

namespace cli {

void LineOutput::print(std::string_view text) {
  while (!text.empty() && !failed()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      m_error = errno;
  }
}

void LineOutput::requireWritten() const {
  if (failed() && !readerIsGone())
    throw engine::Error("Cannot write to standard output: " + engine::systemErrorText(m_error) +
                        ". Send it elsewhere.");
}

}  // namespace cli
