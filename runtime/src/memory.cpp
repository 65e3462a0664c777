// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/memory.hpp>

#include <algorithm>
#include <limits>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

MemoryPlan& MemoryPlan::add(std::string_view name, std::size_t bytes) {
  const auto grow = [&](std::size_t& sum) {
    if (__builtin_add_overflow(sum, bytes, &sum)) sum = std::numeric_limits<std::size_t>::max();
  };
  auto item = std::ranges::find(items_, name, &Item::name);
  if (item == items_.end()) item = items_.insert(item, Item{std::string(name), 0});
  grow(item->bytes);
  grow(total_);
  return *this;
}

MemoryPlan& MemoryPlan::operator+=(const MemoryPlan& other) {
  for (const Item& item : other.items_) add(item.name, item.bytes);
  return *this;
}

std::string MemoryPlan::describe() const {
  std::vector<Item> items = items_;
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.bytes > b.bytes; });
  std::string text;
  for (const Item& item : items)
    text += (text.empty() ? "" : ", ") + item.name + " " + support::format_bytes(item.bytes);
  return text;
}

}  // namespace warpgraph

namespace warpgraph::support {

void MemoryAccount::add(std::string_view name, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  auto found = entries_.find(name);
  if (found == entries_.end()) found = entries_.emplace(std::string(name), Entry{}).first;
  for (Entry* entry : {&found->second, &total_}) {
    entry->in_use += bytes;
    entry->peak = std::max(entry->peak, entry->in_use);
  }
}

void MemoryAccount::remove(std::string_view name, std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  if (const auto found = entries_.find(name); found != entries_.end()) found->second.in_use -= bytes;
  total_.in_use -= bytes;
}

void MemoryAccount::reset_peak() {
  const std::lock_guard lock(mutex_);
  total_.peak = total_.in_use;
  std::erase_if(entries_, [](const auto& entry) { return entry.second.in_use == 0; });
  for (auto& [name, entry] : entries_) entry.peak = entry.in_use;
}

void MemoryAccount::report(MemoryUse& use) const {
  const std::lock_guard lock(mutex_);
  use.in_use = total_.in_use;
  use.peak = total_.peak;
  for (const auto& [name, entry] : entries_) use.items.push_back({name, entry.in_use, entry.peak});
}

std::size_t MemoryAccount::in_use() const {
  const std::lock_guard lock(mutex_);
  return total_.in_use;
}

}  // namespace warpgraph::support
