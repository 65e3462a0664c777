// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace warpgraph::support {

// count * size, or the largest number there is where that cannot be counted: more than any device has.
constexpr std::size_t array_bytes(std::size_t count, std::size_t size) noexcept {
  constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
  return count > kMax / size ? kMax : count * size;
}

}  // namespace warpgraph::support

namespace warpgraph {

// What some work will allocate on one device, said before the work. Everything in Warpgraph that allocates has a
// function that returns its plan; plans add up, and Device::require turns a plan that does not fit into an OutOfMemory
// that lists the largest items. Plans are a few numbers on the host: to make one and to add plans up allocates nothing
// on a device.
class MemoryPlan {
 public:
  struct Item {
    std::string name;
    std::size_t bytes;
  };

  MemoryPlan() = default;
  MemoryPlan(std::string_view name, std::size_t bytes) { add(name, bytes); }

  // An item of a name that is there grows.
  MemoryPlan& add(std::string_view name, std::size_t bytes);
  template <class T>
  MemoryPlan& add_array(std::string_view name, std::size_t count) {
    return add(name, support::array_bytes(count, sizeof(T)));
  }
  MemoryPlan& operator+=(const MemoryPlan& other);

  [[nodiscard]] std::size_t total() const noexcept { return total_; }
  [[nodiscard]] const std::vector<Item>& items() const noexcept { return items_; }
  // "row 8.0 MiB, column 128.0 MiB", largest first.
  [[nodiscard]] std::string describe() const;

 private:
  std::vector<Item> items_;
  std::size_t total_ = 0;
};

// What is allocated on a device right now and at most, by the names that buffers were given.
struct MemoryUse {
  struct Item {
    std::string name;
    std::size_t in_use;
    std::size_t peak;
  };

  std::size_t capacity = 0;  // of the device, or of the limit that was set
  std::size_t free = 0;      // what an allocation may ask for now
  std::size_t in_use = 0;
  std::size_t peak = 0;
  std::size_t pool_bytes = 0;    // taken from the system, in use or kept for reuse
  std::size_t pool_growths = 0;  // how often the pool had to ask the system; constant once runs repeat
  std::vector<Item> items;       // by name
};

}  // namespace warpgraph

namespace warpgraph::support {

// Counts bytes by name. Thread-safe.
class MemoryAccount {
 public:
  void add(std::string_view name, std::size_t bytes);
  void remove(std::string_view name, std::size_t bytes) noexcept;
  // Forgets past peaks, so that the next run's peak can be read.
  void reset_peak();
  void report(MemoryUse& use) const;
  [[nodiscard]] std::size_t in_use() const;

 private:
  struct Entry {
    std::size_t in_use = 0;
    std::size_t peak = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;
  Entry total_;
};

}  // namespace warpgraph::support
