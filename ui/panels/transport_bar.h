#pragma once

#include <QToolBar>

namespace ui {

class WindowActions;

/// The keys of the run and, beside them, what the run is doing.
class TransportBar : public QToolBar {
  Q_OBJECT

 public:
  TransportBar(const WindowActions& actions, QWidget* status, QWidget* parent = nullptr);
};

}  // namespace ui
