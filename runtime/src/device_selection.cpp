// SPDX-License-Identifier: Apache-2.0
#include "device_selection.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

namespace {

constexpr int kMaxDevices = 64;

using Numbers = MachineKind::Numbers;

// "auto, cuda, cuda:0,1,..., host or host:N"
std::string forms() {
  std::string text = "auto";
  for (const MachineKind* const kind : machine_kinds()) {
    const std::string name(kind->name);
    const bool is_last = kind == &kHostMachine;
    text += ", " + name + (is_last ? " or " : ", ") + name + (kind->numbers == Numbers::kCount ? ":N" : ":0,1,...");
  }
  return text;
}

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw InputError("devices \"" + std::string(text) + "\": " + std::string(why) + "; expected " + forms());
}

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::vector<int> parse_list(std::string_view whole, std::string_view list) {
  std::vector<int> numbers;
  while (true) {
    const std::size_t comma = list.find(',');
    const auto number = parse_number(list.substr(0, comma));
    if (!number) refuse(whole, "not a list of device numbers");
    numbers.push_back(*number);
    if (numbers.size() > kMaxDevices) refuse(whole, "more than 64 devices");
    if (comma == std::string_view::npos) return numbers;
    list.remove_prefix(comma + 1);
  }
}

// The text behind the colon, if there is one, of a machine that has as many devices as one asks for.
std::vector<int> parse_count(std::string_view whole, std::optional<std::string_view> list) {
  const bool is_name = list == "0";  // "host:0" is what the only virtual device is called
  const auto count = list && !is_name ? parse_number(*list) : 1;
  if (!count || *count < 1 || *count > kMaxDevices) refuse(whole, "not a number of virtual devices (1 to 64)");
  std::vector<int> ordinals(static_cast<std::size_t>(*count));
  std::iota(ordinals.begin(), ordinals.end(), 0);
  return ordinals;
}

}  // namespace

DeviceSelection parse_device_selection(std::string_view text) {
  if (text == "auto") return {};
  const std::size_t colon = text.find(':');
  std::optional<std::string_view> list;
  if (colon != std::string_view::npos) list = text.substr(colon + 1);
  const std::vector<const MachineKind*> kinds = machine_kinds();
  const auto found = std::ranges::find(kinds, text.substr(0, colon), &MachineKind::name);
  if (found == kinds.end()) refuse(text, "unknown kind of device");
  DeviceSelection selection{*found, {}};
  if ((*found)->numbers == Numbers::kCount)
    selection.ordinals = parse_count(text, list);
  else if (list)
    selection.ordinals = parse_list(text, *list);
  return selection;
}

}  // namespace warpgraph::detail
