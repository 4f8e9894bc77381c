#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "engine/error.h"
#include "engine/log/read_runs.h"
#include "engine/log/run_facts.h"
#include "engine/log/run_log.h"
#include "engine/log/run_table.h"

/// Reads bytes as a file of runs, cut into pieces whose sizes follow from them, and writes what
/// they tell. Whatever they are, the outcome is runs in good order or an engine::Error. Returns
/// false if the runs are not in good order or change when they are written and read.
inline bool fuzzRunFile(std::string_view bytes) {
  using namespace engine;
  RunFile file;
  try {
    RunFileReader reader;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t piece = 1 + static_cast<unsigned char>(bytes[at]) % 97;
      reader.feed(bytes.substr(at, piece));
      at += piece;
    }
    file = reader.finish();
  } catch (const Error&) {
    return true;
  }
  for (const RunRecord& run : file.runs) {
    const bool rising = std::ranges::adjacent_find(run.steps, [](const auto& a, const auto& b) {
                          return a.step >= b.step;
                        }) == run.steps.end();
    if (!rising || activeSeconds(run).size() != run.steps.size()) return false;
    factsOf(run);
  }
  const std::string table = runTable(file.runs);
  return runTable(readRunTable(table)) == table;
}
