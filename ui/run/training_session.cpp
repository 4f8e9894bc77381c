#include "ui/run/training_session.h"

#include <QElapsedTimer>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <exception>
#include <utility>

#include "engine/train/train_control.h"
#include "engine/train/trainer.h"
#include "ui/run/mailbox.h"
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
  Run(std::shared_ptr<const engine::Dataset> data, const engine::TrainConfig& settings,
      std::function<void()> notify)
      : dataset(std::move(data)), config(settings), mailbox(std::move(notify)) {}

  const std::shared_ptr<const engine::Dataset> dataset;
  const engine::TrainConfig config;
  engine::TrainControl control;
  Mailbox mailbox;
};

void train(Run& run) {
  try {
    engine::Trainer(*run.dataset, run.config).run(run.mailbox, run.control);
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

  void start(std::shared_ptr<const engine::Dataset> dataset, const engine::TrainConfig& config) {
    if (run) run->control.stop(/*skipTest=*/true);
    m_nextLook.stop();
    ensureThread();
    const int id = ++m_runId;
    run = std::make_shared<Run>(std::move(dataset), config, [this, id] {
      QMetaObject::invokeMethod(
          &q, [this, id] { noticed(id); }, Qt::QueuedConnection);
    });
    if (weightsWanted) run->control.requestWeights();
    QMetaObject::invokeMethod(
        m_worker, [run = run] { train(*run); }, Qt::QueuedConnection);
    setState(State::Running);
  }

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

  TrainingSession& q;
  RunModel model;
  State state = State::Idle;
  std::shared_ptr<Run> run;
  std::shared_ptr<const engine::Weights> weights;  ///< the last that came
  qint64 updates = 0;
  bool weightsWanted = false;

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
    model.append(news.steps, news.validations);
    if (news.weights) keep(news.weights, news.updates);
    if (news.finished) {
      keep(news.finished->weights, news.finished->steps);
      model.finish(*news.finished);
    }
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
  d->start(std::move(dataset), config);
}

void TrainingSession::pause() {
  if (d->state != State::Running) return;
  d->run->control.pause();
  d->setState(State::Paused);
}

void TrainingSession::resume() {
  if (d->state != State::Paused) return;
  d->run->control.resume();
  d->setState(State::Running);
}

void TrainingSession::stepOnce() {
  if (d->state != State::Running && d->state != State::Paused) return;
  d->run->control.stepOnce();
  d->setState(State::Paused);
}

void TrainingSession::stop() {
  if (!isActive()) return;
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
  if (d->run)
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

void TrainingSession::setWeights(std::shared_ptr<const engine::Weights> weights, qint64 updates) {
  if (d->run) return;
  d->weights = std::move(weights);
  d->updates = updates;
  d->weightsWanted = true;
  d->answer();
}

}  // namespace ui
