#pragma once

#include "engine/data/picture_import.h"

namespace engine {

/// The mean thickness of lines in pixels, of ink that is 0 or 255: four times the mean distance of
/// an inked pixel to the edge of the ink, as it is in a long straight line. 0 without ink.
double lineThickness(const OwnedGreyImage& ink);

/// The ink (0 or 255) cropped, enlarged to 160 pixels on its longer side, and its lines brought to
/// kMnistPenWidth at MNIST's scale if they are thinner or thicker than those of nearly all of
/// MNIST's digits (1.6 to 4 pixels at its scale). Empty if there is no ink.
OwnedGreyImage withMnistThickness(const OwnedGreyImage& ink);

}  // namespace engine
