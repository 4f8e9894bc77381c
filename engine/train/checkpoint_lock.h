#pragma once

#include <filesystem>

namespace engine {

/// Keeps every other Burstlab from working on the same checkpoint while this object lives: a flock
/// on FILE.lock beside the file. The kernel gives it up when the process ends in any way, so one
/// that is left over after a kill locks nothing. Links to the file count as the file.
class CheckpointLock {
 public:
  /// Throws Error if another object, here or in another process, has the lock. Where the folder
  /// takes no files or its file system knows no locks, it locks nothing.
  explicit CheckpointLock(const std::filesystem::path& checkpoint);
  ~CheckpointLock();
  CheckpointLock(const CheckpointLock&) = delete;
  CheckpointLock& operator=(const CheckpointLock&) = delete;

 private:
  std::filesystem::path m_path;
  int m_descriptor = -1;
};

}  // namespace engine
