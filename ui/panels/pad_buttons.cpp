#include "ui/panels/pad_buttons.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "ui/file_choices.h"
#include "ui/icons.h"
#include "ui/panels/digit_view.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/picture_loader.h"

namespace ui {

namespace {

QToolButton* buttonOf(QAction* action, const QList<QKeySequence>& keys) {
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setToolTip(QStringLiteral("%1 (%2)").arg(
      action->iconText(), keys.front().toString(QKeySequence::NativeText)));
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setAccessibleName(action->iconText());
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

}  // namespace

PadButtons::PadButtons(DrawPad& pad, DigitView& view, PictureLoader& loader, QWidget& panel)
    : m_raw(new QCheckBox(tr("Raw"))) {
  Sketch& sketch = pad.sketch();
  auto* erase = new QAction(tintedIcon(QStringLiteral("eraser")), tr("&Eraser"), this);
  erase->setCheckable(true);
  connect(erase, &QAction::toggled, &pad,
          [&pad](bool on) { pad.setTool(on ? Sketch::Tool::Eraser : Sketch::Tool::Pen); });
  auto* undo = new QAction(tintedIcon(QStringLiteral("undo")), tr("&Undo"), this);
  connect(undo, &QAction::triggered, &sketch, &Sketch::undo);
  auto* redo = new QAction(tintedIcon(QStringLiteral("redo")), tr("&Redo"), this);
  connect(redo, &QAction::triggered, &sketch, &Sketch::redo);
  auto* clear = new QAction(tintedIcon(QStringLiteral("clear")), tr("&Clear"), this);
  connect(clear, &QAction::triggered, &sketch, &Sketch::clear);
  for (QAction* action : {undo, redo, clear}) action->setEnabled(false);
  panel.addActions({erase, undo, redo, clear});

  auto* pictures = new QToolButton;
  pictures->setIcon(tintedIcon(QStringLiteral("picture")));
  pictures->setToolTip(tr("Pictures: open, paste, copy, save"));
  pictures->setAccessibleName(tr("Pictures"));
  pictures->setPopupMode(QToolButton::InstantPopup);
  pictures->setFocusPolicy(Qt::StrongFocus);
  pictures->setMenu(pictureMenu(view, loader, panel));
  m_raw->setToolTip(
      tr("Give the network the drawing as it lies on the pad, neither scaled nor centred"));

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(buttonOf(erase, {Qt::Key_E}));
  row->addWidget(buttonOf(undo, {Qt::CTRL | Qt::Key_Z}));
  row->addWidget(buttonOf(redo, {Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y}));
  row->addWidget(buttonOf(clear, {Qt::Key_Delete}));
  row->addWidget(pictures);
  row->addStretch();
  row->addWidget(m_raw);

  const QUndoStack& history = sketch.history();
  connect(&history, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
  connect(&history, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
  connect(&sketch, &Sketch::changed, clear,
          [clear, &sketch] { clear->setEnabled(!sketch.isEmpty()); });
}

QMenu* PadButtons::pictureMenu(DigitView& view, PictureLoader& loader, QWidget& panel) {
  auto* open = new QAction(tr("&Open a picture of a digit..."), this);
  connect(open, &QAction::triggered, &loader, [&loader, &panel] {
    const QString file = chooseDigitPicture(panel);
    if (!file.isEmpty()) loader.loadFile(file);
  });
  auto* paste = new QAction(tr("&Paste a picture"), this);
  paste->setShortcut(QKeySequence::Paste);
  paste->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(paste, &QAction::triggered, &loader, [&loader] {
    const QMimeData* data = QApplication::clipboard()->mimeData();
    if (data && PictureLoader::canLoad(*data))
      loader.load(*data);
    else
      emit loader.failed(tr("There is no picture on the clipboard."));
  });
  panel.addAction(paste);

  auto* menu = new QMenu(this);
  menu->addActions({open, paste});
  menu->addSeparator();
  menu->addActions(view.actions());
  return menu;
}

}  // namespace ui
