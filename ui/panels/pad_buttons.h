#pragma once

#include <QWidget>

class QCheckBox;
class QMenu;

namespace ui {

class DigitView;
class DrawPad;
class PictureLoader;

/// The row of buttons beneath the pad: eraser, undo, redo, clear, a menu for pictures, and the
/// choice of the raw drawing. The actions are those of the panel, and so are their keys.
class PadButtons : public QWidget {
  Q_OBJECT

 public:
  PadButtons(DrawPad& pad, DigitView& view, PictureLoader& loader, QWidget& panel);

  QCheckBox* raw() const { return m_raw; }

 private:
  QMenu* pictureMenu(DigitView& view, PictureLoader& loader, QWidget& panel);

  QCheckBox* m_raw;
};

}  // namespace ui
