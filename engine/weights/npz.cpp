#include "engine/weights/npz.h"

#include <zip.h>

#include <memory>

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/system_error_text.h"
#include "engine/weights/npy.h"

namespace engine {
namespace {

constexpr std::string_view kSuffix = ".npy";
// 1980-01-01, as numpy.savez writes it: equal weights make equal files.
constexpr zip_uint16_t kDosDate = (0 << 9) | (1 << 5) | 1;

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using Source = std::unique_ptr<zip_source_t, decltype(&zip_source_free)>;
using Member = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

[[noreturn]] void fail(const char* verb, const std::filesystem::path& path, std::string reason) {
  if (!reason.ends_with('.')) reason += '.';
  throw Error(std::string("Cannot ") + verb + " " + path.string() + ": " + reason, path.string());
}

// libzip translates what the system says and adds its own English.
std::string reasonOf(zip_error_t* error) {
  return zip_error_system_type(error) == ZIP_ET_SYS ? systemErrorText(zip_error_code_system(error))
                                                    : zip_error_strerror(error);
}

std::vector<std::byte> readAll(zip_source_t* source) {
  std::vector<std::byte> bytes;
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0) return bytes;
  bytes.resize(stat.size);
  const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
  bytes.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
  zip_source_close(source);
  return bytes;
}

void addMember(zip_t* archive, const std::string& name, const std::vector<std::byte>& bytes) {
  zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
  if (!source) return;
  const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return;
  }
  const auto member = static_cast<zip_uint64_t>(index);
  zip_set_file_compression(archive, member, ZIP_CM_STORE, 0);
  zip_file_set_dostime(archive, member, 0, kDosDate, 0);
}

// In pieces, so that a forged size in the directory cannot make us allocate.
std::vector<std::byte> readMember(zip_t* archive, zip_uint64_t index,
                                  const std::filesystem::path& path, const std::string& name) {
  const Member member(zip_fopen_index(archive, index, 0), &zip_fclose);
  if (!member) fail("read", path, name + ": " + reasonOf(zip_get_error(archive)));
  constexpr std::size_t kPiece = 1 << 20;
  std::vector<std::byte> bytes;
  for (;;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kPiece);
    const zip_int64_t read = zip_fread(member.get(), bytes.data() + size, kPiece);
    if (read < 0) fail("read", path, name + ": " + reasonOf(zip_file_get_error(member.get())));
    bytes.resize(size + static_cast<std::size_t>(read));
    if (read == 0) return bytes;
  }
}

Tensor decodeMember(const std::vector<std::byte>& bytes, const std::filesystem::path& path,
                    const std::string& name) {
  try {
    return decodeNpy(bytes, name);
  } catch (const Error& error) {
    fail("read", path, error.what());
  }
}

}  // namespace

void writeNpz(const std::filesystem::path& path, const Weights& weights) {
  zip_error_t error;
  zip_error_init(&error);
  const Source target(zip_source_buffer_create(nullptr, 0, 0, &error), &zip_source_free);
  Archive archive(target ? zip_open_from_source(target.get(), ZIP_TRUNCATE, &error) : nullptr,
                  &zip_discard);
  if (!archive) fail("write", path, reasonOf(&error));
  zip_source_keep(target.get());  // The archive frees one reference; we read from ours.

  std::vector<std::vector<std::byte>> members;  // Must live until the archive is closed.
  for (const NamedTensor& weight : weights) {
    members.push_back(encodeNpy(weight.tensor));
    addMember(archive.get(), weight.name + std::string(kSuffix), members.back());
    if (zip_error_code_zip(zip_get_error(archive.get())) != ZIP_ER_OK)
      fail("write", path, weight.name + ": " + reasonOf(zip_get_error(archive.get())));
  }
  if (zip_close(archive.get()) != 0) fail("write", path, reasonOf(zip_get_error(archive.get())));
  static_cast<void>(archive.release());
  writeFileAtomically(path, readAll(target.get()));
}

Weights readNpz(const std::filesystem::path& path) {
  zip_error_t error;
  zip_error_init(&error);
  int code = 0;
  const Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code), &zip_discard);
  if (!archive) {
    zip_error_init_with_code(&error, code);
    fail("read", path, reasonOf(&error));
  }
  Weights weights;
  for (zip_int64_t i = 0; i < zip_get_num_entries(archive.get(), 0); ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    std::string name = zip_get_name(archive.get(), index, ZIP_FL_ENC_GUESS);
    Tensor tensor = decodeMember(readMember(archive.get(), index, path, name), path, name);
    if (name.ends_with(kSuffix)) name.resize(name.size() - kSuffix.size());
    weights.push_back({std::move(name), std::move(tensor)});
  }
  return weights;
}

}  // namespace engine
