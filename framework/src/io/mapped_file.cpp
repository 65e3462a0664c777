// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/mapped_file.hpp>

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "descriptor.hpp"
#include "io/changed.hpp"
#include "io/lost_pages.hpp"
#include "io/reading_room.hpp"

namespace warpgraph::files {

namespace {

// Where standard input begins: a shell may have read some of it ("{ head -1; warpgraph ...; } < g").
std::size_t position_of(int descriptor) {
  const off_t position = ::lseek(descriptor, 0, SEEK_CUR);
  return position < 0 ? 0 : static_cast<std::size_t>(position);
}

}  // namespace

// A descriptor of its own, so that what the file has become can be asked for.
class MappedFile::Mapping {
 public:
  // Throws InputError or OutOfMemory.
  Mapping(int descriptor, const struct stat& status, const std::string& name)
      : file_(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)), opened_(status) {
    if (!file_.is_open()) detail::throw_file_error(name, "cannot be read");
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t whole = (size() + page - 1) / page * page;
    void* const pages = ::mmap(nullptr, whole + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) fail(name);
    pages_ = {static_cast<std::byte*>(pages), whole + page};
    if (::mmap(pages, size(), PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == MAP_FAILED) fail(name);
    std::byte* const behind = pages_.data() + whole;
    if (::mprotect(behind, page, PROT_READ | PROT_WRITE) != 0) fail(name);
    std::memset(behind, '\n', page);
    lost_.emplace(pages_.first(whole));
  }
  ~Mapping() {
    lost_.reset();
    if (!pages_.empty()) ::munmap(pages_.data(), pages_.size());
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return pages_.first(size()); }
  void advise(int advice) const { ::madvise(pages_.data(), size(), advice); }

  [[nodiscard]] bool has_changed() const {
    struct stat now {};
    if (!file_.is_open()) return false;
    return lost_->found() || ::fstat(file_.value(), &now) != 0 || now.st_size != opened_.st_size ||
           now.st_mtim.tv_sec != opened_.st_mtim.tv_sec || now.st_mtim.tv_nsec != opened_.st_mtim.tv_nsec;
  }
  void finish_reading() {
    lost_.reset();
    file_ = {};
  }

 private:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(opened_.st_size); }
  [[noreturn]] void fail(const std::string& name) {
    const int error = errno;
    if (!pages_.empty()) ::munmap(pages_.data(), pages_.size());
    if (error == ENOMEM) detail::throw_no_room(name, "mapping", size());
    detail::throw_file_error(name, "cannot be mapped", error);
  }

  detail::Descriptor file_;
  struct stat opened_;
  std::span<std::byte> pages_;
  std::optional<detail::LostPages> lost_;
};

void MappedFile::Free::operator()(std::byte* memory) const noexcept { std::free(memory); }

MappedFile::MappedFile(const std::filesystem::path& path, const Look& look) {
  if (path == "-") {
    name_ = "standard input";
    open(STDIN_FILENO, look);
    return;
  }
  detail::expect_name(path);
  name_ = path.string();
  const detail::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) detail::throw_file_error(name_, "cannot be read");
  open(file.value(), look);
}

MappedFile::~MappedFile() = default;
MappedFile::MappedFile(MappedFile&& other) noexcept = default;
MappedFile& MappedFile::operator=(MappedFile&& other) noexcept = default;

void MappedFile::open(int descriptor, const Look& look) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) detail::throw_file_error(name_, "cannot be read");
  if (S_ISDIR(status.st_mode)) throw InputError(name_, 0, "is a directory, expected a file");
  // Files of the kernel (/proc) say that they have no size.
  if (S_ISREG(status.st_mode) && status.st_size != 0) {
    mapping_ = std::make_unique<Mapping>(descriptor, status, name_);
    bytes_ = mapping_->bytes().subspan(std::min(position_of(descriptor), mapping_->bytes().size()));
  } else {
    read_to_end(descriptor, look);
  }
  if (bytes_.empty()) throw InputError(name_, 0, "is empty");
}

void MappedFile::read_to_end(int descriptor, const Look& look) {
  std::size_t capacity = 0;
  std::size_t size = 0;
  for (;;) {
    if (size == capacity) {
      if (size == detail::kFirstRead && look) look({memory_.get(), size}, name_);
      capacity = detail::larger_room(name_, capacity, detail::free_host_memory());
      void* const larger = std::realloc(memory_.get(), capacity);
      if (larger == nullptr) detail::throw_no_reading_room(name_, size, capacity - size);
      (void)memory_.release();
      memory_.reset(static_cast<std::byte*>(larger));
    }
    const ssize_t got = ::read(descriptor, memory_.get() + size, capacity - size);
    if (got == 0) break;
    if (got < 0 && errno != EINTR) detail::throw_file_error(name_, "cannot be read");
    size += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  }
  bytes_ = {memory_.get(), size};
}

void MappedFile::expect_sequential_reading() const noexcept {
  if (mapping_ != nullptr) mapping_->advise(MADV_SEQUENTIAL);
}

void MappedFile::expect_unchanged() const {
  if (mapping_ != nullptr && mapping_->has_changed()) detail::throw_changed(name_);
}

void MappedFile::finish_reading() noexcept {
  if (mapping_ != nullptr) mapping_->finish_reading();
}

}  // namespace warpgraph::files
