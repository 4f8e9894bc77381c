#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <optional>

#include "engine/data/drawing_set.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace ui {

/// Says what a drawing is and keeps it in a person's own set of labelled drawings, an extra test
/// set: label to choose, a button to keep, one to take the last back, and how many of them the
/// network reads wrongly.
class DrawingKeeper : public QWidget {
  Q_OBJECT

 public:
  using Pixels = std::array<std::uint8_t, engine::kImagePixels>;

  explicit DrawingKeeper(QWidget* parent = nullptr);

  /// Where the set is; nothing can be kept before this is said.
  void setFolder(const QString& folder);
  void setClassNames(const QStringList& names);

  /// What would be kept now, nothing if there is nothing to keep; and what it is taken for, which
  /// becomes the label proposed.
  void setDrawing(const std::optional<Pixels>& pixels, std::optional<int> guess);

  /// Of all kept drawings, with weights after so many updates.
  void setErrors(qint64 count, qint64 wrong, qint64 updates);

  /// Null before the first drawing.
  std::shared_ptr<const engine::LabeledImages> drawings() const { return m_drawings; }

 signals:
  void drawingsChanged();
  void failed(const QString& message);

 private:
  void keep();
  void takeBack();
  void take();
  template <typename Change>
  void change(Change change);

  std::optional<engine::DrawingSet> m_set;
  std::shared_ptr<const engine::LabeledImages> m_drawings;
  std::optional<Pixels> m_pixels;
  std::optional<int> m_guess;
  QComboBox* m_label;
  QToolButton* m_keep;
  QToolButton* m_takeBack;
  QLabel* m_words;
};

}  // namespace ui
