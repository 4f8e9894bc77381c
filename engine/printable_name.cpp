#include "engine/printable_name.h"

#include <cstdio>

namespace engine {

std::string printableName(std::string_view name) {
  constexpr std::size_t kLongest = 80;
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const bool continues = (byte & 0xc0) == 0x80;
    if (text.size() >= kLongest && !continues) return text + "...";
    // U+0080 to U+009F steer terminals, too: C2 80 to C2 9F in UTF-8.
    const auto next = i + 1 < name.size() ? static_cast<unsigned char>(name[i + 1]) : 0;
    if (byte < 0x20 || byte == 0x7f || (byte == 0xc2 && next >= 0x80 && next < 0xa0)) {
      char escaped[5];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", byte == 0xc2 ? next : byte);
      text += escaped;
      if (byte == 0xc2) ++i;
    } else if (text.size() < kLongest + 3) {
      text += name[i];
    }
  }
  return text;
}

}  // namespace engine
