#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <memory>
#include <vector>

#include "ui/run/error_analysis.h"

namespace ui {

/// "1 image", "12 images"
QString imageCountText(qint64 count);

/// Images of an analysis as the items of a view: the picture, and "4 → 9, 98 %". Doubtful labels
/// are marked with a flag.
class ImageList : public QAbstractListModel {
  Q_OBJECT

 public:
  using QAbstractListModel::QAbstractListModel;

  void setClassNames(const QStringList& names) { m_names = names; }
  void show(std::shared_ptr<const AnalysedImages> analysed, std::vector<int> indices);

  const std::vector<int>& indices() const { return m_indices; }
  const AnalysedImages* analysed() const { return m_analysed.get(); }
  /// "Test image 247, label 4"
  QString caption(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  QString description(int row) const;
  QImage picture(std::size_t image) const;

  std::shared_ptr<const AnalysedImages> m_analysed;
  std::vector<int> m_indices;
  QStringList m_names;
};

}  // namespace ui
