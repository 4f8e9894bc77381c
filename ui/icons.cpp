#include "ui/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>
#include <memory>

namespace ui {
namespace {

QString iconPath(const QString& name) {
  return QStringLiteral(":/icons/") + name + QStringLiteral(".svg");
}

class SvgIconEngine : public QIconEngine {
 public:
  SvgIconEngine(const QString& path, bool tinted)
      : m_renderer(std::make_shared<QSvgRenderer>(path)), m_tinted(tinted) {}

  QIconEngine* clone() const override { return new SvgIconEngine(*this); }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const qreal scale = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect, scaledPixmap(rect.size() * scale, mode, state, scale));
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1);
  }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    m_renderer->render(&painter);
    if (m_tinted) {
      painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
      const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
      const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
      painter.fillRect(pixmap.rect(), QGuiApplication::palette().color(group, role));
    }
    return pixmap;
  }

 private:
  std::shared_ptr<QSvgRenderer> m_renderer;
  bool m_tinted;
};

}  // namespace

QIcon tintedIcon(const QString& name) {
  return QIcon(new SvgIconEngine(iconPath(name), true));
}

QIcon programIcon() {
  return QIcon(new SvgIconEngine(iconPath(QStringLiteral("burstlab")), false));
}

}  // namespace ui
