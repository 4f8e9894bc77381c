#include "app/cli/line_output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "engine/error.h"

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
  if (failed() && m_error != EPIPE)
    throw engine::Error(std::string("Cannot write to standard output: ") + std::strerror(m_error) +
                        ". Send it elsewhere.");
}

}  // namespace cli
