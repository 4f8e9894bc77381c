#pragma once

#include <concepts>
#include <string>

#include "engine/error.h"

/// What the engine::Error says that call throws; empty if it throws none.
std::string messageOf(std::invocable auto call) {
  try {
    call();
  } catch (const engine::Error& error) {
    return error.what();
  }
  return {};
}
