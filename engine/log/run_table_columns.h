#pragma once

#include <array>
#include <string_view>

#include "engine/log/run_record.h"

namespace engine::run_table {

/// One row of the table.
struct Row {
  std::int64_t run = 1;
  RecordedStep step;
  RecordedValidation validation;
  CreditSample credits;
  double testError = kUnknown;
  std::string event;
};

struct NumberColumn {
  std::string_view name;
  double& (*value)(Row& row);
};

/// All columns of numbers that may be unknown, in the order of the table.
inline constexpr std::array kNumberColumns{
    NumberColumn{"epoch", [](Row& row) -> double& { return row.step.epoch; }},
    NumberColumn{"elapsed", [](Row& row) -> double& { return row.step.elapsed; }},
    NumberColumn{"loss", [](Row& row) -> double& { return row.step.loss; }},
    NumberColumn{"cross_entropy", [](Row& row) -> double& { return row.step.crossEntropy; }},
    NumberColumn{"learning_rate", [](Row& row) -> double& { return row.step.learningRate; }},
    NumberColumn{"minibatch_error", [](Row& row) -> double& { return row.step.minibatchError; }},
    NumberColumn{"seconds", [](Row& row) -> double& { return row.step.seconds; }},
    NumberColumn{"script_ms",
                 [](Row& row) -> double& { return row.validation.scriptMilliseconds; }},
    NumberColumn{"validation_error", [](Row& row) -> double& { return row.validation.errorRate; }},
    NumberColumn{"validation_seconds", [](Row& row) -> double& { return row.validation.seconds; }},
    NumberColumn{"virtual_seconds", [](Row& row) -> double& { return row.credits.seconds; }},
    NumberColumn{"credit_balance", [](Row& row) -> double& { return row.credits.balance; }},
    NumberColumn{"cpu_utilisation", [](Row& row) -> double& { return row.credits.utilisation; }},
    NumberColumn{"test_error", [](Row& row) -> double& { return row.testError; }},
};

}  // namespace engine::run_table
