// SPDX-License-Identifier: Apache-2.0
#include "device_selection.hpp"

#include <charconv>
#include <optional>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

namespace {

constexpr int kMaxDevices = 64;

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw InputError("devices \"" + std::string(text) + "\": " + std::string(why) +
                   "; expected auto, cuda, cuda:0,1,..., host or host:N");
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

}  // namespace

DeviceSelection parse_device_selection(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const bool has_list = colon != std::string_view::npos;
  const std::string_view list = has_list ? text.substr(colon + 1) : std::string_view{};
  DeviceSelection selection;
  if (kind == "auto" && !has_list) return selection;
  if (kind == "cuda") {
    selection.kind = DeviceSelection::Kind::kCuda;
    if (has_list) selection.ordinals = parse_list(text, list);
    return selection;
  }
  if (kind == "host") {
    selection.kind = DeviceSelection::Kind::kHost;
    const bool is_name = list == "0";  // "host:0" is what the only virtual device is called
    const auto count = has_list && !is_name ? parse_number(list) : 1;
    if (!count || *count < 1 || *count > kMaxDevices) refuse(text, "not a number of virtual devices (1 to 64)");
    selection.host_count = *count;
    return selection;
  }
  refuse(text, "unknown kind of device");
}

}  // namespace warpgraph::detail
