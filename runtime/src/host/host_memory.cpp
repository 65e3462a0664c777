// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/detail/host_memory.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace warpgraph::detail {

namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)); }
std::size_t difference(std::size_t limit, std::size_t used) { return limit - std::min(limit, used); }

// The beginning of a file of the system; empty if there is none.
class SystemFile {
 public:
  explicit SystemFile(const char* path) {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    size_ = static_cast<std::size_t>(std::max<ssize_t>(::read(file, text_.data(), text_.size()), 0));
    ::close(file);
  }

  [[nodiscard]] std::string_view text() const { return {text_.data(), size_}; }
  // The number behind a key that begins a line.
  [[nodiscard]] std::optional<std::size_t> number_after(std::string_view key) const {
    for (std::string_view rest = text(); !rest.empty();) {
      if (rest.starts_with(key)) return number_in(rest.substr(key.size()));
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<std::size_t> number() const { return number_in(text()); }

 private:
  static std::optional<std::size_t> number_in(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::size_t number = 0;
    const bool read = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
    return read ? std::optional(number) : std::nullopt;
  }

  std::array<char, 4096> text_;
  std::size_t size_ = 0;
};

std::size_t left_of_system() {
  constexpr std::size_t kUnit = 1024;
  const SystemFile memory("/proc/meminfo");
  const auto available = memory.number_after("MemAvailable:");
  if (!available) return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page_size();
  return (*available + memory.number_after("SwapFree:").value_or(0)) * kUnit;
}

std::size_t left_of_address_space() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  return difference(limit.rlim_cur, SystemFile("/proc/self/statm").number().value_or(0) * page_size());
}

// A path of bounded length, joined without memory.
class Path {
 public:
  Path& add(std::string_view part) {
    const std::size_t size = std::min(part.size(), text_.size() - 1 - size_);
    std::copy_n(part.data(), size, text_.data() + size_);
    size_ += size;
    text_[size_] = '\0';
    return *this;
  }
  [[nodiscard]] const char* c_str() const { return text_.data(); }

 private:
  std::array<char, 4096> text_{};
  std::size_t size_ = 0;
};

std::size_t left_of_group(std::string_view group) {
  const auto file = [&](const char* name) {
    return SystemFile(Path().add("/sys/fs/cgroup").add(group).add("/").add(name).c_str());
  };
  const auto limit = file("memory.max").number();  // "max" is no number
  if (!limit) return kUnlimited;
  const SystemFile statistics = file("memory.stat");
  const std::size_t cached = statistics.number_after("inactive_file ").value_or(0) +
                             statistics.number_after("active_file ").value_or(0);  // given back on demand
  return difference(*limit, difference(file("memory.current").number().value_or(0), cached));
}

// The limits of a group hold for those within it.
std::size_t left_of_groups() {
  const SystemFile membership("/proc/self/cgroup");
  constexpr std::string_view kVersion2 = "0::";
  const std::size_t begin = membership.text().find(kVersion2);
  if (begin == std::string_view::npos) return kUnlimited;
  std::string_view group = membership.text().substr(begin + kVersion2.size());
  group = group.substr(0, group.find('\n'));
  std::size_t left = kUnlimited;
  for (; !group.empty(); group = group.substr(0, group.rfind('/'))) left = std::min(left, left_of_group(group));
  return std::min(left, left_of_group(""));
}

}  // namespace

std::size_t free_host_memory() noexcept {
  return std::min({left_of_system(), left_of_address_space(), left_of_groups()});
}

}  // namespace warpgraph::detail
