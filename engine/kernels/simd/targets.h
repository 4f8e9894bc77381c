#pragma once

#include "hwy/detect_targets.h"

// Highway always compiles a baseline target beside those that are chosen at run time. Where it has
// no vectors, the reference kernels are as good, and the code for it is left out.
#define ENGINE_TARGET_HAS_VECTORS (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)
