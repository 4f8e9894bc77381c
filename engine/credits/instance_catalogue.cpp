#include "engine/credits/instance_catalogue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "engine/error.h"
#include "engine/resources.h"

namespace engine {
namespace {

using nlohmann::json;

constexpr double kMany = 1e6;

// One JSON object of the file; its errors say which.
class Entry {
 public:
  Entry(const json& object, std::string file, std::string label)
      : m_object(object), m_file(std::move(file)), m_label(std::move(label)) {
    if (!object.is_object()) fail("is not an object");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(m_file + ": " + m_label + " " + what + "; correct it or install Burstlab again.",
                m_file);
  }

  bool has(const char* key) const { return m_object.contains(key); }

  std::optional<double> optionalNumber(const char* key, double least, double most) const {
    const auto found = m_object.find(key);
    if (found == m_object.end()) return {};
    if (!found->is_number() || !(found->get<double>() >= least && found->get<double>() <= most))
      fail("has a \"" + std::string(key) + "\" that is not a possible number");
    return found->get<double>();
  }

  double number(const char* key, double least, double most) const {
    const auto value = optionalNumber(key, least, most);
    if (!value) fail("has no \"" + std::string(key) + "\"");
    return *value;
  }

  int integer(const char* key, int least, int most) const {
    const double value = number(key, least, most);
    if (value != std::trunc(value)) fail("has a \"" + std::string(key) + "\" that is not whole");
    return static_cast<int>(value);
  }

  std::string text(const char* key) const {
    const auto found = m_object.find(key);
    if (found == m_object.end() || !found->is_string() ||
        found->get_ref<const std::string&>().empty())
      fail("has no text \"" + std::string(key) + "\"");
    return *found;
  }

  bool flag(const char* key) const {
    const auto found = m_object.find(key);
    if (found == m_object.end()) return false;
    if (!found->is_boolean()) fail("has a \"" + std::string(key) + "\" that is not true or false");
    return *found;
  }

  Entry object(const char* key) const {
    return {m_object.at(key), m_file, m_label + ": \"" + key + '"'};
  }

  const json& list(const char* key) const {
    const auto found = m_object.find(key);
    if (found == m_object.end() || !found->is_array() || found->empty())
      fail("has no list \"" + std::string(key) + "\"");
    return *found;
  }

  template <typename Value, std::size_t N>
  Value choice(const std::string& word,
               const std::array<std::pair<const char*, Value>, N>& words) const {
    for (const auto& [name, value] : words)
      if (word == name) return value;
    fail("has the unknown word \"" + word + "\"");
  }

