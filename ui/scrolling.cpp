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

std::pair<QWidget*, QWidget*> scrollingAlike(QWidget* upper, QWidget* lower) {
  auto* const first = new ScrollingPanel(upper);
  auto* const second = new ScrollingPanel(lower);
  const auto align = [first, second] {
    const bool needed =
        first->verticalScrollBar()->maximum() > 0 || second->verticalScrollBar()->maximum() > 0;
    for (QScrollArea* area : {first, second})
      area->setVerticalScrollBarPolicy(needed ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAsNeeded);
  };
  for (const QScrollArea* area : {first, second})
    QObject::connect(area->verticalScrollBar(), &QScrollBar::rangeChanged, first, align);
  return {first, second};
}

}  // namespace ui
