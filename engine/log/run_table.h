#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/log/run_record.h"

namespace engine {

// Runs as one wide CSV table (RFC 4180, \n, C locale), a row per step at which anything is known:
//
//   run, step, epoch, elapsed, loss, cross_entropy, learning_rate, minibatch_error, seconds,
//   script_ms, validation_error, validation_seconds, virtual_seconds, credit_balance,
//   cpu_utilisation, test_error, event
//
// run counts from 1. Units are those of RunRecord. An unknown value is an empty field, one that is
// not finite is nan, inf or -inf; numbers read back as the same value. event has the words of the
// run log for what happened before the step ("learning_rate 0.005; pause"), and for the end of a
// run its reason. The table does not have: settings, confusion matrices, and the times of events.

std::string runTable(std::span<const RunRecord> runs);

/// The runs of such a table. Columns are found by name, in any order; only step is needed, and
/// columns of other names are skipped. The separator may be a comma, a semicolon or a tab; where it
/// is not a comma, numbers may have a decimal comma. Throws Error, with the number of the line,
/// where a row has too many fields or a field is no number.
std::vector<RunRecord> readRunTable(std::string_view text);

/// True if the first line could be the head of such a table.
bool looksLikeRunTable(std::string_view beginning);

}  // namespace engine
