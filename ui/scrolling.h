#pragma once

#include <utility>

class QWidget;

namespace ui {

/// Makes a panel that may be higher than its place scroll there; its place is never narrower than
/// what it needs.
QWidget* scrolling(QWidget* panel);

/// The same for two panels of one width, which they keep: both have a scroll bar or none has.
std::pair<QWidget*, QWidget*> scrollingAlike(QWidget* upper, QWidget* lower);

}  // namespace ui
