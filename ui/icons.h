#pragma once

#include <QIcon>
#include <QString>

namespace ui {

/// A one-colour icon from resources/icons, by its file name without ".svg". Drawn from the vector
/// at the size and scale asked for, in the button-text colour of the palette of the day.
QIcon tintedIcon(const QString& name);

/// The program's own icon, in its colours.
QIcon programIcon();

}  // namespace ui
