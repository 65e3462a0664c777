// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/output_file.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include "descriptor.hpp"

namespace warpgraph::files {

namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 16;
constexpr mode_t kMode = 0666;  // less the user's umask
constexpr auto kSameUser = static_cast<uid_t>(-1);
constexpr auto kSameGroup = static_cast<gid_t>(-1);

using std::filesystem::path;

// A name beside the target that is free; `try_to_make` says whether it could be taken. A long name
// of a target is cut, so that the system takes the whole.
template <class TryToMake>
path make_part(const path& target, TryToMake&& try_to_make) {
  const std::string whole = target.filename().string();
  for (int number = 0;; ++number) {
    const std::string end = "." + std::to_string(::getpid()) + "-" + std::to_string(number) + ".part";
    path part = target.parent_path() / ("." + whole.substr(0, NAME_MAX - 1 - end.size()) + end);
    if (try_to_make(part)) return part;
    if (errno != EEXIST) return {};
  }
}

// The names that exist of what this process has not finished. Whoever makes, renames or removes one holds the mutex
// meanwhile.
struct PartNames {
  std::mutex mutex;
  std::vector<path> all;

  void remove(const path& name) { all.erase(std::ranges::find(all, name)); }
};
PartNames& part_names() {
  static auto* const names = new PartNames;  // outlives the threads that write
  return *names;
}

std::string path_of(const detail::Descriptor& file) { return "/proc/self/fd/" + std::to_string(file.value()); }

}  // namespace

struct OutputFile::State {
  std::string name;
  path target;
  path part;  // empty while the file has no name
  detail::Descriptor file;
  bool direct = false;  // nothing takes the place of anything
  bool named = false;   // from the beginning
  std::uint64_t size = 0;
  std::vector<std::byte> buffer;

  explicit State(path wanted) : name(wanted.string()), target(std::move(wanted)) { buffer.reserve(kBufferSize); }
  ~State() {
    if (part.empty()) return;
    const std::lock_guard lock(part_names().mutex);
    ::unlink(part.c_str());
    part_names().remove(part);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  [[noreturn]] void fail() const { detail::throw_file_error(name, "cannot be written"); }

  void open() {
    detail::expect_name(target);
    if (target == "-") return open_standard_output();
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) {
      if (errno != ENOENT) fail();
      follow_links();
      return open_part();
    }
    if (!S_ISREG(status.st_mode)) return open_directly();
    if (::access(target.c_str(), W_OK) != 0) fail();
    resolve_target();
    open_part();
    const bool is_whole_mode = take_owner(status);
    if (::fchmod(file.value(), status.st_mode & (is_whole_mode ? 07777 : 0777)) != 0) fail();
  }

  // A link stays, what it names is replaced.
  void resolve_target() {
    std::error_code error;
    target = std::filesystem::canonical(target, error);
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    errno = error.value();
    if (error) fail();
  }

  // The file gets the owner and group of what it replaces, as far as the process may; whether it may. If not, bits
  // that let others act as the owner would now let them act as this user.
  [[nodiscard]] bool take_owner(const struct stat& replaced) const {
    const bool group = ::fchown(file.value(), kSameUser, replaced.st_gid) == 0;
    return ::fchown(file.value(), replaced.st_uid, kSameGroup) == 0 && group;
  }

  void open_standard_output() {
    name = "standard output";
    direct = true;
    file = detail::Descriptor(::dup(STDOUT_FILENO));
    if (!file.is_open()) fail();
  }

  // A link to a file that is not there yet stays a link, and that file is made.
  void follow_links() {
    std::error_code error;
    constexpr int kMax = 40;  // as the system has it
    for (int i = 0; i < kMax && std::filesystem::is_symlink(target, error); ++i) {
      target = target.parent_path() / std::filesystem::read_symlink(target, error);
    }
  }

  void open_directly() {
    direct = true;
    file = detail::Descriptor(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) fail();
  }

  void open_part() {
    if (!named && ::access("/proc/self/fd", X_OK) == 0) {
      const path folder = target.has_parent_path() ? target.parent_path() : path(".");
      file = detail::Descriptor(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode));
      if (file.is_open()) return;
    }
    make_named([&](const path& free_name) {
      file = detail::Descriptor(::open(free_name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kMode));
      return file.is_open();
    });
  }
  template <class TryToMake>
  void make_named(TryToMake&& try_to_make) {
    const std::lock_guard lock(part_names().mutex);
    std::vector<path>& all = part_names().all;
    all.reserve(all.size() + 1);
    path noted;
    path made = make_part(target, [&](const path& free_name) {
      noted = free_name;  // nothing is allocated once the name exists: it would stay where memory is short
      return try_to_make(free_name);
    });
    if (made.empty()) fail();
    all.push_back(std::move(noted));
    part = std::move(made);
  }

  void put(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file.value(), bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR) fail();
      bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
  }

  void flush() {
    put(buffer);
    buffer.clear();
  }

  void commit() {
    flush();
    if (!direct && part.empty())
      make_named([&](const path& free_name) {
        return ::linkat(AT_FDCWD, path_of(file).c_str(), AT_FDCWD, free_name.c_str(), AT_SYMLINK_FOLLOW) == 0;
      });
    if (::close(file.release()) != 0) fail();
    if (direct) return;
    const std::lock_guard lock(part_names().mutex);
    if (::rename(part.c_str(), target.c_str()) != 0) fail();
    part_names().remove(part);
    part.clear();
  }
};

OutputFile::OutputFile(path target) : state_(std::make_unique<State>(std::move(target))) { state_->open(); }
OutputFile::OutputFile(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
OutputFile OutputFile::shared(std::filesystem::path target) {
  auto state = std::make_unique<State>(std::move(target));
  state->named = true;
  state->open();
  return OutputFile(std::move(state));
}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;

void OutputFile::write(std::span<const std::byte> bytes) {
  State& state = *state_;
  if (state.buffer.size() + bytes.size() > kBufferSize) state.flush();
  if (bytes.size() >= kBufferSize) {
    state.put(bytes);
  } else {
    state.buffer.insert(state.buffer.end(), bytes.begin(), bytes.end());
  }
  state.size += bytes.size();
}

std::uint64_t OutputFile::size() const noexcept { return state_->size; }

void OutputFile::commit() { state_->commit(); }

const std::filesystem::path& OutputFile::part() const noexcept { return state_->part; }

const std::string& OutputFile::name() const noexcept { return state_->name; }

void abandon_output_files() noexcept {
  part_names().mutex.lock();
  for (const path& each : part_names().all) ::unlink(each.c_str());
}

}  // namespace warpgraph::files
