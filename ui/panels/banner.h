#pragma once

#include <QFrame>
#include <functional>
#include <vector>

class QBoxLayout;
class QHBoxLayout;
class QLabel;

namespace ui {

/// One message above the charts that stays until it is closed or replaced and stops nobody from
/// working: a failure with its remedy, or a notice with something to do about it.
class Banner : public QFrame {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);

  void showError(const QString& message);
  struct Action {
    QString text;
    std::function<void()> act;
  };
  /// Each action has a button that also hides the banner; closed is called on the closing cross.
  void showNotice(const QString& message, const std::vector<Action>& actions = {},
                  std::function<void()> closed = {});
  QString message() const;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void present(const QString& message, const std::vector<Action>& actions);
  void applyColors();
  void arrange();

  bool m_isError = false;
  bool m_coloring = false;
  std::function<void()> m_closed;
  QLabel* m_icon;
  QLabel* m_text;
  QBoxLayout* m_content;  ///< text and buttons, side by side where there is room
  QHBoxLayout* m_buttons;
};

}  // namespace ui
