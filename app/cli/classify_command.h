#pragma once

#include "app/cli/command.h"

namespace cli {

/// Classifies a test set, or images of one's own, with weights from a file.
void runClassify(const QStringList& arguments, LineOutput& output);

inline constexpr Command kClassifyCommand{"classify", "Classify images with saved weights",
                                          runClassify};

}  // namespace cli
