#include "engine/weights/npz.h"

#include <zip.h>

#include <algorithm>
#include <memory>
#include <set>

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/printable_name.h"
#include "engine/read_file.h"
#include "engine/system_error_text.h"
#include "engine/weights/metadata.h"
#include "engine/weights/npy.h"

namespace engine {
namespace {

constexpr std::string_view kSuffix = ".npy";
// Eight times what the sample's network takes as float64.
constexpr std::size_t kMostBytes = 100'000'000;
constexpr zip_int64_t kMostMembers = 20'000;
// 1980-01-01, as numpy.savez writes it: equal weights make equal files.
constexpr zip_uint16_t kDosDate = (0 << 9) | (1 << 5) | 1;

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using Source = std::unique_ptr<zip_source_t, decltype(&zip_source_free)>;
using Member = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

[[noreturn]] void fail(const std::string& what, std::string reason) {
  if (!reason.ends_with('.')) reason += '.';
  throw Error("Cannot " + what + ": " + reason);
}

// libzip translates what the system says and adds its own English.
std::string reasonOf(zip_error_t* error) {
  return zip_error_system_type(error) == ZIP_ET_SYS ? systemErrorText(zip_error_code_system(error))
                                                    : zip_error_strerror(error);
}

Bytes readAll(zip_source_t* source) {
  Bytes bytes;
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0) return bytes;
  bytes.resize(stat.size);
  const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
  bytes.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
  zip_source_close(source);
  return bytes;
}

void addMember(zip_t* archive, const std::string& name, const Bytes& bytes) {
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

void readInto(Bytes& bytes, std::size_t size, zip_file_t* member, const std::string& what) {
  while (bytes.size() < size) {
    const std::size_t had = bytes.size();
    bytes.resize(size);
    const zip_int64_t read = zip_fread(member, bytes.data() + had, size - had);
    if (read < 0) fail(what, reasonOf(zip_file_get_error(member)));
    bytes.resize(had + static_cast<std::size_t>(read));
    if (read == 0) return;
  }
}

// The header first: neither a forged size in the directory nor a bomb of zeros can make us inflate
// or allocate more than budget, which shrinks by what was read.
Bytes readMember(zip_t* archive, zip_uint64_t index, const std::string& what, std::size_t& budget) {
  const Member member(zip_fopen_index(archive, index, 0), &zip_fclose);
  if (!member) fail(what, reasonOf(zip_get_error(archive)));
  Bytes bytes;
  readInto(bytes, kNpyStart, member.get(), what);
  const std::size_t size = npyBytes(bytes, "Cannot " + what);
  if (size > budget)
    fail(what, "its arrays have more than " + std::to_string(kMostBytes / 1'000'000) +
                   " MB, the weights of another network");
  budget -= size;
  // One more byte, to see the end: there the checksum is compared.
  readInto(bytes, std::max(bytes.size(), size) + 1, member.get(), what);
  return bytes;
}

}  // namespace

Bytes encodeNpz(const WeightsFile& file) {
  const char* const what = "make an .npz archive";
  zip_error_t error;
  zip_error_init(&error);
  const Source target(zip_source_buffer_create(nullptr, 0, 0, &error), &zip_source_free);
  Archive archive(target ? zip_open_from_source(target.get(), ZIP_TRUNCATE, &error) : nullptr,
                  &zip_discard);
  if (!archive) fail(what, reasonOf(&error));
  zip_source_keep(target.get());  // The archive frees one reference; we read from ours.

  std::vector<Bytes> members;  // Must live until the archive is closed.
  for (const NamedTensor& weight : file.weights) {
    members.push_back(encodeNpy(weight.tensor));
    addMember(archive.get(), weight.name + std::string(kSuffix), members.back());
    if (zip_error_code_zip(zip_get_error(archive.get())) != ZIP_ER_OK)
      fail(what, weight.name + ": " + reasonOf(zip_get_error(archive.get())));
  }
  if (const std::string comment = metadataJson(file.metadata);
      !file.metadata.empty() && comment.size() <= UINT16_MAX)
    zip_set_archive_comment(archive.get(), comment.data(),
                            static_cast<zip_uint16_t>(comment.size()));
  if (zip_close(archive.get()) != 0) fail(what, reasonOf(zip_get_error(archive.get())));
  static_cast<void>(archive.release());
  return readAll(target.get());
}

WeightsFile decodeNpz(ByteView bytes, const std::string& name) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  const Archive archive(source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr,
                        &zip_discard);
  if (!archive) {
    zip_source_free(source);
    fail("read " + name, reasonOf(&error));
  }
  const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  if (count > kMostMembers)
    fail("read " + name, "it has more than " + std::to_string(kMostMembers) +
                             " arrays, the weights of another network");
  WeightsFile file;
  std::set<std::string> seen;
  std::size_t budget = kMostBytes;
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    std::string member = zip_get_name(archive.get(), index, ZIP_FL_ENC_GUESS);
    const std::string what = "read " + name + ": " + printableName(member);
    if (!seen.insert(member).second)
      fail("read " + name, "it names " + printableName(member) + " twice");
    const Bytes content = readMember(archive.get(), index, what, budget);
    Tensor tensor = decodeNpy(content, "Cannot " + what);
    if (member.ends_with(kSuffix)) member.resize(member.size() - kSuffix.size());
    file.weights.push_back({std::move(member), std::move(tensor)});
  }
  int length = 0;
  if (const char* comment = zip_get_archive_comment(archive.get(), &length, ZIP_FL_ENC_RAW))
    file.metadata = parseMetadata({comment, static_cast<std::size_t>(length)});
  return file;
}

void writeNpz(const std::filesystem::path& path, const Weights& weights) {
  writeFileAtomically(path, encodeNpz({weights, {}}));
}

Weights readNpz(const std::filesystem::path& path) {
  return decodeNpz(readFile(path), path.string()).weights;
}

}  // namespace engine
