#pragma once

#include <cmath>
#include <utility>

namespace engine {

/// A sum that stays exact over millions of small terms (Neumaier's variant of Kahan's summation):
/// without it, adding the same small number again and again rounds in the same direction each time.
class CompensatedSum {
 public:
  CompensatedSum(double value = 0, double error = 0) noexcept : m_sum(value), m_error(error) {}

  CompensatedSum& operator+=(double term) noexcept {
    const double sum = m_sum + term;
    m_error += std::abs(m_sum) >= std::abs(term) ? (m_sum - sum) + term : (term - sum) + m_sum;
    m_sum = sum;
    return *this;
  }
  CompensatedSum& operator-=(double term) noexcept { return *this += -term; }

  /// Takes back what rounding has put outside the range.
  void clamp(double least, double most) noexcept {
    if (*this < least) *this = least;
    if (*this > most) *this = most;
  }

  /// What the constructor takes: value and error.
  std::pair<double, double> parts() const noexcept { return {m_sum, m_error}; }

  operator double() const noexcept { return m_sum + m_error; }

 private:
  double m_sum;
  double m_error;
};

}  // namespace engine
