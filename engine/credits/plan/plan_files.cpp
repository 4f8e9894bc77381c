#include "engine/credits/plan/plan_files.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/log/number_text.h"

namespace engine {
namespace {

using nlohmann::ordered_json;

// From 1 on; 0 where it is not in the list.
std::size_t rankIn(const std::vector<std::size_t>& order, std::size_t index) {
  const auto found = std::ranges::find(order, index);
  return found == order.end() ? 0 : static_cast<std::size_t>(found - order.begin()) + 1;
}

ordered_json toJson(const Plan& plan, std::size_t index) {
  const Outcome& outcome = plan.outcomes[index];
  ordered_json object{{"strategy", outcome.name}};
  if (!outcome.detail.empty()) object["detail"] = outcome.detail;
  if (!outcome.feasible()) {
    object["obstacle"] = outcome.obstacle;
    return object;
  }
  object.update({{"rankByTime", rankIn(plan.byTime, index)},
                 {"rankByCost", rankIn(plan.byCost, index)},
                 {"onParetoFront", rankIn(plan.front, index) > 0},
                 {"permitted", outcome.permitted},
                 {"wholeJob", outcome.whole},
                 {"throttled", outcome.slowed},
                 {"steps", outcome.steps},
                 {"waitSeconds", outcome.wait},
                 {"finishSeconds", outcome.finish},
                 {"cpuSeconds", outcome.cpuSeconds},
                 {"creditsSpent", outcome.credits},
                 {"creditsEarned", outcome.totals.earned},
                 {"creditsDiscarded", outcome.totals.discarded},
                 {"creditsLeft", outcome.balance},
                 {"surplus", outcome.surplus + outcome.totals.charged}});
  object["cost"] = outcome.cost ? ordered_json(*outcome.cost) : ordered_json(nullptr);
  object["currency"] = outcome.currency;
  object["caveats"] = outcome.caveats;
  ordered_json& curve = object["balance"] = ordered_json::array();
  for (const auto& [seconds, balance] : outcome.curve) curve.push_back({seconds, balance});
  return object;
}

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string field = "\"";
  for (const char letter : text) field += letter == '"' ? "\"\"" : std::string(1, letter);
  return field + '"';
}

std::string yesOrNo(bool value) {
  return value ? "yes" : "no";
}

}  // namespace

std::string planJson(const PlanRequest& request, const Plan& plan) {
  ordered_json strategies = ordered_json::array();
  for (std::size_t i = 0; i < plan.outcomes.size(); ++i) strategies.push_back(toJson(plan, i));
  const auto names = [&](const std::vector<std::size_t>& indices) {
    ordered_json list = ordered_json::array();
    for (const std::size_t i : indices) list.push_back(plan.outcomes[i].name);
    return list;
  };
  const ordered_json root{{"job",
                           {{"steps", request.job.steps},
                            {"millisecondsPerStep", 1000 * request.stepSeconds(request.type)},
                            {"threads", request.job.threads},
                            {"cpuMinutes", request.cpuSeconds(request.type) / 60}}},
                          {"machine",
                           {{"instance", request.type.name},
                            {"rules", request.rules == CreditRules::Today ? "today" : "2016"},
                            {"balance", plan.outcomes.front().curve.front().balance}}},
                          {"strategies", strategies},
                          {"byTime", names(plan.byTime)},
                          {"byCost", names(plan.byCost)},
                          {"paretoFront", names(plan.front)},
                          {"best", plan.outcomes[plan.best].name},
                          {"recommendation", plan.recommendation}};
  return root.dump(2) + '\n';
}

std::string planCsv(const Plan& plan) {
  std::string text =
      "strategy,detail,rank_by_time,rank_by_cost,on_pareto_front,permitted,whole_job,throttled,"
      "steps,wait_seconds,finish_seconds,credits_spent,credits_left,surplus,cost,currency,caveats,"
      "obstacle\r\n";
  for (std::size_t i = 0; i < plan.outcomes.size(); ++i) {
    const Outcome& outcome = plan.outcomes[i];
    const auto rank = [&](const std::vector<std::size_t>& order) {
      const std::size_t place = rankIn(order, i);
      return place > 0 ? std::to_string(place) : std::string();
    };
    std::vector<std::string> fields{outcome.name, outcome.detail};
    if (outcome.feasible()) {
      std::string caveats;
      for (const std::string& caveat : outcome.caveats)
        caveats += (caveats.empty() ? "" : " ") + caveat;
      for (std::string field :
           {rank(plan.byTime), rank(plan.byCost), yesOrNo(rankIn(plan.front, i) > 0),
            yesOrNo(outcome.permitted), yesOrNo(outcome.whole), yesOrNo(outcome.slowed),
            std::to_string(outcome.steps), fixedText(outcome.wait, 3), fixedText(outcome.finish, 3),
            fixedText(outcome.credits, 6), fixedText(outcome.balance, 6),
            fixedText(outcome.surplus + outcome.totals.charged, 6),
            outcome.cost ? fixedText(*outcome.cost, 6) : std::string(), outcome.currency, caveats,
            std::string()})
        fields.push_back(std::move(field));
    } else {
      fields.resize(17);
      fields.push_back(outcome.obstacle);
    }
    for (std::size_t field = 0; field < fields.size(); ++field)
      text += (field > 0 ? "," : "") + csvField(fields[field]);
    text += "\r\n";
  }
  return text;
}

}  // namespace engine
