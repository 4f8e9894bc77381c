#pragma once

#include "engine/data/picture_import.h"

namespace engine {

/// How much each pixel differs from the paper under it, as a share of 255: with dark ink the share
/// of the paper's light that is missing, with light ink that of the darkness that is missing. Light
/// that falls unevenly on the paper cancels out.
OwnedGreyImage inkContrast(const GreyImage& picture, bool isDarkOnLight);

}  // namespace engine
