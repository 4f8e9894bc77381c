#pragma once

#include <QString>

namespace ui {

enum class Language { Python, JavaScript, C };

/// A program in language that loads a file of weights, whose name's ending tells the format, and
/// classifies an image with it; empty where the format is not for that language. The file's name
/// stands in it without its folder.
QString loadCode(const QString& file, Language language, bool normalizedInput);

}  // namespace ui
