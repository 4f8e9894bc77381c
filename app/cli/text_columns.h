#pragma once

#include <algorithm>
#include <string>

namespace cli {

// The text in so many columns, filled up with spaces. For ASCII.

inline std::string left(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

inline std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

}  // namespace cli
