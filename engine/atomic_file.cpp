#include "engine/atomic_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include "engine/error.h"
#include "engine/system_error_text.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
  throw Error("Cannot write " + path.string() + ": " + reason, path.string());
}

fs::path folderOf(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

[[noreturn]] void fail(const fs::path& path, int code) {
  std::string reason = systemErrorText(code) + ".";
  if (code == ENOSPC || code == EDQUOT) reason += " Free some space or choose another disk.";
  if (code == EACCES || code == EROFS || code == EPERM)
    reason += " Choose a folder that you may write to.";
  std::error_code ignored;
  if (code == ENOENT)
    reason = fs::exists(folderOf(path), ignored)
                 ? "This folder takes no files. Choose another."  // As /proc does.
                 : "The folder does not exist. Make it or choose another.";
  fail(path, reason);
}

// Where path is a chain of symbolic links, the file at its end, which need not exist yet.
fs::path followLinks(const fs::path& path) {
  constexpr int kMostLinks = 40;  // As the kernel has it.
  std::error_code ignored;
  fs::path target = path;
  for (int links = 0; fs::is_symlink(target, ignored); ++links) {
    if (links == kMostLinks) fail(path, ELOOP);
    // An absolute link replaces the folder before it.
    target = target.parent_path() / fs::read_symlink(target, ignored);
  }
  return target;
}

// The permission bits of the file that is about to be replaced, if there is one.
std::optional<mode_t> checkReplaceable(const fs::path& target) {
  struct stat old {};
  if (stat(target.c_str(), &old) != 0) return {};
  if (S_ISDIR(old.st_mode)) fail(target, EISDIR);
  // rename() would replace even /dev/null, and a file that its owner protected against writing.
  if (!S_ISREG(old.st_mode)) fail(target, "It is not a regular file. Choose another name.");
  if (access(target.c_str(), W_OK) != 0) fail(target, errno);
  if ((old.st_mode & 0222) == 0) fail(target, "It is write-protected. Choose another name.");
  return old.st_mode & 0777;
}

// The temporary's name holds the writer's process id, so that a later save knows which are stale.
std::string temporaryPrefix(const fs::path& target) {
  return std::string(".").append(target.filename().string()).append(".part-");
}

void removeStaleTemporaries(const fs::path& target) {
  const std::string prefix = temporaryPrefix(target);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folderOf(target), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    pid_t owner = 0;
    std::from_chars(name.data() + prefix.size(), name.data() + name.size(), owner);
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) fs::remove(entry.path(), ignored);
  }
}

class TemporaryFile {
 public:
  TemporaryFile(const fs::path& target, std::optional<mode_t> permissions) : m_target(target) {
    static thread_local unsigned serial = 0;
    m_path = target.parent_path() / (temporaryPrefix(target) + std::to_string(getpid()) + "-" +
                                     std::to_string(gettid()) + "-" + std::to_string(serial++));
    m_descriptor = open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (m_descriptor < 0) fail(target, errno);
    // The mode given to open() passes through the umask; the old file's need not agree with it.
    if (permissions) fchmod(m_descriptor, *permissions);
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

  const fs::path& path() const { return m_path; }

  void finish() {
    if (fsync(m_descriptor) != 0) fail(m_target, errno);
    // A network file system may report a full disk only here.
    const int closed = close(m_descriptor);
    m_descriptor = -1;
    if (closed != 0) fail(m_target, errno);
  }

  void replaceTarget() {
    if (rename(m_path.c_str(), m_target.c_str()) != 0) fail(m_target, errno);
    m_path.clear();
    syncFolder();
  }

 private:
  // Best effort: not every file system lets folders be flushed, and the file is in place.
  void syncFolder() const {
    const int folder = open(folderOf(m_target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
  }

  fs::path m_target;
  fs::path m_path;
  int m_descriptor = -1;
};

}  // namespace

void requireWritable(const fs::path& path, std::uintmax_t bytes) {
  const fs::path target = followLinks(path);
  TemporaryFile(target, checkReplaceable(target));
  std::error_code unknown;
  const fs::space_info space = fs::space(folderOf(target), unknown);
  if (!unknown && space.available < bytes) fail(target, ENOSPC);
}

void writeFileAtomically(const fs::path& path, std::span<const std::byte> bytes,
                         const std::function<void(const fs::path&)>& verify) {
  const fs::path target = followLinks(path);
  const std::optional<mode_t> permissions = checkReplaceable(target);
  removeStaleTemporaries(target);
  TemporaryFile file(target, permissions);
  file.write(bytes);
  file.finish();
  if (verify) verify(file.path());
  file.replaceTarget();
}

}  // namespace engine
