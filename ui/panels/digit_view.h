#pragma once

#include <QImage>
#include <QTemporaryDir>
#include <QWidget>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

  // All of these are also in the context menu, and do nothing if the view is cleared.

  /// Puts image() on the clipboard; also on Ctrl+C.
  void copy() const;
  /// Puts an IDX file, uint8 [1, 28, 28], on the clipboard: its bytes as application/x-idx and the
  /// address of a file that lives as long as the view.
  void copyIdx();
  /// PNG or, for names that do not end in .png, an IDX file. Throws engine::Error.
  void save(const QString& file) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void failed(const QString& message);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QImage m_image;
  std::vector<std::byte> idx() const;
  void askAndSave();

  QTemporaryDir m_folder;
};

}  // namespace ui
