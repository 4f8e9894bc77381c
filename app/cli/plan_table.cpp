#include "app/cli/plan_table.h"

#include <algorithm>
#include <map>

#include "app/cli/text_columns.h"
#include "engine/credits/plan/plan_text.h"

namespace cli {
namespace {

using engine::durationText;
using engine::fixedText;
using engine::Outcome;

std::string introduction(const engine::PlanRequest& request, const engine::Plan& plan) {
  const engine::InstanceType& type = request.type;
  return "Job: " + std::to_string(request.job.steps) + " steps of " +
         fixedText(1000 * request.stepSeconds(type), 1) + " ms, " +
         fixedText(request.cpuSeconds(type) / 60, 1) +
         " minutes of one vCPU. Machine: " + type.name + " with " +
         fixedText(plan.outcomes.front().curve.front().balance, 1) + " credits, " +
         (request.rules == engine::CreditRules::Today ? "today's rules" : "rules of 2016") +
         ".\nSimulated; times count from now.\n\n";
}

// Each caveat once, in the order of first use; the same sentence keeps its number.
class Notes {
 public:
  std::string marks(const Outcome& outcome) {
    std::string text;
    for (const std::string& caveat : outcome.caveats) {
      const auto [entry, fresh] = m_numbers.try_emplace(caveat, m_numbers.size() + 1);
      if (fresh) m_text += right(std::to_string(entry->second), 3) + "  " + caveat + "\n";
      text += " [" + std::to_string(entry->second) + "]";
    }
    return text;
  }
  const std::string& text() const { return m_text; }

 private:
  std::map<std::string, std::size_t> m_numbers;
  std::string m_text;
};

std::string line(const std::string& rank, const Outcome& outcome, bool onFront, Notes& notes) {
  return right(rank, 2) + " " + left(outcome.name, 25) + right(durationText(outcome.finish), 12) +
         right(durationText(outcome.wait), 12) + right(fixedText(outcome.credits, 1), 9) +
         right(outcome.cost ? engine::moneyText(*outcome.cost, outcome.currency) : "-", 11) +
         (onFront ? " *  " : "    ") + outcome.detail + notes.marks(outcome) + "\n";
}

}  // namespace

std::string planTable(const engine::PlanRequest& request, const engine::Plan& plan) {
  Notes notes;
  std::string text = introduction(request, plan);
  text += "   " + left("Strategy", 25) + right("Done in", 12) + right("Wait first", 12) +
          right("Credits", 9) + right("Cost", 11) + "    Detail\n";
  int rank = 0;
  for (const std::size_t i : plan.byTime)
    text += line(std::to_string(++rank), plan.outcomes[i], std::ranges::count(plan.front, i) > 0,
                 notes);
  for (const Outcome& outcome : plan.outcomes)
    if (outcome.feasible() && !outcome.whole) text += line("-", outcome, false, notes);
  text += "\n* No other permitted strategy is both as quick and as cheap.\n\nBy cost: ";
  for (const std::size_t i : plan.byCost)
    text += (i == plan.byCost.front() ? "" : ", ") + plan.outcomes[i].name;
  text += ".\n";
  if (!notes.text().empty()) text += "\nNotes:\n" + notes.text();
  std::string impossible;
  for (const Outcome& outcome : plan.outcomes)
    if (!outcome.feasible()) impossible += "  " + outcome.name + ": " + outcome.obstacle + "\n";
  if (!impossible.empty()) text += "\nCannot be done here:\n" + impossible;
  return text + "\nBest: " + plan.recommendation + "\n";
}

}  // namespace cli
