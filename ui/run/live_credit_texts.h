#pragma once

#include <QString>

#include "ui/run/credit_source.h"

namespace ui {

/// What machine it is and how its credits are, in one or two sentences; says whether the balance is
/// measured or estimated.
QString liveCreditSentence(const CreditNews& news);

/// What the cloud did not tell, with the remedy, what else is to be known, and what asking costs.
QString liveCreditNotes(const CreditNews& news);

/// More of the CPU is kept back than other guests and rounding explain.
bool isThrottled(const engine::CpuUse& use);

}  // namespace ui
