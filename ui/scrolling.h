#pragma once

class QWidget;

namespace ui {

/// Makes a panel that may be higher than its place scroll there; its place is never narrower than
/// what it needs.
QWidget* scrolling(QWidget* panel);

}  // namespace ui
