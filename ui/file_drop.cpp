#include "ui/file_drop.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <QWidget>
#include <algorithm>

#include "engine/weights/formats.h"

namespace ui {
namespace {

QStringList droppedFiles(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls()) files << url.toLocalFile();
  files.removeAll(QString());
  return files;
}

bool tellsOfRuns(const QString& file) {
  static const QStringList kSuffixes{QStringLiteral("log"),   QStringLiteral("txt"),
                                     QStringLiteral("out"),   QStringLiteral("md"),
                                     QStringLiteral("jsonl"), QStringLiteral("json"),
                                     QStringLiteral("csv"),   QStringLiteral("tsv")};
  const QFileInfo info(file);
  return info.isFile() && kSuffixes.contains(info.suffix().toLower());
}

// Pickles as well: they are refused with a word about what to do.
bool isWeights(const QFileInfo& file) {
  const QString suffix = QLatin1Char('.') + file.suffix().toLower();
  return suffix == QLatin1String(".pt") || suffix == QLatin1String(".pth") ||
         std::ranges::any_of(engine::weightsFormats(), [&](const engine::WeightsFormat& format) {
           return suffix == QLatin1String(format.suffix);
         });
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
  const QStringList files = droppedFiles(*drop.mimeData());
  const bool runs = !files.isEmpty() && std::ranges::all_of(files, tellsOfRuns);
  if (!runs && files.size() != 1) return false;
  drop.acceptProposedAction();
  if (event->type() != QEvent::Drop) return true;
  if (runs) {
    emit runsDropped(files);
  } else {
    const QString& file = files.first();
    const QFileInfo info(file);
    if (info.isDir())
      emit folderDropped(file);
    else if (isWeights(info))
      emit weightsDropped(file);
    else
      emit folderDropped(info.path());
  }
  return true;
}

}  // namespace ui
