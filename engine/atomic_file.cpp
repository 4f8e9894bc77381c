#include "engine/atomic_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>
#include <system_error>

#include "engine/error.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int code) {
  std::string remedy;
  if (code == ENOSPC || code == EDQUOT) remedy = " Free some space or choose another disk.";
  if (code == EACCES || code == EROFS || code == EPERM)
    remedy = " Choose a folder that you may write to.";
  if (code == ENOENT) remedy = " The folder does not exist.";
  throw Error("Cannot write " + path.string() + ": " + std::strerror(code) + "." + remedy,
              path.string());
}

// The temporary's name holds the writer's process id, so that a later save knows which are stale.
std::string temporaryPrefix(const fs::path& target) {
  return "." + target.filename().string() + ".part-";
}

void removeStaleTemporaries(const fs::path& target) {
  const std::string prefix = temporaryPrefix(target);
  std::error_code ignored;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    pid_t owner = 0;
    std::from_chars(name.data() + prefix.size(), name.data() + name.size(), owner);
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) fs::remove(entry.path(), ignored);
  }
}

class TemporaryFile {
 public:
  TemporaryFile(const fs::path& target, mode_t mode) : m_target(target) {
    static thread_local unsigned serial = 0;
    m_path = target.parent_path() / (temporaryPrefix(target) + std::to_string(getpid()) + "-" +
                                     std::to_string(gettid()) + "-" + std::to_string(serial++));
    m_descriptor = open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (m_descriptor < 0) fail(target, errno);
  }

  ~TemporaryFile() {
    if (m_descriptor >= 0) close(m_descriptor);
    if (!m_path.empty()) unlink(m_path.c_str());
  }

  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(m_target, errno);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void commit() {
    if (fsync(m_descriptor) != 0) fail(m_target, errno);
    // A network file system may report a full disk only here.
    const int closed = close(m_descriptor);
    m_descriptor = -1;
    if (closed != 0) fail(m_target, errno);
    if (rename(m_path.c_str(), m_target.c_str()) != 0) fail(m_target, errno);
    m_path.clear();
    const fs::path folder = m_target.has_parent_path() ? m_target.parent_path() : fs::path(".");
    if (const int directory = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        directory >= 0) {
      fsync(directory);
      close(directory);
    }
  }

 private:
  fs::path m_target;
  fs::path m_path;
  int m_descriptor = -1;
};

}  // namespace

void writeFileAtomically(const fs::path& path, std::span<const std::byte> bytes) {
  std::error_code ignored;
  fs::path target = path;
  for (int hops = 0; fs::is_symlink(target, ignored) && hops < 40; ++hops) {
    const fs::path link = fs::read_symlink(target, ignored);
    target = link.is_absolute() ? link : target.parent_path() / link;
  }
  if (fs::is_directory(target, ignored)) fail(path, EISDIR);
  mode_t mode = 0666;
  if (struct stat old {}; stat(target.c_str(), &old) == 0) {
    // rename() would replace a file that its owner has protected against writing.
    if (access(target.c_str(), W_OK) != 0 || (old.st_mode & 0222) == 0) fail(path, EACCES);
    mode = old.st_mode & 0777;
  }
  removeStaleTemporaries(target);
  TemporaryFile file(target, mode);
  file.write(bytes);
  file.commit();
}

}  // namespace engine
