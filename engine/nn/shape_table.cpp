#include "engine/nn/shape_table.h"

#include <algorithm>

#include "engine/printable_name.h"

namespace engine {
namespace {

const NamedTensor* find(const Weights& weights, const std::string& name) {
  const auto found = std::ranges::find(weights, name, &NamedTensor::name);
  return found == weights.end() ? nullptr : &*found;
}

std::string shapeOf(const NamedTensor* entry) {
  return entry ? toString(entry->tensor.shape()) : "nothing";
}

}  // namespace

bool haveSameShapes(const Weights& expected, const Weights& found) {
  return expected.size() == found.size() &&
         std::ranges::all_of(expected, [&](const NamedTensor& entry) {
           const NamedTensor* other = find(found, entry.name);
           return other && other->tensor.shape() == entry.tensor.shape();
         });
}

std::string shapeTable(const Weights& expected, const Weights& found) {
  std::string table;
  const auto row = [&](const std::string& name) {
    table += "\n" + printableName(name) + ": expected " + shapeOf(find(expected, name)) +
             ", found " + shapeOf(find(found, name));
  };
  for (const NamedTensor& entry : expected) row(entry.name);
  for (const NamedTensor& entry : found)
    if (!find(expected, entry.name)) row(entry.name);
  return table;
}

}  // namespace engine
