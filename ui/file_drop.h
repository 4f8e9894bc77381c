#pragma once

#include <QObject>

class QMimeData;
class QWidget;

namespace ui {

/// Takes files that are dropped on a window: a folder or one of its IDX files means that data set,
/// a file of weights means those; logs and tables, also several at once, mean runs to compare with.
class FileDrop : public QObject {
  Q_OBJECT

 public:
  /// target is also the parent.
  explicit FileDrop(QWidget& target);

  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  void folderDropped(const QString& folder);
  void weightsDropped(const QString& file);
  void runsDropped(const QStringList& files);
};

}  // namespace ui
