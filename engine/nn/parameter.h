#pragma once

#include <string>
#include <utility>

#include "engine/kernels/kernels.h"
#include "engine/tensor/tensor.h"

namespace engine {

/// A trained tensor and its velocity.
struct Parameter {
  Parameter(std::string parameterName, Shape shape)
      : name(std::move(parameterName)), value(shape), velocity(std::move(shape)) {}

  ParameterRef ref() noexcept { return {value.data(), velocity.data()}; }

  std::string name;
  Tensor value;
  Tensor velocity;
};

}  // namespace engine
