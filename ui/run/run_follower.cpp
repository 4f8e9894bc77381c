#include "ui/run/run_follower.h"

#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QThread>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "engine/error.h"
#include "engine/log/run_replay.h"
#include "engine/log/run_stream.h"
#include "ui/run/ghost_runs.h"
#include "ui/run/log_source.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

namespace ui {

// What the reading thread and the GUI thread share.
struct RunFollower::Job {
  QString file;  // empty: the descriptor
  int descriptor = -1;
  QString name;
  std::function<void()> attachWanted, newsCame;  // called on the reading thread

  std::atomic<bool> givenUp = false;
  std::mutex mutex;
  std::condition_variable changed;
  // Locked.
  std::shared_ptr<engine::TrainObserver> observer;
  std::vector<CreditTrack::Sample> credits;
  engine::MetricSeries measured;
  bool creditsBeganAnew = false;
  std::string machine;
  std::vector<engine::RunRecord> console;  // all of them
  bool consoleGrew = false;

  // Of the reading thread, read when it has finished.
  QString error;
  bool finished = false;  // the run has told its end

  void read();

 private:
  void follow(LogSource& source);
  void take(const engine::RunNews& news);
  void takeCredits(const engine::RunNews& news);
  bool waitForObserver();

  std::unique_ptr<engine::RunStream> m_stream;
  std::optional<engine::RunReplay> m_replay;
  bool m_throttled = false;
  bool m_hasNews = false;
};

void RunFollower::Job::read() {
  try {
    if (file.isEmpty()) {
      LogSource source(descriptor, name);
      follow(source);
    } else {
      LogSource source(file);
      follow(source);
    }
  } catch (const std::exception& failure) {
    error = QString::fromUtf8(failure.what());
  }
}

void RunFollower::Job::follow(LogSource& source) {
  const auto begin = [this] {
    m_stream =
        std::make_unique<engine::RunStream>([this](const engine::RunNews& news) { take(news); });
  };
  begin();
  QByteArray bytes;
  while (!givenUp && !finished) {
    const LogSource::State state = source.read(bytes);
    try {
      if (state == LogSource::State::Began) begin();
      if (state == LogSource::State::Ended) m_stream->finish();
      m_stream->feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    } catch (const engine::Error& failure) {
      throw engine::Error(RunFollower::tr("Cannot follow %1. %2")
                              .arg(name, QString::fromUtf8(failure.what()))
                              .toStdString());
    }
    if (state != LogSource::State::More && m_replay) {
      m_replay->flush();
      finished = m_replay->hasEnded();
      if (finished) m_replay->finish();
    }
    if (std::exchange(m_hasNews, false)) newsCame();
    if (state == LogSource::State::Ended) return;
  }
}

void RunFollower::Job::take(const engine::RunNews& news) {
  if (givenUp) return;
  if (m_stream->kind() == engine::RunFileKind::ConsoleLog) {
    const std::lock_guard lock(mutex);
    if (std::holds_alternative<engine::RecordedStart>(news) || console.empty())
      console.emplace_back();
    console.back().add(news);
    consoleGrew = m_hasNews = true;
    return;
  }
  if (!m_replay && !waitForObserver()) return;
  takeCredits(news);
  m_replay->add(news);
}

bool RunFollower::Job::waitForObserver() {
  attachWanted();
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return givenUp || observer; });
  if (observer) m_replay.emplace(*observer);
  return observer != nullptr;
}

void RunFollower::Job::takeCredits(const engine::RunNews& news) {
  using Kind = engine::RunEvent::Kind;
  if (const auto* const event = std::get_if<engine::RunEvent>(&news)) {
    if (event->kind == Kind::ThrottleStart) m_throttled = true;
    if (event->kind == Kind::ThrottleEnd) m_throttled = false;
  }
  const auto* const start = std::get_if<engine::RecordedStart>(&news);
  const auto* const sample = std::get_if<engine::CreditSample>(&news);
  if (!start && !sample) return;
  const std::lock_guard lock(mutex);
  m_hasNews = true;
  if (start) {
    m_throttled = false;
    credits.clear();
    measured.clear();
    creditsBeganAnew = true;
    machine = start->machine;
  } else if (sample->measured) {
    measured.push_back({sample->seconds, sample->balance});
  } else {
    credits.push_back({.time = sample->seconds,
                       .balance = sample->balance,
                       .busy = sample->utilisation,
                       .own = sample->ownUse,
                       .steal = sample->steal,
                       .throttled = m_throttled});
  }
}

RunFollower::RunFollower(TrainingSession& session, GhostRuns& ghosts, QObject* parent)
    : QObject(parent), m_session(session), m_ghosts(ghosts) {
  // Somebody started another run, or wanted to hear no more of this one.
  connect(&session, &TrainingSession::stateChanged, this, [this] {
    if (m_job && m_job->observer && !m_session.isAttached() && !m_session.model().result()) stop();
  });
}

RunFollower::~RunFollower() {
  giveUp();
  for (QThread* thread : findChildren<QThread*>()) thread->wait();
}

