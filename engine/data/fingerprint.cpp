#include "engine/data/fingerprint.h"

#include <zlib.h>

#include <cstdio>

namespace engine {
namespace {

uLong extend(uLong crc, const std::vector<std::uint8_t>& bytes) {
  return crc32_z(crc, bytes.data(), bytes.size());
}

}  // namespace

std::string fingerprint(const Dataset& dataset) {
  uLong pixels = 0, labels = 0;
  for (const LabeledImages* part : {&dataset.train, &dataset.validation, &dataset.test}) {
    pixels = extend(pixels, part->pixels);
    labels = extend(labels, part->labels);
    // Where one part ends and the next begins belongs to it.
    const auto count = static_cast<std::uint64_t>(part->count());
    for (int shift = 0; shift < 64; shift += 8) {
      const auto byte = static_cast<Bytef>(count >> shift);
      labels = crc32_z(labels, &byte, 1);
    }
  }
  char text[17];
  std::snprintf(text, sizeof text, "%08lx%08lx", pixels, labels);
  return text;
}

}  // namespace engine
