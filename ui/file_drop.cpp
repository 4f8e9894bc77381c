#include "ui/file_drop.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace ui {
namespace {

QString droppedFile(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  return urls.size() == 1 ? urls.first().toLocalFile() : QString();
}

}  // namespace

FileDrop::FileDrop(QWidget& target) : QObject(&target) {
  target.setAcceptDrops(true);
  target.installEventFilter(this);
}

bool FileDrop::eventFilter(QObject*, QEvent* event) {
  if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop) return false;
  // A drag-enter event is a drop event, too.
  auto& drop = static_cast<QDropEvent&>(*event);
  const QString file = droppedFile(*drop.mimeData());
  if (file.isEmpty()) return false;
  drop.acceptProposedAction();
  if (event->type() == QEvent::Drop) {
    const QFileInfo info(file);
    if (info.isDir())
      emit folderDropped(file);
    else if (info.suffix() == QLatin1String("npz"))
      emit weightsDropped(file);
    else
      emit folderDropped(info.path());
  }
  return true;
}

}  // namespace ui
