#include "engine/pace/pace_text.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "engine/error.h"
#include "engine/log/number_text.h"

namespace engine {
namespace {

constexpr double kMost = 1e9;
constexpr double kLeast = 1e-9;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + 1))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

bool removeSuffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::optional<double> numberWithin(std::string_view text, double least, double most) {
  const auto value = number(text);
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

// "50min" in seconds.
std::optional<double> duration(std::string_view text) {
  double unit = 0;
  // "ms" before "s".
  for (const auto& [name, seconds] :
       {std::pair("ms", 1e-3), std::pair("s", 1.), std::pair("min", 60.), std::pair("h", 3600.)})
    if (unit == 0 && removeSuffix(text, name)) unit = seconds;
  const auto value = numberWithin(text, kLeast, kMost);
  return unit > 0 && value ? std::optional(*value * unit) : std::nullopt;
}

// 1 as "1", 0.5 as "0.5".
std::string plainText(double value) {
  std::string text = shortestText(value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

// As people write it, where that reads back as the same.
std::string durationText(double seconds) {
  const bool isLong = seconds >= 60;
  const std::string text =
      isLong ? plainText(seconds / 60) + "min" : plainText(seconds * 1000) + "ms";
  return duration(text) == seconds && text.size() < 12 ? text : plainText(seconds) + "s";
}

std::string quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

// A field of an instance type that may be changed by name.
struct Field {
  const char* name;
  double least, most;  // most < 0: times the number of vCPUs
  double (*get)(const InstanceType&);
  void (*set)(InstanceType&, double);
};

constexpr Field kFields[] = {
    {"vcpus", 1, 1024, [](const InstanceType& t) { return double(t.vCpus); },
     [](InstanceType& t, double value) { t.vCpus = static_cast<int>(value); }},
    {"baseline", kLeast, 100, [](const InstanceType& t) { return t.baseline * 100; },
     [](InstanceType& t, double value) { t.baseline = value / 100; }},
    {"rate", VirtualMachine::kLeastCreditsPerHour, -60,
     [](const InstanceType& t) { return t.creditsPerHour; },
     [](InstanceType& t, double value) { t.creditsPerHour = value; }},
    {"cap", kLeast, 1e6, [](const InstanceType& t) { return t.maxCredits; },
     [](InstanceType& t, double value) { t.maxCredits = value; }},
    {"launch", 0, 1e6, [](const InstanceType& t) { return t.launchCredits; },
     [](InstanceType& t, double value) { t.launchCredits = value; }},
    {"price", 0, 1e6, [](const InstanceType& t) { return t.pricePerHour.value_or(0); },
     [](InstanceType& t, double value) { t.pricePerHour = value; }},
    {"surplus", 0, 1e6, [](const InstanceType& t) { return t.surplusPricePerVCpuHour.value_or(0); },
     [](InstanceType& t, double value) { t.surplusPricePerVCpuHour = value; }},
};

void change(InstanceType& type, std::string_view assignment) {
  const std::size_t sign = std::min(assignment.find('='), assignment.size());
  const std::string_view name = assignment.substr(0, sign);
  const std::string_view text = assignment.substr(std::min(sign + 1, assignment.size()));
  if (name == "throttle" && (text == "staircase" || text == "hard")) {
    type.throttle = text == "hard" ? ThrottleKind::Hard : ThrottleKind::Staircase;
    return;
  }
  if (name == "throttle")
    throw Error("throttle= takes staircase or hard, not " + quoted(text) + ".");
  std::string known;
  for (const Field& field : kFields) {
    known += std::string(field.name) + ", ";
    if (name != field.name) continue;
    const double most = field.most < 0 ? -field.most * type.vCpus : field.most;
    const auto value = numberWithin(text, field.least, most);
    if (!value || (name == "vcpus" && *value != std::trunc(*value)))
      throw Error(std::string(name) + "= takes a " + (name == "vcpus" ? "whole " : "") +
                  "number from " + plainText(field.least) + " to " + plainText(most) + ", not " +
                  quoted(text) + ".");
    return field.set(type, *value);
  }
  throw Error("An instance type has no field " + quoted(name) + "; choose one of " + known +
              "throttle, as in custom,vcpus=2,rate=24.");
}

}  // namespace

MachineChoice readMachine(std::string_view text, const InstanceCatalogue& catalogue) {
  const std::vector<std::string_view> parts = split(text, ':');
  const std::vector<std::string_view> fields = split(parts[0], ',');
  MachineChoice machine{catalogue.find(fields[0])};
  for (std::size_t i = 1; i < fields.size(); ++i) change(machine.type, fields[i]);
  MachineOptions& options = machine.options;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view part = parts[i];
    if (part == "standard")
      options.mode = CreditMode::Standard;
    else if (part == "unlimited")
      options.mode = CreditMode::Unlimited;
    else if (part == "today" || part == "until-2017")
      options.rules = part == "today" ? CreditRules::Today : CreditRules::Until2017;
    else if (const auto credits = numberWithin(part, 0, kMost); credits)
      options.balance = *credits;
    else
      throw Error("Behind " + std::string(parts[0]) +
                  ": come the credits at the start, standard, "
                  "unlimited, today or until-2017, not " +
                  quoted(part) + ".");
  }
  VirtualMachine(machine.type, options);  // throws where they do not fit together
  return machine;
}

std::string machineText(const MachineChoice& machine, const InstanceCatalogue& catalogue) {
  const InstanceType usual = catalogue.find(machine.type.name);
  std::string text = machine.type.name;
  for (const Field& field : kFields)
    if (field.get(machine.type) != field.get(usual))
      text += "," + std::string(field.name) + "=" + plainText(field.get(machine.type));
  if (machine.type.throttle != usual.throttle)
    text += machine.type.throttle == ThrottleKind::Hard ? ",throttle=hard" : ",throttle=staircase";
  const MachineOptions& options = machine.options;
  if (options.balance) text += ":" + plainText(*options.balance);
  if (options.mode) text += *options.mode == CreditMode::Standard ? ":standard" : ":unlimited";
  if (options.rules == CreditRules::Until2017) text += ":until-2017";
  return text;
}

StepCost readStepCost(std::string_view text) {
  if (text == "measured") return {StepCost::Kind::Measured, 1};
  std::string_view value = text;
  const bool factor = removeSuffix(value, "x");
  if (const auto number = numberWithin(value, 1e-6, kMost))
    return {factor ? StepCost::Kind::Measured : StepCost::Kind::Fixed, *number};
  throw Error(
      "The cost of a step is a number of ms such as 432, \"measured\", or a factor to that "
      "such as 8x, not " +
      quoted(text) + ".");
}

std::string stepCostText(const StepCost& cost) {
  if (cost.kind == StepCost::Kind::Fixed) return plainText(cost.value);
  return cost.value == 1 ? "measured" : plainText(cost.value) + "x";
}

CreditPolicy readPolicy(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  const std::string_view name = parts[0];
  if (text == "none") return std::monostate();
  if (text == "adaptive") return AvoidSlowDown();
  if (name == "sleep" && parts.size() == 3) {
    const auto limit = duration(parts[1]), rest = duration(parts[2]);
    if (limit && rest) return SleepWhenSlow{*limit, *rest};
  }
  if (name == "stop-at" && parts.size() == 2) {
    std::string_view credits = parts[1];
    if (!removeSuffix(credits, "credits")) removeSuffix(credits, "credit");
    if (const auto value = numberWithin(credits, 0, 1e6)) return StopAt{*value};
  }
  if (name == "duty" && parts.size() == 3) {
    const auto work = duration(parts[1]), rest = duration(parts[2]);
    if (work && rest) return WorkAndRest{*work, *rest};
  }
  if (name == "duty" && parts.size() == 2) {
    std::string_view percent = parts[1];
    const bool marked = removeSuffix(percent, "%");
    const auto value = numberWithin(percent, 0.1, 100);
    if (marked && value) return WorkShare{*value / 100};
  }
  throw Error(
      "A credit policy is none, sleep:3000ms:50min (limit of a step, rest), "
      "stop-at:2credits, duty:10min:50min (work, rest), duty:40% or adaptive, with ms, s, "
      "min or h, not " +
      quoted(text) + ".");
}

std::string policyText(const CreditPolicy& policy) {
  struct Writer {
    std::string operator()(std::monostate) const { return "none"; }
    std::string operator()(const SleepWhenSlow& p) const {
      return "sleep:" + durationText(p.limitSeconds) + ":" + durationText(p.restSeconds);
    }
    std::string operator()(const StopAt& p) const {
      return "stop-at:" + plainText(p.credits) + "credits";
    }
    std::string operator()(const WorkAndRest& p) const {
      return "duty:" + durationText(p.workSeconds) + ":" + durationText(p.restSeconds);
    }
    std::string operator()(const WorkShare& p) const {
      return "duty:" + plainText(p.share * 100) + "%";
    }
    std::string operator()(const AvoidSlowDown&) const { return "adaptive"; }
  };
  return std::visit(Writer(), policy);
}

double readPace(std::string_view text) {
  if (text == "virtual") return std::numeric_limits<double>::infinity();
  if (text == "real") return 1;
  std::string_view value = text;
  const bool factor = removeSuffix(value, "x");
  const auto number = numberWithin(value, 1e-3, kMost);
  if (factor && number) return *number;
  throw Error(
      "A pace is virtual (as fast as this computer can), real, or a factor to that such as "
      "60x, not " +
      quoted(text) + ".");
}

std::string paceText(double pace) {
  if (std::isinf(pace)) return "virtual";
  return pace == 1 ? "real" : plainText(pace) + "x";
}

}  // namespace engine
