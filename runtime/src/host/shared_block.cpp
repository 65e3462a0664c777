// SPDX-License-Identifier: Apache-2.0
#include "shared_block.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>

namespace warpgraph::detail {

namespace {

// A file without a name, which lives as long as some process has it open or mapped, however the others end.
struct MemoryFile {
  pid_t process;
  int file;
  std::uint64_t tag;  // which is at its end too: a process of another container may have the same number
};
static_assert(sizeof(MemoryFile) <= sizeof(SharedHandle));

class OpenFile {
 public:
  explicit OpenFile(int file) : file_(file) {}
  ~OpenFile() {
    if (file_ >= 0) close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  [[nodiscard]] int get() const { return file_; }

 private:
  int file_;
};

std::size_t with_tag(std::size_t bytes) { return (bytes + sizeof(std::uint64_t) - 1) / 8 * 8 + sizeof(std::uint64_t); }
void* tag_of(void* data, std::size_t bytes) { return static_cast<std::byte*>(data) + with_tag(bytes) - 8; }

std::shared_ptr<void> map(const OpenFile& file, std::size_t bytes) {
  void* const data = mmap(nullptr, with_tag(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (data == MAP_FAILED) return nullptr;
  return {data, [bytes](void* mapped) { munmap(mapped, with_tag(bytes)); }};
}

}  // namespace

SharedBlock share_host_memory(std::size_t bytes) {
  const auto file = std::make_shared<OpenFile>(memfd_create("warpgraph", MFD_CLOEXEC));
  if (file->get() < 0 || ftruncate(file->get(), static_cast<off_t>(with_tag(bytes))) != 0) return {};
  SharedBlock block{map(*file, bytes), {}, file};
  if (!block.data) return {};
  std::random_device random;
  const MemoryFile found{getpid(), file->get(), std::uint64_t{random()} << 32 | random()};
  std::memcpy(tag_of(block.data.get(), bytes), &found.tag, sizeof found.tag);
  std::memcpy(block.handle.bytes.data(), &found, sizeof found);
  return block;
}

std::shared_ptr<void> map_host_memory(const SharedHandle& handle, std::size_t bytes) {
  MemoryFile found{};
  std::memcpy(&found, handle.bytes.data(), sizeof found);
  const std::string path = "/proc/" + std::to_string(found.process) + "/fd/" + std::to_string(found.file);
  const OpenFile file(open(path.c_str(), O_RDWR | O_CLOEXEC));
  struct stat facts {};
  if (file.get() < 0 || fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode) ||
      facts.st_size != static_cast<off_t>(with_tag(bytes)))
    return nullptr;
  std::shared_ptr<void> data = map(file, bytes);
  if (data && std::memcmp(tag_of(data.get(), bytes), &found.tag, sizeof found.tag) != 0) data.reset();
  return data;
}

}  // namespace warpgraph::detail
