#include "ui/panels/drawing_keeper.h"

#include <QComboBox>
#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/icons.h"
#include "ui/panels/verdict.h"

namespace ui {

DrawingKeeper::DrawingKeeper(QWidget* parent)
    : QWidget(parent),
      m_label(new QComboBox),
      m_keep(new QToolButton),
      m_takeBack(new QToolButton),
      m_words(new QLabel) {
  m_label->setAccessibleName(tr("What the drawing is"));
  m_label->setToolTip(tr("What the drawing really is, whatever the network says"));
  m_keep->setText(tr("Keep"));
  m_keep->setAccessibleName(tr("Keep the drawing"));
  m_keep->setToolTip(tr("Add the 28×28 pixels, with this label, to a test set of your own"));
  m_keep->setFocusPolicy(Qt::StrongFocus);
  m_takeBack->setIcon(tintedIcon(QStringLiteral("undo")));
  m_takeBack->setAccessibleName(tr("Take the last kept drawing back"));
  m_takeBack->setToolTip(m_takeBack->accessibleName());
  m_takeBack->setFocusPolicy(Qt::StrongFocus);
  m_words->setWordWrap(true);

  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("It is")));
  row->addWidget(m_label, 1);
  row->addWidget(m_keep);
  row->addWidget(m_takeBack);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(m_words);
  connect(m_keep, &QToolButton::clicked, this, &DrawingKeeper::keep);
  connect(m_takeBack, &QToolButton::clicked, this, &DrawingKeeper::takeBack);
  setVisible(false);
}

void DrawingKeeper::setFolder(const QString& folder) {
  try {
    m_set.emplace(QFile::encodeName(folder).toStdString());
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
  setVisible(m_set.has_value());
  take();
}

void DrawingKeeper::setClassNames(const QStringList& names) {
  const int chosen = m_label->currentIndex();
  m_label->clear();
  m_label->addItems(names);
  m_label->setCurrentIndex(std::max(chosen, 0));
}

void DrawingKeeper::setDrawing(const std::optional<Pixels>& pixels, std::optional<int> guess) {
  m_pixels = pixels;
  m_keep->setEnabled(m_pixels.has_value());
  // A label that was chosen by hand stays until the network changes its mind.
  if (guess && std::exchange(m_guess, guess) != guess) m_label->setCurrentIndex(*guess);
}

void DrawingKeeper::setErrors(qint64 count, qint64 wrong, qint64 updates) {
  if (!m_drawings || count != m_drawings->count()) return;
  m_words->setText(tr("Drawings kept: %1; read wrongly: %2 (%3) at step %4")
                       .arg(QLocale().toString(count), QLocale().toString(wrong),
                            percentText(static_cast<double>(wrong) / static_cast<double>(count)),
                            QLocale().toString(updates)));
}

void DrawingKeeper::keep() {
  if (m_pixels) change([this] { m_set->append(*m_pixels, m_label->currentIndex()); });
}

void DrawingKeeper::takeBack() {
  change([this] { m_set->removeLast(); });
}

template <typename Change>
void DrawingKeeper::change(Change change) {
  try {
    change();
    take();
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

void DrawingKeeper::take() {
  const qint64 count = m_set ? m_set->images().count() : 0;
  m_drawings = count > 0 ? std::make_shared<const engine::LabeledImages>(m_set->images()) : nullptr;
  m_takeBack->setEnabled(count > 0);
  m_words->setText(tr("Drawings kept: %1").arg(QLocale().toString(count)));
  m_words->setVisible(count > 0);
  if (m_set)
    m_words->setToolTip(
        tr("A test set of your own, in %1").arg(QFile::decodeName(m_set->folder().c_str())));
  emit drawingsChanged();
}

}  // namespace ui
