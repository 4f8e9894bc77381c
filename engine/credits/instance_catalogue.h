#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/credits/instance_type.h"

namespace engine {

/// The instance types that Burstlab knows, in the order of their file. The file says from when its
/// numbers are and where they come from.
class InstanceCatalogue {
 public:
  /// The catalogue that comes with the program (resources/instances.json).
  static InstanceCatalogue bundled();

  /// Throws Error naming the file, the entry and the field if the file cannot be read, is not JSON
  /// or holds impossible numbers.
  static InstanceCatalogue load(const std::filesystem::path& path);

  const std::vector<InstanceType>& types() const& noexcept { return m_types; }
  void types() && = delete;  // the catalogue must outlive the list

  /// Throws Error that lists the known names if there is no such type.
  InstanceType find(std::string_view name) const;

  const std::string& date() const noexcept { return m_date; }  ///< of the prices, yyyy-mm-dd
  const std::vector<std::string>& sources() const noexcept { return m_sources; }

 private:
  std::string m_date;
  std::vector<std::string> m_sources;
  std::vector<InstanceType> m_types;
};

}  // namespace engine
