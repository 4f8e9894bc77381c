#pragma once

#include <QImage>
#include <QWidget>
#include <functional>
#include <optional>

#include "engine/tensor/tensor.h"

namespace ui {

/// The numbers of a layer, [H, W, C], as C pictures (tiles) side by side, each number a square of
/// whole device pixels. The mouse points at one; arrow keys go from one to the next, with Ctrl from
/// tile to tile; a click or Return chooses.
class LayerStrip : public QWidget {
  Q_OBJECT

 public:
  struct Layout {
    int side;     ///< H and W
    int tiles;    ///< C
    int columns;  ///< tiles in a row
    int gap;      ///< between tiles, in numbers
    int largest;  ///< side of a square in logical pixels, at most
    bool isSigned = false;
  };
  struct Place {
    int row = 0, column = 0, tile = 0;
    bool operator==(const Place&) const = default;
  };

  LayerStrip(const QString& name, const Layout& layout, QWidget* parent = nullptr);

  /// low is shown as paper and high as ink; in a signed strip, low as orange and high as blue.
  void setValues(const engine::Tensor& values, float low, float high);
  void clear();
  /// What the strip says of a place: "map 3, row 4, column 5: 0.731".
  void setText(std::function<QString(const Place&)> text) { m_text = std::move(text); }
  /// Says it anew, as the numbers have changed.
  void refreshText();
  /// A frame around numbers of every tile, columns x and rows y; empty for none.
  void setFrame(const QRect& frame);
  const QRect& frame() const { return m_frame; }

  const Layout& layoutOfTiles() const { return m_layout; }
  const Place& current() const { return m_current; }
  void setCurrent(const Place& place);
  /// Where a number is drawn.
  QRectF rectOf(const Place& place) const;
  /// What it is drawn with.
  QColor colorAt(const Place& place) const;

  QSize sizeHint() const override { return minimumSizeHint(); }
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  /// At what the mouse or, if it is elsewhere, the focus is; nothing if neither is here.
  void pointed(const std::optional<ui::LayerStrip::Place>& place);
  void chosen(const ui::LayerStrip::Place& place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  QSize grid() const;
  int scaleFor(int width) const;
  QPoint cellOf(const Place& place) const;
  QList<QRgb> colors() const;
  std::optional<Place> placeAt(QPointF position) const;
  void move(int columns, int rows);

  Layout m_layout;
  QImage m_image;  // a pixel for each number and for each gap
  std::function<QString(const Place&)> m_text;
  QRect m_frame;
  Place m_current;
};

}  // namespace ui