bool RunFollower::isUnfinished(const QString& name) {
  constexpr qint64 kEnough = 16'384;
  QFile file(name);
  if (!file.open(QIODevice::ReadOnly) || file.isSequential()) return false;
  const QByteArray first = file.read(kEnough);
  if (!engine::looksLikeRunLog({first.constData(), static_cast<std::size_t>(first.size())}))
    return false;
  file.seek(std::max<qint64>(0, file.size() - kEnough));
  const QByteArray last = file.readAll();
  const auto end = last.lastIndexOf("\"event\":\"end\"");
  return end < 0 || last.indexOf("\"event\":\"run\"", end) >= 0;
}

void RunFollower::follow(const QString& file) {
  auto job = std::make_shared<Job>();
  job->file = file;
  job->name = file == QLatin1String("-") ? tr("the standard input") : QFileInfo(file).fileName();
  begin(std::move(job));
}

void RunFollower::followDescriptor(int descriptor, const QString& name) {
  auto job = std::make_shared<Job>();
  job->descriptor = descriptor;
  job->name = name;
  begin(std::move(job));
}

void RunFollower::begin(std::shared_ptr<Job> job) {
  stop();
  m_job = std::move(job);
  m_ghostIds.clear();
  m_credits.clear();
  m_machine.clear();
  const auto later = [this](void (RunFollower::*act)()) {
    return [this, act, weak = std::weak_ptr<Job>(m_job)] {
      QMetaObject::invokeMethod(
          this,
          [this, act, weak] {
            if (m_job && weak.lock() == m_job) (this->*act)();
          },
          Qt::QueuedConnection);
    };
  };
  m_job->attachWanted = later(&RunFollower::attach);
  m_job->newsCame = later(&RunFollower::takeIn);
  QThread* thread = QThread::create([job = m_job] { job->read(); });
  thread->setParent(this);
  thread->setObjectName(QStringLiteral("following"));
  connect(thread, &QThread::finished, this, [this, thread, job = m_job] {
    thread->deleteLater();
    end(job);
  });
  thread->start();
  emit began();
  emit message(tr("Following %1").arg(m_job->name));
}

void RunFollower::attach() {
  if (m_session.isActive()) {
    const QString name = m_job->name;
    stop();
    emit failed(tr("A run goes on in this window. Stop it, then follow %1.").arg(name));
    return;
  }
  auto observer = m_session.attach();
  const std::lock_guard lock(m_job->mutex);
  m_job->observer = std::move(observer);
  m_job->changed.notify_all();
}

void RunFollower::giveUp() {
  if (!m_job) return;
  const std::lock_guard lock(m_job->mutex);
  m_job->givenUp = true;
  m_job->changed.notify_all();
}

void RunFollower::stop() {
  giveUp();
  const std::shared_ptr<Job> job = std::exchange(m_job, nullptr);
  if (!job) return;
  if (job->observer && m_session.isAttached()) m_session.halt();
  if (job->observer && !m_session.model().result()) m_ghosts.keepAtNextStart();
  emit ended(tr("%1 is not followed any more").arg(job->name));
}

void RunFollower::takeIn() {
  std::vector<engine::RunRecord> console;
  {
    const std::lock_guard lock(m_job->mutex);
    if (std::exchange(m_job->creditsBeganAnew, false)) m_credits.clear();
    m_machine = QString::fromStdString(m_job->machine);
    for (const CreditTrack::Sample& sample : m_job->credits) m_credits.add(sample);
    engine::sortSeries(m_job->measured);
    m_credits.addMeasured(m_job->measured, {});
    m_job->credits.clear();
    m_job->measured.clear();
    if (std::exchange(m_job->consoleGrew, false)) console = m_job->console;
  }
  if (!m_credits.isEmpty()) m_credits.tell();
  if (!console.empty()) takeConsole(std::move(console));
}

void RunFollower::takeConsole(std::vector<engine::RunRecord> runs) {
  if (!runs.back().steps.empty())
    emit message(tr("Following %1: step %2")
                     .arg(m_job->name, QLocale().toString(qint64{runs.back().steps.back().step})));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const QString name =
        i == 0 ? m_job->name : tr("%1 (%2)").arg(m_job->name).arg(qulonglong{i + 1});
    if (i == m_ghostIds.size())
      m_ghostIds.push_back(m_ghosts.add(std::move(runs[i]), name));
    else if (i + 1 >= m_ghostIds.size())
      m_ghosts.replace(m_ghostIds[i], std::move(runs[i]));
  }
}

void RunFollower::end(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;
  takeIn();
  m_job.reset();
  if (job->observer && m_session.isAttached()) {
    // Takes in what is on its way, the end of the run included.
    m_session.halt();
    if (!job->finished) m_ghosts.keepAtNextStart();
  }
  if (!job->error.isEmpty()) {
    emit ended({});
    emit failed(job->error);
  } else if (job->finished) {
    emit ended({});
  } else {
    emit ended(job->observer ? tr("%1 ended before the run did").arg(job->name)
                             : tr("%1 has ended").arg(job->name));
  }
}

}  // namespace ui
