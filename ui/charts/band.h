#pragma once

#include <QString>

#include "ui/charts/axis_scale.h"

namespace ui {

/// A stripe behind the curves.
struct Band {
  enum class Kind { None, Epoch, Slowing, Throttled };
  Range x;
  Kind kind = Kind::None;  ///< None: only the label
  QString label;           ///< small, at the top; left out where it does not fit
  friend bool operator==(const Band&, const Band&) = default;
};

}  // namespace ui
