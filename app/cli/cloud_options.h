#pragma once

#include <QCommandLineOption>

#include "app/cloud/credit_source.h"

namespace cli {

class Arguments;

/// The options that say which instance is meant and how its cloud is reached.
QList<QCommandLineOption> cloudOptions();
cloud::CloudOptions readCloudOptions(const Arguments& arguments);

}  // namespace cli
