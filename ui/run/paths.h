#pragma once

#include <QFile>
#include <filesystem>

namespace ui {

/// A file's name as the engine takes it.
inline std::filesystem::path toPath(const QString& file) {
  return QFile::encodeName(file).toStdString();
}

}  // namespace ui
