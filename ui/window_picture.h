#pragma once

class QString;
class QWidget;

namespace ui {

/// Writes what the window shows as a picture, in the format that the name ends in (png, jpg, webp
/// where Qt has it). Throws engine::Error.
void saveWindowPicture(QWidget& window, const QString& file);

}  // namespace ui
