#pragma once

class QKeyEvent;

namespace ui {

/// Whether the widget in focus is worked with this key (Space on a button, a check box or a list),
/// so that it must not run a shortcut of the window.
bool focusNeedsKey(const QKeyEvent& key);

}  // namespace ui
