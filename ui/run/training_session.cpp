#include "ui/run/training_session.h"

#include <QElapsedTimer>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <utility>

#include "engine/error.h"
#include "engine/pace/pace_text.h"
#include "engine/pace/pacer.h"
#include "engine/train/checkpoint_keeper.h"
#include "engine/train/train_control.h"
#include "engine/train/trainer.h"
#include "ui/run/mailbox.h"
#include "ui/run/paths.h"
#include "ui/run/run_model.h"

namespace ui {
namespace {

constexpr qint64 kUpdateMilliseconds = 40;

struct QuitAndWait {
  void operator()(QThread* thread) const {
    thread->quit();
    thread->wait();
    delete thread;
  }
};

/// What the two threads share of one run.
struct Run {
  explicit Run(std::function<void()> notify) : mailbox(std::move(notify)) {}

  // Set before the run.
  bool isElsewhere = false;  ///< not on this thread, nor under this control
  std::shared_ptr<const engine::Dataset> dataset;
  engine::TrainConfig config;
  std::shared_ptr<const engine::Checkpoint> from;  ///< null: from the first step
  std::filesystem::path checkpointFile;
  double checkpointSeconds = 0;

  std::atomic<qint64> checkpointSteps = -1;
  engine::TrainControl control;
  Mailbox mailbox;
  std::optional<engine::Pacer> pacer;  ///< set before the run begins, if ever

  engine::TrainObserver& observer() {
    return pacer ? static_cast<engine::TrainObserver&>(*pacer) : mailbox;
  }
};

engine::Trainer trainerOf(Run& run) {
  if (run.from) return {*run.dataset, std::exchange(run.from, nullptr)};
  return {*run.dataset, run.config};
}

void trainWithCheckpoints(Run& run) {
  engine::Trainer trainer = trainerOf(run);
  if (run.checkpointFile.empty()) return trainer.run(run.observer(), run.control);
  engine::CheckpointKeeper keeper(
      *run.dataset, run.control, run.mailbox,
      {run.checkpointFile, run.checkpointSeconds, [&run](const std::string& message) {
         run.mailbox.checkpointFailed(QString::fromStdString(message));
       }});
  if (run.pacer) {
    keeper.addCompanion(engine::kMachineCompanion, [&run] { return run.pacer->run().state(); });
    keeper.addCompanion(engine::kPaceCompanion,
                        [&run] { return engine::paceText(run.pacer->pace()); });
    run.pacer->setNext(keeper);
    trainer.run(*run.pacer, run.control);
    run.pacer->setNext(run.mailbox);
  } else {
    trainer.run(keeper, run.control);
  }
  keeper.finish();
  run.checkpointSteps = keeper.savedSteps().value_or(-1);
  // What is done need not be resumed.
  if (run.mailbox.isTested()) engine::removeCheckpoint(run.checkpointFile);
}

void train(Run& run) {
  try {
    trainWithCheckpoints(run);
  } catch (const std::exception& error) {
    run.mailbox.runFailed(QString::fromUtf8(error.what()));
  }
}

}  // namespace

class TrainingSession::Private {
 public:
  explicit Private(TrainingSession& session) : q(session) {
    m_nextLook.setSingleShot(true);
    m_nextLook.setTimerType(Qt::PreciseTimer);
    connect(&m_nextLook, &QTimer::timeout, &q, [this] { look(); });
  }

  bool isActive() const {
    return state == State::Running || state == State::Paused || state == State::Stopping;
  }

  void setState(State next) {
    if (std::exchange(state, next) != next) emit q.stateChanged(next);
  }

  void begin() {
    if (run) run->control.stop(/*skipTest=*/true);
    m_nextLook.stop();
    const int id = ++m_runId;
    run = std::make_shared<Run>([this, id] {
      QMetaObject::invokeMethod(
          &q, [this, id] { noticed(id); }, Qt::QueuedConnection);
    });
    pacedRun.reset();
    endedByPolicy = false;
    if (std::exchange(best, std::nullopt)) emit q.bestChanged();
  }

