#include "engine/credits/plan/plan_text.h"

#include <cmath>

namespace engine {

std::string durationText(double seconds) {
  if (seconds < 120) return fixedText(seconds, seconds < 10 ? 1 : 0) + " s";
  const long long minutes = std::llround(seconds / 60);
  if (minutes < 60) return std::to_string(minutes) + " min";
  const long long hours = minutes / 60;
  if (hours < 48) return std::to_string(hours) + " h " + std::to_string(minutes % 60) + " min";
  const long long wholeHours = std::llround(seconds / 3600);
  return std::to_string(wholeHours / 24) + " d " + std::to_string(wholeHours % 24) + " h";
}

std::string moneyText(double amount, const std::string& currency) {
  const std::string number = fixedText(amount, 3);
  return currency == "USD" ? "$" + number : number + " " + currency;
}

}  // namespace engine
