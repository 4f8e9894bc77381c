#include "engine/train/checkpoint_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "engine/error.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

int openLock(const fs::path& path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  // One that another user's run has made can still be locked.
  return descriptor < 0 && errno == EACCES ? open(path.c_str(), O_RDONLY | O_CLOEXEC) : descriptor;
}

// False where the former owner has removed it in between.
bool isStillAt(const fs::path& path, int descriptor) {
  struct stat here {
  }, there{};
  return fstat(descriptor, &here) == 0 && stat(path.c_str(), &there) == 0 &&
         here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

}  // namespace

CheckpointLock::CheckpointLock(const fs::path& checkpoint) {
  std::error_code ignored;
  const fs::path file = fs::weakly_canonical(checkpoint, ignored);
  m_path = (file.empty() ? checkpoint : file).string() + ".lock";
  for (;;) {
    m_descriptor = openLock(m_path);
    if (m_descriptor < 0) return;
    const bool locked = flock(m_descriptor, LOCK_EX | LOCK_NB) == 0;
    const bool taken = !locked && errno == EWOULDBLOCK;
    if (locked && isStillAt(m_path, m_descriptor)) return;
    close(m_descriptor);
    m_descriptor = -1;
    if (taken)
      throw Error(
          checkpoint.string() + " is in use by another Burstlab; wait for it or name another file.",
          checkpoint.string());
    if (!locked) return;
  }
}

CheckpointLock::~CheckpointLock() {
  if (m_descriptor < 0) return;
  unlink(m_path.c_str());  // before somebody else can have the lock
  close(m_descriptor);
}

}  // namespace engine