  void start(const std::function<void(Run&)>& fill) {
    begin();
    ensureThread();
    fill(*run);
    run->checkpointFile = checkpointFile;
    run->checkpointSeconds = checkpointSeconds;
    latest = run;
    if (const auto paced = machineOf(*run))
      run->pacer.emplace(*paced, pace, engine::Pacer::LogTime::Own, run->mailbox, run->control);
    if (weightsWanted) run->control.requestWeights();
    QMetaObject::invokeMethod(
        m_worker, [run = run] { train(*run); }, Qt::QueuedConnection);
    setState(State::Running);
  }

  std::shared_ptr<engine::TrainObserver> attach() {
    begin();
    run->isElsewhere = true;
    setState(State::Running);
    answer();
    return {run, &run->mailbox};
  }

  bool isAttached() const { return run && run->isElsewhere; }

  void halt() {
    if (run) run->control.stop(/*skipTest=*/true);
    m_thread.reset();
    m_nextLook.stop();
    if (run) look();
    if (!run) return;
    // The thread was stopped before it came to this run.
    run.reset();
    setState(State::Idle);
  }

  void answer() {
    if (weights && std::exchange(weightsWanted, false)) emit q.weightsReady(weights, updates);
  }

  // The machine that goes along: that of the checkpoint, if there is one.
  std::optional<engine::PacedRun> machineOf(const Run& begun) const {
    if (!machine) return {};
    if (begun.from) {
      const auto kept = begun.from->companions.find(engine::kMachineCompanion);
      try {
        if (kept != begun.from->companions.end()) return engine::PacedRun::restored(kept->second);
      } catch (const engine::Error&) {
        // Of another version: the run goes on, with a new machine.
      }
    }
    return engine::PacedRun(*machine);
  }

  // Of the machine, the last that is known.
  void keepMachine() {
    if (!run || !run->pacer) return;
    pacedRun = run->pacer->run();
    endedByPolicy = run->pacer->hasStopped();
  }

  TrainingSession& q;
  RunModel model;
  std::optional<engine::PaceSettings> machine;
  std::optional<engine::PacedRun> pacedRun;  ///< of the last run
  double pace = std::numeric_limits<double>::infinity();
  bool endedByPolicy = false;
  State state = State::Idle;
  std::shared_ptr<Run> run;
  std::shared_ptr<const engine::Weights> weights;  ///< the last that came
  qint64 updates = 0;
  std::optional<BestWeights> best;
  bool weightsWanted = false;
  std::filesystem::path checkpointFile;
  double checkpointSeconds = 0;
  std::shared_ptr<Run> latest;  ///< the present run or the last one

 private:
  void ensureThread() {
    if (m_thread) return;
    m_thread.reset(new QThread);
    m_thread->setObjectName(QStringLiteral("training"));
    m_worker = new QObject;
    m_worker->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread->start();
  }

  void noticed(int id) {
    // A notice may still be on its way when its run is over or replaced.
    if (!run || id != m_runId || m_nextLook.isActive()) return;
    const qint64 wait = m_sinceLook.isValid() ? kUpdateMilliseconds - m_sinceLook.elapsed() : 0;
    if (wait > 0)
      m_nextLook.start(static_cast<int>(wait));
    else
      look();
  }

  void look() {
    m_sinceLook.start();
    const std::shared_ptr<Run> current = run;
    const News news = current->mailbox.take();
    if (news.started) model.start(*news.started);
    model.append(news.steps, news.validations, news.pauses, news.moments);
    if (news.weights) keep(news.weights, news.updates);
    if (news.best) {
      best = news.best;
      emit q.bestChanged();
    }
    if (news.finished) {
      if (news.finished->weights) keep(news.finished->weights, news.finished->steps);
      keepMachine();
      model.finish(*news.finished);
    }
    if (news.checkpointFailure) emit q.checkpointFailed(*news.checkpointFailure);
    if (news.weights || news.finished || news.failure) answer();
    // A listener may have started the next run by now.
    if (run != current) return;
    if (news.finished) {
      run.reset();
      setState(State::Finished);
    } else if (news.failure) {
      run.reset();
      setState(State::Failed);
      emit q.failed(*news.failure);
    }
  }

