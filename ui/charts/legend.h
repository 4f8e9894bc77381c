#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/charts/curve.h"

namespace ui {

/// Title, names and values of a chart in one quiet line. Where it is too narrow, the entries of the
/// highest rank are left out, of the same rank the last, and the one that stays is elided; the
/// tooltip tells all of them and what they mean. An entry gets no narrower before all values are
/// gone, so that changing digits do not make the line tremble.
class Legend : public QWidget {
  Q_OBJECT

 public:
  explicit Legend(const QString& title, QWidget* parent = nullptr);

  void addEntry(const CurveStyle& style);
  void setValues(const QStringList& values);            ///< one per entry
  void setNote(const QString& note) { m_note = note; }  ///< ends the tooltip
  void setShown(int entry, bool shown);                 ///< a hidden curve's name is struck out
  QString explanation() const;                          ///< the tooltip
  QStringList shownNames() const;
  void draw(QPainter& painter) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void clicked(int entry);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Entry {
    CurveStyle style;
    QString value = {};
    double width = 0;
    bool shown = true;
  };

  QFont titleFont() const;
  double entryWidth(const Entry& entry) const;
  double lineHeight() const;
  /// The left edge of each entry, or nothing where it is left out.
  std::vector<std::optional<double>> layOut() const;

  QString m_title, m_note;
  std::vector<Entry> m_entries;
};

}  // namespace ui
