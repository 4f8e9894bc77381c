#pragma once

#include <optional>
#include <vector>

#include "ui/run/error_analysis.h"

namespace ui {

/// Which images of an analysis are shown, and in what order.
struct ImageFilter {
  enum class Show { All, Wrong, Right, DoubtfulLabel };
  enum class Order { MostConfident, LeastConfident, Index };

  std::optional<int> label = {};
  std::optional<int> winner = {};  ///< what the network takes it for
  Show show = Show::Wrong;
  Order order = Order::MostConfident;

  bool operator==(const ImageFilter&) const = default;
};

/// The indices of those images; equally confident ones by index.
std::vector<int> select(const AnalysedImages& analysed, const ImageFilter& filter);

}  // namespace ui
