#pragma once

#include <QtGlobal>
#include <cmath>
#include <limits>

#include "engine/credits/credit_account.h"
#include "engine/credits/instance_catalogue.h"

inline constexpr double kHour = 3600;
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

inline engine::InstanceType bundledType(const char* name) {
  static const auto catalogue = engine::InstanceCatalogue::bundled();
  return catalogue.find(name);
}

/// Also true where nothing is known of the expected value.
inline bool near(double actual, double expected, double tolerance = 1e-9) {
  if (std::isnan(expected) || std::abs(actual - expected) <= tolerance) return true;
  qWarning("got %.12g, expected %.12g", actual, expected);
  return false;
}

/// 0 where no credit is lost or made.
inline double imbalance(const engine::CreditAccount& account) {
  const auto total = account.totals();
  return total.granted + total.earned - total.discarded - total.spent + total.charged +
         account.surplus() - account.balance();
}
