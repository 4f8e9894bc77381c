#include "ui/scrolling.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

namespace ui {
namespace {

class ScrollingPanel : public QScrollArea {
 public:
  explicit ScrollingPanel(QWidget* panel) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(panel);
    fit();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) fit();
    return QScrollArea::eventFilter(watched, event);
  }

 private:
  // What a panel needs grows with its texts.
  void fit() {
    setMinimumWidth(widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
  }
};

}  // namespace

QWidget* scrolling(QWidget* panel) {
  return new ScrollingPanel(panel);
}

}  // namespace ui
