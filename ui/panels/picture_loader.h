#pragma once

#include <QImage>
#include <QObject>
#include <memory>
#include <optional>

#include "engine/data/picture_import.h"

class QMimeData;

namespace ui {

/// Brings pictures from the clipboard, from a drop or from a file to the pad: decoded, turned grey
/// and made into 28x28 pixels on a thread of their own. The latest wins.
class PictureLoader : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  ~PictureLoader() override;

  /// Whether the data hold a picture or the file of one.
  static bool canLoad(const QMimeData& data);
  void load(const QMimeData& data);
  void loadFile(const QString& file);

  /// The last picture once more, with ink and paper swapped.
  void swapInkAndPaper();

 signals:
  void loaded(std::shared_ptr<const engine::PictureImport> picture, const QString& caption);
  void failed(const QString& message);

 private:
  struct Source {
    QImage image;  ///< null: to be read from the file
    QString file;
    std::optional<bool> darkOnLight;
  };
  void begin();

  Source m_source;
  bool m_lastWasDark = false;
  int m_job = 0;
};

/// The brightness of an image, at most engine::kMaxImportSide wide and high. What is transparent
/// becomes paper: white behind dark ink, black behind light ink.
engine::OwnedGreyImage greyOf(const QImage& image);

}  // namespace ui
