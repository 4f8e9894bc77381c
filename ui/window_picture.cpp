#include "ui/window_picture.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QPixmap>
#include <QWidget>
#include <span>

#include "engine/atomic_file.h"
#include "engine/error.h"

namespace ui {

void saveWindowPicture(QWidget& window, const QString& file) {
  QBuffer bytes;
  bytes.open(QIODevice::WriteOnly);
  const QByteArray format = QFileInfo(file).suffix().toLatin1();
  if (!window.grab().save(&bytes, format.isEmpty() ? "png" : format.constData()))
    throw engine::Error("Cannot write pictures of the kind of " + file.toStdString() +
                            "; choose a name that ends in .png.",
                        file.toStdString());
  const QByteArray& data = bytes.data();
  engine::writeFileAtomically(QFile::encodeName(file).toStdString(),
                              std::as_bytes(std::span(data.constData(), data.size())));
}

}  // namespace ui
