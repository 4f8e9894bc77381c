#pragma once

#include <QWidget>
#include <vector>

#include "ui/charts/curve.h"

namespace ui {

/// Title, names and values of a chart in one quiet line, or more where it is narrow. An entry never
/// gets narrower, so that changing digits do not make the line tremble.
class Legend : public QWidget {
  Q_OBJECT

 public:
  explicit Legend(const QString& title, QWidget* parent = nullptr);

  void addEntry(const CurveStyle& style);
  void setValues(const QStringList& values);  ///< one per entry
  void draw(QPainter& painter) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Entry {
    CurveStyle style;
    QString value;
    double width = 0;
  };

  QFont titleFont() const;
  double entryWidth(const Entry& entry) const;
  double lineHeight() const;
  /// The left top corner of each entry, and of the end.
  std::vector<QPointF> layOut(double width) const;

  QString m_title;
  std::vector<Entry> m_entries;
};

}  // namespace ui
