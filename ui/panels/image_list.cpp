#include "ui/panels/image_list.h"

#include <QGuiApplication>
#include <QLocale>
#include <QPixmap>
#include <algorithm>

#include "ui/panels/pad_colors.h"
#include "ui/panels/verdict.h"

namespace ui {

using engine::kImageSide;

QString imageCountText(qint64 count) {
  return count == 1 ? ImageList::tr("1 image")
                    : ImageList::tr("%1 images").arg(QLocale().toString(count));
}

void ImageList::show(std::shared_ptr<const AnalysedImages> analysed, std::vector<int> indices) {
  beginResetModel();
  m_analysed = std::move(analysed);
  m_indices = std::move(indices);
  endResetModel();
}

int ImageList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_indices.size());
}

QString ImageList::caption(int row) const {
  const int index = m_indices.at(static_cast<std::size_t>(row));
  const QString label = m_names.value(m_analysed->images().labels[static_cast<std::size_t>(index)]);
  return (m_analysed->split == Split::Test ? tr("Test image %1, label %2")
                                           : tr("Validation image %1, label %2"))
      .arg(QString::number(index), label);
}

QString ImageList::description(int row) const {
  const auto index = static_cast<std::size_t>(m_indices.at(static_cast<std::size_t>(row)));
  const engine::Prediction& prediction = m_analysed->predictions[index];
  QString text = tr("%1. Taken for %2 (%3)")
                     .arg(caption(row), m_names.value(prediction.winner),
                          percentText(static_cast<double>(prediction.confidence)));
  if (m_analysed->isWrong(index))
    text += tr("; the label gets %1")
                .arg(percentText(static_cast<double>(prediction.labelProbability)));
  if (const engine::LabelError* error = m_analysed->labelError(index))
    text += tr(". The label is doubtful: %1 of 5 people saw it, %2 saw %3")
                .arg(error->agree)
                .arg(error->seesOther)
                .arg(m_names.value(error->other));
  return text + QLatin1Char('.');
}

QImage ImageList::picture(std::size_t image) const {
  const auto pixels = m_analysed->images().image(static_cast<std::int64_t>(image));
  QImage picture(kImageSide, kImageSide, QImage::Format_Indexed8);
  picture.setColorTable(PadColors(QGuiApplication::palette()).shades());
  for (int y = 0; y < kImageSide; ++y)
    std::ranges::copy(pixels.subspan(static_cast<std::size_t>(y * kImageSide), kImageSide),
                      picture.scanLine(y));
  return picture;
}

QVariant ImageList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto image = static_cast<std::size_t>(m_indices[static_cast<std::size_t>(index.row())]);
  const engine::Prediction& prediction = m_analysed->predictions[image];
  switch (role) {
    case Qt::DecorationRole: {
      // Whole device pixels for each of the image's, at least twice their size.
      const double ratio = qApp->devicePixelRatio();
      const int side = kImageSide * std::max(2, qRound(2 * ratio));
      QPixmap pixmap = QPixmap::fromImage(picture(image).scaled(side, side));
      pixmap.setDevicePixelRatio(std::max(1.0, std::round(2 * ratio) / 2));
      return pixmap;
    }
    case Qt::DisplayRole: {
      QString text = m_names.value(m_analysed->images().labels[image]);
      if (m_analysed->isWrong(image))
        text = tr("%1 → %2").arg(text, m_names.value(prediction.winner));
      return m_analysed->labelError(image) ? tr("⚑ %1").arg(text) : text;
    }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
      return description(index.row());
    default:
      return {};
  }
}

}  // namespace ui
