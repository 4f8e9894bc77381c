#include "ui/panels/picture_loader.h"

#include <QFileInfo>
#include <QImageReader>
#include <QMimeData>
#include <QPainter>
#include <QThread>
#include <QUrl>

namespace ui {

namespace {

struct Outcome {
  std::shared_ptr<const engine::PictureImport> picture;
  QString caption;
  QString error;
};

QString fileIn(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  const QString file = urls.size() == 1 ? urls.first().toLocalFile() : QString();
  return QImageReader::supportedImageFormats().contains(
             QFileInfo(file).suffix().toLower().toLatin1())
             ? file
             : QString();
}

/// The ink that has a transparent background: dark, if its mean brightness is below the middle.
QColor paperBehind(const QImage& image) {
  qint64 sum = 0, weight = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QRgb pixel = image.pixel(x, y);
      sum += qint64{qGray(pixel)} * qAlpha(pixel);
      weight += qAlpha(pixel);
    }
  return sum < 128 * weight ? Qt::white : Qt::black;
}

QImage read(const QString& file, QString& error) {
  QImageReader reader(file);
  reader.setAutoTransform(true);
  const QSize size = reader.size();
  constexpr int kSide = 2 * engine::kMaxImportSide;
  if (size.isValid() && std::max(size.width(), size.height()) > kSide)
    reader.setScaledSize(size.scaled(kSide, kSide, Qt::KeepAspectRatio));  // JPEG decodes faster
  const QImage image = reader.read();
  if (image.isNull())
    error = PictureLoader::tr("%1 cannot be read as a picture (%2); choose a PNG or JPEG file.")
                .arg(file, reader.errorString());
  return image;
}

}  // namespace

engine::OwnedGreyImage greyOf(const QImage& image) {
  constexpr int kMost = engine::kMaxImportSide;
  QImage small = image;
  if (std::max(image.width(), image.height()) > kMost)
    small = image.scaled(kMost, kMost, Qt::KeepAspectRatio, Qt::SmoothTransformation);
  if (small.hasAlphaChannel()) {
    small = small.convertToFormat(QImage::Format_ARGB32);
    QImage paper(small.size(), QImage::Format_RGB32);
    paper.fill(paperBehind(small));
    QPainter(&paper).drawImage(0, 0, small);
    small = paper;
  }
  small = small.convertToFormat(QImage::Format_Grayscale8);
  engine::OwnedGreyImage grey{{}, small.width(), small.height()};
  for (int y = 0; y < grey.height; ++y)
    grey.pixels.insert(grey.pixels.end(), small.constScanLine(y),
                       small.constScanLine(y) + grey.width);
  return grey;
}

PictureLoader::~PictureLoader() {
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

bool PictureLoader::canLoad(const QMimeData& data) {
  return data.hasImage() || !fileIn(data).isEmpty();
}

void PictureLoader::load(const QMimeData& data) {
  // A file manager adds its icon as an image.
  if (const QString file = fileIn(data); !file.isEmpty()) return loadFile(file);
  m_source = {qvariant_cast<QImage>(data.imageData()), {}, {}};
  if (!m_source.image.isNull()) begin();
}

void PictureLoader::loadFile(const QString& file) {
  m_source = {{}, file, {}};
  begin();
}

void PictureLoader::swapInkAndPaper() {
  m_source.darkOnLight = !m_lastWasDark;
  begin();
}

void PictureLoader::begin() {
  auto outcome = std::make_shared<Outcome>();
  QThread* thread = QThread::create([source = m_source, outcome] {
    const QImage image = source.image.isNull() ? read(source.file, outcome->error) : source.image;
    if (image.isNull()) return;
    outcome->caption =
        source.file.isEmpty() ? tr("Pasted picture") : QFileInfo(source.file).fileName();
    outcome->picture = std::make_shared<const engine::PictureImport>(
        engine::importPicture(greyOf(image).view(), source.darkOnLight));
  });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("picture"));
  connect(thread, &QThread::finished, this, [this, thread, outcome, job = ++m_job] {
    thread->deleteLater();
    if (job != m_job) return;
    if (!outcome->picture) return emit failed(outcome->error);
    m_lastWasDark = outcome->picture->isDarkOnLight;
    if (outcome->picture->digit.isEmpty)
      return emit failed(tr("No ink was found in %1: it needs a digit that stands out from plain "
                            "paper.")
                             .arg(outcome->caption));
    emit loaded(outcome->picture, outcome->caption);
  });
  thread->start();
}

}  // namespace ui
