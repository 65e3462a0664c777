// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/mapped_file.hpp>

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "descriptor.hpp"
#include "io/room.hpp"

namespace warpgraph {

namespace {

// Where standard input begins: a shell may have read some of it ("{ head -1; warpgraph ...; } < g").
std::size_t position_of(int descriptor) {
  const off_t position = ::lseek(descriptor, 0, SEEK_CUR);
  return position < 0 ? 0 : static_cast<std::size_t>(position);
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) : MappedFile() {
  if (path == "-") {
    name_ = "standard input";
    open(STDIN_FILENO);
    return;
  }
  detail::expect_name(path);
  name_ = path.string();
  const detail::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) detail::throw_file_error(name_, "cannot be read");
  open(file.value());
}

MappedFile::~MappedFile() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
  std::free(memory_);
}

void MappedFile::open(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) detail::throw_file_error(name_, "cannot be read");
  if (S_ISDIR(status.st_mode)) throw InputError(name_, 0, "is a directory, expected a file");
  if (S_ISREG(status.st_mode)) {
    map(descriptor, static_cast<std::size_t>(status.st_size), position_of(descriptor));
  } else {
    read_to_end(descriptor);
  }
  if (bytes_.empty()) throw InputError(name_, 0, "is empty");
}

void MappedFile::map(int descriptor, std::size_t size, std::size_t first) {
  // Files of the kernel (/proc) say that they have no size.
  if (size == 0) return read_to_end(descriptor);
  void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapping == MAP_FAILED && errno == ENOMEM) detail::throw_no_room(name_, "mapping", size);
  if (mapping == MAP_FAILED) detail::throw_file_error(name_, "cannot be mapped");
  mapping_ = mapping;
  mapping_size_ = size;
  bytes_ = std::span(static_cast<const std::byte*>(mapping), size).subspan(std::min(first, size));
}

void MappedFile::read_to_end(int descriptor) {
  std::size_t capacity = 0;
  std::size_t size = 0;
  for (;;) {
    if (size == capacity) {
      capacity = std::max<std::size_t>(2 * capacity, std::size_t{1} << 16);
      void* larger = std::realloc(memory_, capacity);
      if (larger == nullptr) detail::throw_no_room(name_, "what comes from", capacity);
      memory_ = larger;
    }
    const ssize_t got = ::read(descriptor, static_cast<std::byte*>(memory_) + size, capacity - size);
    if (got == 0) break;
    if (got < 0 && errno != EINTR) detail::throw_file_error(name_, "cannot be read");
    size += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  }
  bytes_ = {static_cast<const std::byte*>(memory_), size};
}

void MappedFile::expect_sequential_reading() const noexcept {
  if (mapping_ != nullptr) ::madvise(mapping_, mapping_size_, MADV_SEQUENTIAL);
}

void MappedFile::swap(MappedFile& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(bytes_, other.bytes_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapping_size_, other.mapping_size_);
  std::swap(memory_, other.memory_);
}

}  // namespace warpgraph
