#pragma once

#include <QCommandLineOption>
#include <string>

#include "engine/kernels/kernels.h"

namespace cli {

class Arguments;

/// The options that say how a command computes.
QList<QCommandLineOption> kernelOptions();

/// Replaces what is given. Throws UsageError.
void readKernelOptions(const Arguments& arguments, int& threads, std::string& kernels,
                       engine::ConvMethod& convMethod);

}  // namespace cli
