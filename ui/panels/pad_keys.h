#pragma once

#include <QPointF>
#include <optional>

class QKeyEvent;

namespace ui {

/// Where a key moves the pad's pen, in steps; nothing if it does not. The four keys around the
/// arrows, or the corners of the number pad, go aslant.
std::optional<QPointF> penDirection(int key);

bool clearsPad(int key);

/// Whether the focused pad is worked with this key.
bool isPadKey(const QKeyEvent& event);

}  // namespace ui
