#include "ui/panels/image_filter.h"

#include <algorithm>

namespace ui {
namespace {

bool passes(const AnalysedImages& analysed, const ImageFilter& filter, std::size_t index) {
  if (filter.label && *filter.label != analysed.images().labels[index]) return false;
  if (filter.winner && *filter.winner != analysed.predictions[index].winner) return false;
  switch (filter.show) {
    case ImageFilter::Show::All:
      return true;
    case ImageFilter::Show::Wrong:
      return analysed.isWrong(index);
    case ImageFilter::Show::Right:
      return !analysed.isWrong(index);
    case ImageFilter::Show::DoubtfulLabel:
      return analysed.labelError(index) != nullptr;
  }
  return false;
}

}  // namespace

std::vector<int> select(const AnalysedImages& analysed, const ImageFilter& filter) {
  std::vector<int> result;
  for (std::size_t i = 0; i < analysed.predictions.size(); ++i)
    if (passes(analysed, filter, i)) result.push_back(static_cast<int>(i));
  const auto confidence = [&](int index) {
    return analysed.predictions[static_cast<std::size_t>(index)].confidence;
  };
  if (filter.order == ImageFilter::Order::MostConfident)
    std::ranges::stable_sort(result, std::ranges::greater(), confidence);
  else if (filter.order == ImageFilter::Order::LeastConfident)
    std::ranges::stable_sort(result, std::ranges::less(), confidence);
  return result;
}

}  // namespace ui
