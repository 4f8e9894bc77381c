#include "engine/log/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace engine {
namespace {

// The largest double has 309 digits before the point.
constexpr std::size_t kLongestNumber = 400;

template <typename... Format>
std::string text(double value, Format... format) {
  if (std::isnan(value)) return "nan";
  std::array<char, kLongestNumber> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  return {buffer.data(), end};
}

}  // namespace

std::string fixedText(double value, int decimals) {
  return text(value, std::chars_format::fixed, decimals);
}

std::string shortestText(double value) {
  std::string digits = text(value);
  if (digits.find_first_not_of("-0123456789") == std::string::npos) digits += ".0";
  return digits;
}

}  // namespace engine