 private:
  const json& m_object;
  std::string m_file, m_label;
};

constexpr std::array<std::pair<const char*, CreditMode>, 2> kModes{
    {{"standard", CreditMode::Standard}, {"unlimited", CreditMode::Unlimited}}};
constexpr std::array<std::pair<const char*, StopPolicy>, 3> kStopPolicies{
    {{"lose", StopPolicy::Lose},
     {"keep seven days", StopPolicy::KeepSevenDays},
     {"keep earning", StopPolicy::KeepEarning}}};
constexpr std::array<std::pair<const char*, ThrottleKind>, 2> kThrottles{
    {{"staircase", ThrottleKind::Staircase}, {"hard", ThrottleKind::Hard}}};

std::vector<std::string> strings(const Entry& entry, const char* key) {
  std::vector<std::string> texts;
  for (const json& item : entry.list(key)) {
    if (!item.is_string())
      entry.fail("has something else than texts in \"" + std::string(key) + '"');
    texts.push_back(item);
  }
  return texts;
}

constexpr double kLeast = std::numeric_limits<double>::min();

Processor readProcessor(const Entry& entry) {
  return {.model = entry.text("model"),
          .kernels = entry.text("kernels"),
          .gigahertz = entry.number("gigahertz", kLeast, 100),
          .flopsPerCycle = entry.number("flopsPerCycle", kLeast, 4096)};
}

// What all sizes of a family have in common.
InstanceType readFamily(const Entry& entry) {
  InstanceType type;
  type.family = entry.text("name");
  type.provider = entry.text("provider");
  const std::vector<std::string> modes = strings(entry, "modes");
  type.defaultMode = entry.choice(modes.front(), kModes);
  for (const std::string& mode : modes)
    type.offersUnlimited |= entry.choice(mode, kModes) == CreditMode::Unlimited;
  type.launchCreditsInUnlimited = entry.flag("launchCreditsInUnlimited");
  if (entry.has("launchesPerDay")) type.launchesPerDay = entry.integer("launchesPerDay", 1, 1000);
  type.stopPolicy = entry.choice(entry.text("stop"), kStopPolicies);
  type.throttle = entry.choice(entry.text("throttle"), kThrottles);
  type.currency = entry.text("currency");
  type.surplusPricePerVCpuHour = entry.optionalNumber("surplusPricePerVCpuHour", 0, kMany);
  if (entry.has("processor")) type.processor = readProcessor(entry.object("processor"));
  return type;
}

InstanceType readInstance(const Entry& entry, InstanceType type) {
  type.name = entry.text("name");
  type.vCpus = entry.integer("vCpus", 1, 1024);
  type.memoryGiB = entry.optionalNumber("memoryGiB", kLeast, kMany);
  type.baseline = entry.number("baselinePercent", kLeast, 100) / 100;
  type.creditsPerHour = entry.number("creditsPerHour", kLeast, 60.0 * type.vCpus);
  type.maxCredits = entry.number("maxCredits", kLeast, kMany);
  type.launchCredits = entry.number("launchCredits", 0, kMany);
  type.pricePerHour = entry.optionalNumber("pricePerHour", 0, kMany);
  return type;
}

}  // namespace

InstanceCatalogue InstanceCatalogue::bundled() {
  return load(resourcePath("instances.json"));
}

InstanceCatalogue InstanceCatalogue::load(const std::filesystem::path& path) {
  const std::string file = path.string();
  std::ifstream stream(path);
  if (std::error_code ignored; !stream || std::filesystem::is_directory(path, ignored))
    throw Error("Cannot read the instance catalogue " + file + "; install Burstlab again.", file);
  json root;
  try {
    root = json::parse(stream);
  } catch (const json::parse_error& error) {
    throw Error(file + " is not valid JSON at byte " + std::to_string(error.byte) +
                    "; correct it or install Burstlab again.",
                file, error.byte);
  }

  InstanceCatalogue catalogue;
  const Entry top(root, file, "the catalogue");
  catalogue.m_date = top.text("date");
  catalogue.m_sources = strings(top, "sources");
  for (const json& family : top.list("families")) {
    const Entry anyFamily(family, file, "a family");
    const Entry familyEntry(family, file, "family " + anyFamily.text("name"));
    const InstanceType common = readFamily(familyEntry);
    for (const json& instance : familyEntry.list("instances")) {
      const Entry anyInstance(instance, file, "an instance of " + common.family);
      const Entry entry(instance, file, "instance " + anyInstance.text("name"));
      InstanceType type = readInstance(entry, common);
      const auto sameName = [&](const InstanceType& other) { return other.name == type.name; };
      if (std::ranges::any_of(catalogue.m_types, sameName)) entry.fail("is there twice");
      catalogue.m_types.push_back(std::move(type));
    }
  }
  return catalogue;
}

InstanceType InstanceCatalogue::find(std::string_view name) const {
  std::string known;
  for (const InstanceType& type : m_types) {
    if (type.name == name) return type;
    known += (known.empty() ? "" : ", ") + type.name;
  }
  throw Error("There is no instance type \"" + std::string(name) + "\"; choose one of " + known +
              ".");
}

}  // namespace engine
