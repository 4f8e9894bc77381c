#include "ui/panels/banner.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/icons.h"
#include "ui/theme.h"

namespace ui {

Banner::Banner(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel),
      m_text(new QLabel),
      m_content(new QHBoxLayout),
      m_buttons(new QHBoxLayout) {
  setObjectName(QStringLiteral("banner"));
  setAutoFillBackground(true);
  setFrameShape(QFrame::StyledPanel);

  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton;
  close->setIcon(tintedIcon(QStringLiteral("close")));
  close->setAutoRaise(true);
  close->setToolTip(tr("Close this message"));
  close->setAccessibleName(tr("Close message"));

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 6, 6, 6);
  layout->addWidget(m_icon);
  m_content->addWidget(m_text, 1);
  m_content->addLayout(m_buttons);
  layout->addLayout(m_content, 1);
  layout->addWidget(close);

  connect(close, &QToolButton::clicked, this, [this] {
    hide();
    if (m_closed) m_closed();
  });
  hide();
}

void Banner::showError(const QString& message) {
  m_isError = true;
  m_closed = {};
  present(message, {});
}

void Banner::showNotice(const QString& message, const std::vector<Action>& actions,
                        std::function<void()> closed) {
  m_isError = false;
  m_closed = std::move(closed);
  present(message, actions);
}

QString Banner::message() const {
  return isHidden() ? QString() : m_text->text();
}

void Banner::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColors();
}

void Banner::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  arrange();
}

// Beside buttons the text must keep a line of some length.
void Banner::arrange() {
  const int left = width() - m_buttons->sizeHint().width();
  const bool narrow = m_buttons->count() > 0 && left < 40 * fontMetrics().averageCharWidth();
  m_content->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  m_buttons->setAlignment(narrow ? Qt::AlignLeading : Qt::Alignment());
}

void Banner::present(const QString& message, const std::vector<Action>& actions) {
  m_text->setText(message);
  while (QLayoutItem* old = m_buttons->takeAt(0)) {
    // The message may be the work of this very button.
    old->widget()->hide();
    old->widget()->deleteLater();
    delete old;
  }
  for (const Action& action : actions) {
    auto* button = new QPushButton(action.text);
    button->setAccessibleName(action.text);
    m_buttons->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, act = action.act] {
      hide();
      act();
    });
  }
  setAccessibleName(message);
  arrange();
  applyColors();
  show();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void Banner::applyColors() {
  if (m_coloring) return;
  m_coloring = true;
  const QPalette global = QApplication::palette();
  QPalette colors;
  if (m_isError) {
    const BannerColors error = bannerColors(isDark(global));
    colors.setColor(QPalette::Window, error.ground);
    colors.setColor(QPalette::WindowText, error.text);
  } else {
    colors.setColor(QPalette::Window, global.color(QPalette::Base));
  }
  setPalette(colors);
  const int side = fontMetrics().height() + 4;
  m_icon->setPixmap(tintedIcon(m_isError ? QStringLiteral("warning") : QStringLiteral("info"))
                        .pixmap(QSize(side, side), devicePixelRatioF()));
  m_coloring = false;
}

}  // namespace ui
