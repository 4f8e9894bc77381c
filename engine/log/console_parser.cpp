#include "engine/log/console_parser.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

using Kind = ConsoleItem::Kind;

// The sample divides the time of step 0 by its report interval, which nothing has told yet.
constexpr std::int64_t kUsualInterval = 100;
constexpr std::int64_t kSelfTestImages = 256;
constexpr std::size_t kMostWaitingOrphans = 1000;

bool isBlank(std::string_view text) {
  return text.find_first_not_of(" \t>#*.`-=") == text.npos;
}

}  // namespace

ConsoleParser::ConsoleParser(Take take, const Assumptions& assumptions)
    : m_take(std::move(take)),
      m_assumptions(assumptions),
      m_lines([this](const ConsoleLine& line) { readLine(line); }),
      m_scanner([this](const ConsoleItem& item) { this->take(item); }),
      m_imagesPerBatch(0) {}

void ConsoleParser::feed(std::string_view bytes) {
  m_lines.feed(bytes);
}

void ConsoleParser::finish() {
  m_lines.finish();
  closeBlock();
  m_orphans.clear();
}

void ConsoleParser::readLine(const ConsoleLine& line) {
  ++m_lineCount;
  m_rewritten = line.rewritten;
  if (m_scanner.scan(line.text, line.complete) == 0 && !isBlank(line.text)) ++m_notUnderstood;
}

void ConsoleParser::take(const ConsoleItem& item) {
  switch (item.kind) {
    case Kind::Step:
      return takeStep(item);
    case Kind::Epoch:
      return takeEpoch(item);
    case Kind::Loss:
    case Kind::LearningRate:
    case Kind::MinibatchError:
    case Kind::ValidationError:
      return takeValue(item);
    case Kind::TestError:
      return takeTestError(item.value);
    case Kind::Sleep:
    case Kind::Wake:
      return takePause(item);
    case Kind::Duration:
      return takeDuration(item);
    case Kind::Summary:
      return takeSummary(item);
    case Kind::Shape:
      m_imagesPerBatch = item.step;
      return;
    case Kind::Start:
      closeBlock();
      m_startSeen = true;
      m_selfTest = item.name == "self-test" || (m_selfTest && m_program == Program::None);
      return;
    case Kind::Message:
      return;
  }
}

void ConsoleParser::takeStep(const ConsoleItem& item) {
  if (m_rewritten && m_block && m_block->step.step == item.step) {
    m_block->step.epoch = item.epoch;
    m_block->milliseconds = item.value;
    return;
  }
  openBlock(item.step);
  m_block->step.epoch = item.epoch;
  m_block->milliseconds = item.value;
}

void ConsoleParser::takeEpoch(const ConsoleItem& item) {
  // The second line of a step.
  if (m_block && !m_block->orphan && isUnknown(m_block->step.epoch) &&
      isUnknown(m_block->step.loss)) {
    m_block->step.epoch = item.epoch;
    return;
  }
  const double step = std::round(item.epoch * static_cast<double>(m_assumptions.trainCount) /
                                 static_cast<double>(m_assumptions.batchSize));
  constexpr double kMost = 1e15;
  if (!(step >= 0 && step < kMost)) return;
  openBlock(static_cast<std::int64_t>(step));
  m_block->step.epoch = item.epoch;
  m_block->step.derived = true;
}

void ConsoleParser::takeValue(const ConsoleItem& item) {
  const auto valueOf = [&](Block& block) -> double& {
    switch (item.kind) {
      case Kind::Loss:
        return block.step.loss;
      case Kind::LearningRate:
        return block.step.learningRate;
      case Kind::MinibatchError:
        return block.step.minibatchError;
      default:
        return block.validationError;
    }
  };
  if (m_block && !m_rewritten && !isUnknown(valueOf(*m_block))) closeBlock();
  if (!m_block) {
    m_block.emplace().orphan = true;
    ++m_orphanCount;
  }
  valueOf(*m_block) = item.value;
  const bool whole = item.kind == Kind::ValidationError && !isUnknown(m_block->step.loss);
  if (whole && !m_rewritten) closeBlock();
}

void ConsoleParser::takePause(const ConsoleItem& item) {
  closeBlock();
  if (m_program != Program::Sample) return;
  const bool begins = item.kind == Kind::Sleep;
  RunEvent event{.kind = begins ? RunEvent::Kind::Pause : RunEvent::Kind::Resume,
                 .step = m_lastStep + 1,
                 .elapsed = item.value};
  if (begins) {
    m_sleepBegan = item.value;
  } else if (!isUnknown(m_sleepBegan)) {
    event.value = item.value - m_sleepBegan;
    m_elapsed += std::max(event.value, 0.0);
    m_sleepBegan = kUnknown;
  }
  m_take(event);
}

