#include "ui/panels/import_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "ui/panels/accessible_value.h"
#include "ui/panels/pad_colors.h"

namespace ui {

/// Thumbnails with names beneath.
class ImportStrip::Steps : public QWidget {
 public:
  Steps() { describePainted(*this, QAccessible::Graphic, ImportStrip::tr("Steps of the import")); }

  void show(const engine::PictureImport& import) {
    m_steps = {{{imageOf(import.evened), ImportStrip::tr("light evened")},
                {imageOf(import.ink), ImportStrip::tr("ink")},
                {imageOf(import.thickened), ImportStrip::tr("thickness")}}};
    update();
  }

  QSize sizeHint() const override { return {260, kThumb + fontMetrics().height() + 4}; }
  QSize minimumSizeHint() const override { return {150, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const PadColors colors(palette());
    const int column = width() / static_cast<int>(m_steps.size());
    int left = 0;
    for (const auto& [image, name] : m_steps) {
      const QRect box(left, 0, column - 6, kThumb);
      QSize size = image.size().scaled(box.size(), Qt::KeepAspectRatio);
      const QRect frame(QPoint(box.left(), box.top()), size);
      QImage shaded = image;
      shaded.setColorTable(colors.shades());
      painter.drawImage(frame, shaded);
      painter.setPen(QPen(colors.guide, 0));
      painter.drawRect(frame.adjusted(0, 0, -1, -1));
      painter.setPen(palette().color(QPalette::WindowText));
      const QRect line(left, kThumb + 2, column - 4, fontMetrics().height());
      painter.drawText(line, Qt::AlignLeading,
                       fontMetrics().elidedText(name, Qt::ElideRight, line.width()));
      left += column;
    }
  }

 private:
  static constexpr int kThumb = 64;

  static QImage imageOf(const engine::OwnedGreyImage& grey) {
    if (grey.pixels.empty()) return {};
    return QImage(grey.pixels.data(), grey.width, grey.height, grey.width, QImage::Format_Indexed8)
        .copy();
  }

  std::array<std::pair<QImage, QString>, 3> m_steps;
};

ImportStrip::ImportStrip(QWidget* parent)
    : QWidget(parent), m_steps(new Steps), m_words(new QLabel), m_swap(new QToolButton) {
  m_words->setWordWrap(true);
  m_swap->setText(tr("Swap ink and paper"));
  m_swap->setAccessibleName(m_swap->text());
  m_swap->setFocusPolicy(Qt::StrongFocus);
  connect(m_swap, &QToolButton::clicked, this, &ImportStrip::swapWanted);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_steps);
  auto* row = new QHBoxLayout;
  row->addWidget(m_words, 1);
  row->addWidget(m_swap);
  layout->addLayout(row);
  setImport(nullptr);
}

void ImportStrip::setImport(std::shared_ptr<const engine::PictureImport> import) {
  setVisible(import != nullptr);
  if (!import || std::exchange(m_import, import) == import) return;
  m_steps->setVisible(!import->isAsIs);
  m_swap->setVisible(!import->isAsIs);
  m_words->setText(import->isAsIs          ? tr("28×28, light on black: taken as it is")
                   : import->isDarkOnLight ? tr("Dark ink on light paper")
                                           : tr("Light ink on dark paper"));
  if (import->isAsIs) return;
  m_steps->show(*import);
  setAccessibleValue(*m_steps, m_words->text());
}

}  // namespace ui
