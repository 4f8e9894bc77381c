#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "engine/credits/compensated_sum.h"
#include "engine/error.h"

namespace engine {

/// The state of a simulation as a row of numbers. An object names its members one by one, in one
/// function for both directions: they are appended to the row, or replaced by what is in it.
class StateNumbers {
 public:
  static constexpr double kMost = 1e15;  ///< whole numbers up to here are exact

  StateNumbers() = default;  ///< to append
  /// To replace. The numbers must outlive the object.
  explicit StateNumbers(std::span<const double> numbers) : m_left(numbers), m_reads(true) {}

  /// Where members are replaced, throws Error unless the number lies between least and most.
  void exchange(double& value, double least, double most) {
    if (!m_reads) return m_written.push_back(value);
    const double read = next();
    if (!(read >= least && read <= most)) fail();
    value = read;
  }

  void exchange(CompensatedSum& sum, double least, double most) {
    auto [value, error] = sum.parts();
    const double slack = 1e-9 * (1 + most - least);
    exchange(value, least - slack, most + slack);
    exchange(error, -slack, slack);
    sum = CompensatedSum(value, error);
  }

  /// Numbers that only serve to compute others.
  void exchange(double& value) { exchange(value, -kMost, kMost); }
  void exchange(std::int64_t& value) {
    auto number = static_cast<double>(value);
    exchange(number, -kMost, kMost);
    value = static_cast<std::int64_t>(number);
  }

  void exchange(bool& flag) {
    double number = flag;
    exchange(number, 0, 1);
    flag = number != 0;
  }

  void exchange(std::deque<double>& values, std::size_t mostValues, double least, double most) {
    auto count = static_cast<double>(values.size());
    exchange(count, 0, static_cast<double>(mostValues));
    values.resize(static_cast<std::size_t>(count));
    for (double& value : values) exchange(value, least, most);
  }

  /// Throws Error if numbers are left that nobody wanted.
  void end() const {
    if (!m_left.empty()) fail();
  }

  std::vector<double> written() && { return std::move(m_written); }

 private:
  double next() {
    if (m_left.empty()) fail();
    const double number = m_left.front();
    m_left = m_left.subspan(1);
    return number;
  }

  [[noreturn]] static void fail() {
    throw Error(
        "The state of the simulated machine is damaged or belongs to another one; begin "
        "with a new machine.");
  }

  std::vector<double> m_written;
  std::span<const double> m_left;
  bool m_reads = false;
};

}  // namespace engine
