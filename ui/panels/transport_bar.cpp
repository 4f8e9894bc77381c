#include "ui/panels/transport_bar.h"

#include <QAction>
#include <QToolButton>

#include "ui/window_actions.h"

namespace ui {

TransportBar::TransportBar(const WindowActions& actions, QWidget* status, QWidget* parent)
    : QToolBar(tr("Transport"), parent) {
  setObjectName(QStringLiteral("transport"));
  setIconSize(QSize(22, 22));
  setMovable(false);
  setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
  for (QAction* action :
       {actions.startOrPause, actions.stepOnce, actions.stop, actions.restart, actions.newSeed}) {
    addAction(action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
    const auto describe = [action, button] {
      button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    };
    connect(action, &QAction::changed, button, describe);
    describe();
    if (action != actions.startOrPause) continue;
    // Start, pause and resume are not equally long, and the keys beside must not move.
    button->setMinimumWidth(fontMetrics().horizontalAdvance(action->text()) + 40);
    // Otherwise the window would begin with the focus on a chart.
    button->setFocus();
  }
  addSeparator();
  status->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addWidget(status);
}

}  // namespace ui
