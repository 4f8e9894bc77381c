#pragma once

#include <QCommandLineOption>
#include <QList>
#include <filesystem>

#include "engine/weights/import_weights.h"

namespace cli {

class Arguments;

/// --weights, --flatten and --data of the commands that take a file of weights.
QList<QCommandLineOption> weightsOptions();

struct WeightsRequest {
  std::filesystem::path file;
  engine::FeatureOrder order = engine::FeatureOrder::Guess;
};

/// What --weights and --flatten say. Throws UsageError.
WeightsRequest weightsRequest(const Arguments& arguments);

/// The file name behind a required option. Throws UsageError.
std::filesystem::path fileOption(const Arguments& arguments, const char* option);

/// Throws engine::Error if the file exists and --force was not given.
void requireFree(const std::filesystem::path& file, bool force);

}  // namespace cli
