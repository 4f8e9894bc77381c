#pragma once

#include <string>

#include "engine/tensor/tensor.h"

namespace engine {

/// Whether found has exactly the names and shapes of expected, in any order.
bool haveSameShapes(const Weights& expected, const Weights& found);

/// A line "name: expected [..], found [..]" for each tensor of either, for people.
std::string shapeTable(const Weights& expected, const Weights& found);

}  // namespace engine
