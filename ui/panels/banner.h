#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;

namespace ui {

/// One message above the charts that stays until it is closed or replaced and stops nobody from
/// working: a failure with its remedy, or a notice with something to do about it.
class Banner : public QFrame {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);

  void showError(const QString& message);
  void showNotice(const QString& message, const QString& actionText = {},
                  std::function<void()> action = {});
  QString message() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void present(const QString& message, const QString& actionText, std::function<void()> action);
  void applyColors();

  bool m_isError = false;
  bool m_coloring = false;
  std::function<void()> m_act;
  QLabel* m_icon;
  QLabel* m_text;
  QPushButton* m_action;
};

}  // namespace ui
