// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace warpgraph::files {

// The bytes of a file, read-only; owns them. A regular file is mapped, so opening it costs nothing
// and memory is used only for what is looked at. Pipes, and standard input where it is one, are
// read to their end into memory.
//
// A mapped file that others change shows their changes. One that they cut does not end the process while it is read:
// the bytes that are lost become zeros, and expect_unchanged() throws. For that, SIGBUS has a handler as long as a
// mapped file is being read; it hands all other faults to the handler that was there before. Behind the last byte
// there is a page of '\n', so that the end of a line is found even where the last one was overwritten.
class MappedFile {
 public:
  // Looks at the first bytes of what is read into memory, before the rest is there, and throws what is wrong with them.
  using Look = std::function<void(std::span<const std::byte> bytes, const std::string& name)>;

  // "-" is standard input. Throws InputError, with the file's name and the reason, if there is no
  // such file, it is a directory, it may not be read, or it is empty; OutOfMemory if there is no room
  // for it in the address space, or in memory. `look` is called for pipes and devices of more than 64 KiB.
  explicit MappedFile(const std::filesystem::path& path, const Look& look = {});
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  // For messages: the path as it was given, or "standard input".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  // False if the bytes were read into memory.
  [[nodiscard]] bool is_mapped() const noexcept { return mapping_ != nullptr; }

  // The system reads ahead from now on, because the whole file is about to be read from front to back.
  void expect_sequential_reading() const noexcept;

  // Throws InputError if the size of the file, or the time of its last change, is not that from when it was opened.
  void expect_unchanged() const;
  // From now on a process that uses bytes which the file has lost ends by SIGBUS, and no change is found.
  void finish_reading() noexcept;

 private:
  class Mapping;

  void open(int descriptor, const Look& look);
  void map(int descriptor, std::size_t size, std::size_t first);
  void read_to_end(int descriptor, const Look& look);

  struct Free {
    void operator()(std::byte* memory) const noexcept;
  };

  std::string name_;
  std::span<const std::byte> bytes_;
  std::unique_ptr<Mapping> mapping_;
  std::unique_ptr<std::byte, Free> memory_;
};

// Returns read(), which reads the bytes of the file. If the file has changed meanwhile, that is the error, whatever
// read() has made of it.
template <class Read>
auto read_unchanged(const MappedFile& file, Read&& read) {
  try {
    auto result = read();
    file.expect_unchanged();
    return result;
  } catch (...) {
    file.expect_unchanged();
    throw;
  }
}

}  // namespace warpgraph::files
