#pragma once

#include <QDialog>
#include <QTimer>

#include "ui/run/weights_files.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QRadioButton;

namespace ui {

class Settings;
class TrainingSession;

/// Saves the weights of the moment or the best ones in one of the formats, says what each format is
/// for, what the verification found, and gives the code that loads the file.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// All must outlive the dialog.
  ExportDialog(WeightsFiles& files, TrainingSession& session, Settings& settings,
               QWidget* parent = nullptr);
  ~ExportDialog() override;

 private:
  QWidget* createChoices();
  QWidget* createCode();
  void browse();
  void formatChosen();
  void fileChanged();
  void showSources();
  void saveOrCancel();
  void showBusy(bool busy);
  void showSaved(const SavedFile& file);
  void tell(const QString& text, bool isError);
  void showCode();
  QString suffix() const;  ///< of the file's name, ".npz"
  bool normalizedInput() const;

  WeightsFiles& m_files;
  TrainingSession& m_session;
  Settings& m_settings;
  bool m_isSaving = false;
  QTimer m_refresh;
  QRadioButton* m_current;
  QRadioButton* m_best;
  QComboBox* m_format;
  QLabel* m_meaning;
  QComboBox* m_input;  ///< what an ONNX model takes
  QLabel* m_inputLabel;
  QComboBox* m_file;  ///< editable, with the recent ones
  QProgressBar* m_progress;
  QLabel* m_result;
  QComboBox* m_language;
  QPlainTextEdit* m_code;
  QPushButton* m_copy;
  QPushButton* m_save;
};

}  // namespace ui
