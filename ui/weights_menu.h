#pragma once

#include <QMenu>

namespace ui {

class Settings;

/// The files of weights that were opened or saved lately, grey where they are gone. Made anew each
/// time it opens.
class WeightsMenu : public QMenu {
  Q_OBJECT

 public:
  explicit WeightsMenu(Settings& settings, QWidget* parent = nullptr);

 signals:
  void fileChosen(const QString& file);

 private:
  void fill();

  Settings& m_settings;
};

}  // namespace ui
