#pragma once

#include <QWidget>
#include <memory>

#include "engine/data/picture_import.h"

class QLabel;
class QToolButton;

namespace ui {

/// How a photograph became 28x28 pixels, step by step: light evened, ink cut out, lines as thick as
/// MNIST's; with a button that takes ink for paper and paper for ink.
class ImportStrip : public QWidget {
  Q_OBJECT

 public:
  explicit ImportStrip(QWidget* parent = nullptr);

  /// Null hides the strip.
  void setImport(std::shared_ptr<const engine::PictureImport> import);

 signals:
  void swapWanted();

 private:
  class Steps;

  std::shared_ptr<const engine::PictureImport> m_import;
  Steps* m_steps;
  QLabel* m_words;
  QToolButton* m_swap;
};

}  // namespace ui