void ConsoleParser::takeTestError(double percent) {
  closeBlock();
  if (m_program != Program::Sample || m_end) return;
  m_orphans.clear();
  m_end = RecordedEnd{.steps = m_lastStep + 1, .lastStep = m_lastStep, .testError = percent};
  m_take(*m_end);
}

void ConsoleParser::takeDuration(const ConsoleItem& item) {
  closeBlock();
  if (!continues(Program::Benchmark, item.step)) startRun(Program::Benchmark);
  if (isUnknown(m_firstTime)) m_firstTime = item.time - item.value;
  m_lastStep = item.step;
  const double elapsed = item.time - m_firstTime;
  m_take(RecordedStep{.step = item.step,
                      .seconds = item.value,
                      .elapsed = std::isfinite(elapsed) ? elapsed : kUnknown});
}

void ConsoleParser::takeSummary(const ConsoleItem& item) {
  closeBlock();
  if (m_program != Program::Benchmark || m_end) startRun(Program::Benchmark);
  m_end = RecordedEnd{.steps = m_lastStep + 1,
                      .lastStep = m_lastStep,
                      .benchmark = BenchmarkSummary{.name = std::string(item.name),
                                                    .mean = item.value,
                                                    .deviation = item.deviation,
                                                    .batches = item.step}};
  m_take(*m_end);
}

void ConsoleParser::openBlock(std::int64_t step) {
  closeBlock();
  if (!continues(Program::Sample, step)) startRun(Program::Sample);
  placeOrphans(step);
  m_block.emplace().step.step = step;
  m_lastStep = step;
}

void ConsoleParser::closeBlock() {
  if (!m_block) return;
  Block block = std::move(*m_block);
  m_block.reset();
  if (!block.orphan)
    tell(block);
  else if (m_program == Program::Sample && !m_startSeen && m_orphans.size() < kMostWaitingOrphans)
    m_orphans.push_back(std::move(block));
}

void ConsoleParser::placeOrphans(std::int64_t next) {
  const auto parts = static_cast<std::int64_t>(m_orphans.size()) + 1;
  const std::int64_t gap = next - m_lastTold;
  if (m_lastTold >= 0 && gap % parts == 0 && gap > 0)
    for (Block& orphan : m_orphans) {
      orphan.step.step = m_lastTold + gap / parts;
      orphan.step.derived = true;
      if (gap / parts > 0) tell(orphan);
    }
  m_orphans.clear();
}

void ConsoleParser::tell(Block& block) {
  advanceTime(block);
  m_lastTold = block.step.step;
  m_take(block.step);
  if (!isUnknown(block.validationError) || !isUnknown(block.milliseconds))
    m_take(RecordedValidation{.step = block.step.step,
                              .errorRate = block.validationError,
                              .scriptMilliseconds = block.milliseconds});
}

void ConsoleParser::advanceTime(Block& block) {
  if (!std::isfinite(block.milliseconds)) return;
  // Step 0 stands for the start of the program, the others for what passed since the last time.
  const std::int64_t steps = block.step.step == 0
                                 ? kUsualInterval
                                 : block.step.step - std::max<std::int64_t>(m_lastTimed, 0);
  m_lastTimed = block.step.step;
  m_elapsed += 1e-3 * block.milliseconds * static_cast<double>(steps);
  block.step.elapsed = m_elapsed;
}

bool ConsoleParser::continues(Program program, std::int64_t step) const {
  return m_program == program && !m_startSeen && step > m_lastStep &&
         (program == Program::Sample || !m_end);
}

void ConsoleParser::startRun(Program program) {
  const bool sample = program == Program::Sample, shapesTold = !sample && m_imagesPerBatch > 0;
  const RecordedStart start{
      .source = sample ? "convolutional.py" : "alexnet_benchmark.py",
      .trainCount = sample && m_selfTest ? kSelfTestImages : m_assumptions.trainCount,
      .batchSize = shapesTold ? m_imagesPerBatch : m_assumptions.batchSize,
      .trainCountTold = sample,
      .batchSizeTold = sample || shapesTold || m_assumptions.batchSizeTold};
  m_program = program;
  m_startSeen = m_selfTest = false;
  m_end.reset();
  m_lastStep = m_lastTold = m_lastTimed = -1;
  m_elapsed = 0;
  m_firstTime = m_sleepBegan = kUnknown;
  m_orphans.clear();  // A log that begins with an orphan has no place for it.
  m_take(start);
}

}  // namespace engine