  void keep(std::shared_ptr<const engine::Weights> latest, qint64 count) {
    weights = std::move(latest);
    updates = count;
  }

  int m_runId = 0;
  QTimer m_nextLook;
  QElapsedTimer m_sinceLook;
  QObject* m_worker = nullptr;  ///< deleted by its thread
  std::unique_ptr<QThread, QuitAndWait> m_thread;
};

TrainingSession::TrainingSession(QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(*this)) {}

TrainingSession::~TrainingSession() {
  if (d->run) d->run->control.stop(/*skipTest=*/true);
}

TrainingSession::State TrainingSession::state() const {
  return d->state;
}

bool TrainingSession::isActive() const {
  return d->isActive();
}

RunModel& TrainingSession::model() {
  return d->model;
}

void TrainingSession::start(std::shared_ptr<const engine::Dataset> dataset,
                            const engine::TrainConfig& config) {
  d->start([&](Run& run) {
    run.dataset = std::move(dataset);
    run.config = config;
  });
}

void TrainingSession::startFrom(std::shared_ptr<const engine::Dataset> dataset,
                                std::shared_ptr<const engine::Checkpoint> checkpoint) {
  d->start([&](Run& run) {
    run.dataset = std::move(dataset);
    run.from = std::move(checkpoint);
  });
}

std::shared_ptr<engine::TrainObserver> TrainingSession::attach() {
  return d->attach();
}

bool TrainingSession::isAttached() const {
  return d->isAttached();
}

void TrainingSession::setCheckpointFile(const QString& file, double intervalSeconds) {
  d->checkpointFile = toPath(file);
  d->checkpointSeconds = intervalSeconds;
}

qint64 TrainingSession::checkpointSteps() const {
  return d->latest ? d->latest->checkpointSteps.load() : -1;
}

void TrainingSession::setMachine(const engine::PaceSettings& machine) {
  d->machine = machine;
}

void TrainingSession::setPace(double pace) {
  d->pace = pace;
  if (d->run && d->run->pacer) d->run->pacer->setPace(pace);
}

std::optional<engine::PacedRun> TrainingSession::pacedRun() const {
  return d->run && d->run->pacer ? d->run->pacer->run() : d->pacedRun;
}

void TrainingSession::changeMachine(const std::function<void(engine::PacedRun&)>& change) {
  if (d->run && d->run->pacer) d->run->pacer->change(change);
}

bool TrainingSession::endedByPolicy() const {
  return d->endedByPolicy;
}

void TrainingSession::pause() {
  if (d->state != State::Running || d->isAttached()) return;
  d->run->control.pause();
  d->setState(State::Paused);
}

void TrainingSession::resume() {
  if (d->state != State::Paused) return;
  d->run->control.resume();
  d->setState(State::Running);
}

void TrainingSession::stepOnce() {
  if (d->isAttached()) return;
  if (d->state != State::Running && d->state != State::Paused) return;
  d->run->control.stepOnce();
  d->setState(State::Paused);
}

void TrainingSession::stop() {
  if (!isActive()) return;
  if (d->isAttached()) return halt();
  d->run->control.stop();
  d->setState(State::Stopping);
}

void TrainingSession::halt() {
  d->halt();
}

void TrainingSession::setLearningRate(double rate) {
  if (d->run) d->run->control.setLearningRate(rate);
}

void TrainingSession::requestWeights() {
  d->weightsWanted = true;
  if (d->run && !d->isAttached())
    d->run->control.requestWeights();
  else
    QMetaObject::invokeMethod(
        this, [this] { d->answer(); }, Qt::QueuedConnection);
}

const std::shared_ptr<const engine::Weights>& TrainingSession::weights() const {
  return d->weights;
}

qint64 TrainingSession::updates() const {
  return d->updates;
}

const BestWeights* TrainingSession::best() const {
  return d->best ? &*d->best : nullptr;
}

void TrainingSession::setWeights(std::shared_ptr<const engine::Weights> weights, qint64 updates) {
  if (d->run) return;
  d->weights = std::move(weights);
  d->updates = updates;
  d->weightsWanted = true;
  d->answer();
}

}  // namespace ui
