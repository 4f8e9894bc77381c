#include "engine/credits/virtual_machine.h"

#include <algorithm>
#include <limits>

#include "engine/credits/state_numbers.h"
#include "engine/error.h"
#include "engine/log/number_text.h"

namespace engine {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

CreditAccount openAccount(const InstanceType& type, const MachineOptions& options) {
  if (!(type.creditsPerHour >= VirtualMachine::kLeastCreditsPerHour && type.baseline > 0))
    throw Error("A " + type.name + " that earns no credits stands still once it has used them; " +
                "give it a baseline above 0 and a rate of at least " +
                shortestText(VirtualMachine::kLeastCreditsPerHour) + " credits per hour.");
  CreditAccount account(type, options.mode.value_or(type.defaultMode), options.rules);
  if (options.balance) account.setBalance(*options.balance);
  return account;
}

// What the throttle looks at: who borrows is never slowed down.
double throttleBalance(const CreditAccount& account) {
  return account.mode() == CreditMode::Unlimited ? kUnlimited : account.balance();
}

}  // namespace

VirtualMachine::VirtualMachine(const InstanceType& type, const MachineOptions& options)
    : m_account(openAccount(type, options)),
      m_throttle(type, throttleBalance(m_account), options.throttle) {}

double VirtualMachine::run(double cpuSeconds, double threads) {
  if (!m_account.isRunning())
    throw Error("The " + type().name + " is stopped; start it before it works.");
  return advance(threads, cpuSeconds, kUnlimited).seconds;
}

double VirtualMachine::load(double vCpus, double seconds) {
  return advance(vCpus, kUnlimited, seconds).cpuSeconds;
}

void VirtualMachine::start(bool withLaunchCredits) {
  m_account.start(withLaunchCredits);
  m_throttle.settle(throttleBalance(m_account));
}

void VirtualMachine::setMode(CreditMode mode) {
  m_account.setMode(mode);
  m_throttle.settle(throttleBalance(m_account));
}

void VirtualMachine::setBalance(double credits) {
  m_account.setBalance(credits);
  m_throttle.settle(throttleBalance(m_account));
}

double VirtualMachine::speed() const {
  return m_account.granted(m_throttle.ceiling() * type().vCpus) / type().vCpus;
}

std::vector<double> VirtualMachine::state() const {
  VirtualMachine copy = *this;
  StateNumbers numbers;
  copy.exchangeState(numbers);
  return std::move(numbers).written();
}

void VirtualMachine::restore(std::span<const double> state) {
  VirtualMachine restored = *this;
  StateNumbers numbers(state);
  restored.exchangeState(numbers);
  numbers.end();
  *this = std::move(restored);
}

void VirtualMachine::exchangeState(StateNumbers& numbers) {
  m_account.exchangeState(numbers);
  m_throttle.exchangeState(numbers);
  numbers.exchange(m_utilisation, 0, 1 + 1e-9);
}

// Ends with the work or the time, whichever is done first.
VirtualMachine::Progress VirtualMachine::advance(double vCpus, double cpuSeconds, double seconds) {
  Progress done;
  bool ended = !(cpuSeconds > 0 && seconds > 0);
  while (!ended) {
    const double wanted = std::min(vCpus, m_throttle.ceiling() * type().vCpus);
    const double granted = m_account.granted(wanted);
    const double toWork = (cpuSeconds - done.cpuSeconds) / granted;
    const double toEnd = std::min(seconds - done.seconds, toWork);
    const double step =
        std::min({toEnd, m_throttle.secondsUnchanged(), m_account.secondsUnchanged(wanted)});
    m_account.advance(wanted, step);
    m_throttle.advance(step, throttleBalance(m_account));
    done.seconds += step;
    done.cpuSeconds += granted * step;
    ended = step == toEnd;
  }
  if (done.seconds > 0) m_utilisation = done.cpuSeconds / done.seconds / type().vCpus;
  return done;
}

}  // namespace engine
