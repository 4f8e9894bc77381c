// libFuzzer's entry; see CMakeLists.txt.
#include <cstdlib>

#include "tests/fuzz/run_file_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (!fuzzRunFile({reinterpret_cast<const char*>(data), size})) std::abort();
  return 0;
}
