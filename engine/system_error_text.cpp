#include "engine/system_error_text.h"

#include <cstring>

namespace engine {

std::string systemErrorText(int code) {
#if __GLIBC_PREREQ(2, 32)
  // strerror() follows LC_MESSAGES.
  if (const char* text = strerrordesc_np(code)) return text;
#endif
  return std::strerror(code);
}

}  // namespace engine
