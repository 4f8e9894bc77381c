#pragma once

#include <QImage>
#include <QWidget>
#include <cstdint>
#include <span>

namespace ui {

/// The 28x28 pixels that the network is given, each as a sharp square, in the pad's colours, with
/// MNIST's 20x20 box as a faint frame.
class DigitView : public QWidget {
  Q_OBJECT

 public:
  explicit DigitView(QWidget* parent = nullptr);

  /// pixels: 28x28 bytes, 0 = background, 255 = ink; an empty span clears the view.
  void setPixels(std::span<const std::uint8_t> pixels);

  /// The pixels as a 28x28 8-bit grey picture, bright ink on black as in MNIST; null if cleared.
  const QImage& image() const { return m_image; }

  /// Puts image() on the clipboard; also in the context menu and on Ctrl+C.
  void copy() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QImage m_image;
  QAction* m_copy;
};

}  // namespace ui
