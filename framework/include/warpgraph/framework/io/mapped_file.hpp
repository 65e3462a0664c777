// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace warpgraph {

// The bytes of a file, read-only; owns them. A regular file is mapped, so opening it costs nothing
// and memory is used only for what is looked at. Pipes, and standard input where it is one, are
// read to their end into memory. A mapped file must not be truncated by others while it is in use.
class MappedFile {
 public:
  // "-" is standard input. Throws InputError, with the file's name and the reason, if there is no
  // such file, it is a directory, it may not be read, or it is empty; OutOfMemory if there is no room
  // for it in the address space, or in memory.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept { swap(other); }
  MappedFile& operator=(MappedFile&& other) noexcept {
    MappedFile(std::move(other)).swap(*this);
    return *this;
  }

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  // For messages: the path as it was given, or "standard input".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  // False if the bytes were read into memory.
  [[nodiscard]] bool is_mapped() const noexcept { return mapping_ != nullptr; }

  // Tells the system that the whole file is about to be read from front to back.
  void expect_sequential_reading() const noexcept;

 private:
  MappedFile() = default;
  void open(int descriptor);
  void map(int descriptor, std::size_t size, std::size_t first);
  void read_to_end(int descriptor);
  void swap(MappedFile& other) noexcept;

  std::string name_;
  std::span<const std::byte> bytes_;
  void* mapping_ = nullptr;  // of mapping_size_ bytes
  std::size_t mapping_size_ = 0;
  void* memory_ = nullptr;  // from malloc
};

}  // namespace warpgraph
