#pragma once

#include <string>

namespace engine {

// Numbers in files and on the console. They do not depend on the locale, which Qt sets to the
// user's: a decimal comma would corrupt them.

/// Like printf's "%.<decimals>f", but not-a-number is always "nan", without a sign.
std::string fixedText(double value, int decimals);

/// The shortest digits that read back as the same value, as Python prints a float: "0.0", "1.5625".
std::string shortestText(double value);

}  // namespace engine
