#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace ui {

// The file dialogs. Each returns an empty name where the person thinks better of it, and adds the
// ending to the name of a file to be written where it was left out.

QString chooseDataFolder(QWidget& parent, const QString& start);
QString chooseWeightsToOpen(QWidget& parent);
QString chooseWeightsTarget(QWidget& parent, const QString& suggestion);
QString chooseDigitPicture(QWidget& parent);
QString chooseDigitTarget(QWidget& parent);
QString choosePictureTarget(QWidget& parent);
QString chooseLogTarget(QWidget& parent);
QString choosePlanTarget(QWidget& parent);
QStringList chooseRunsToOpen(QWidget& parent);
QString chooseLogToFollow(QWidget& parent);
QString chooseRunTarget(QWidget& parent);
QString chooseReportTarget(QWidget& parent);

}  // namespace ui
