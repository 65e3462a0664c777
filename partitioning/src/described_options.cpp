// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/described_options.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/partitioning/method.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::partitioning {

namespace {

using option::Option;

// An option, and where its value goes.
struct DescribedMember {
  Option option;
  void (*set)(PartitionOptions&, const option::Value&);
};

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr option::WholeRange kWeights = {0, std::numeric_limits<std::int64_t>::max()};

std::int64_t weight_in(const option::Value& value) { return static_cast<std::int64_t>(std::get<std::uint64_t>(value)); }

std::string help_of_methods() {
  if (methods().all().empty()) return "multilevel; plugins bring others";
  std::string names;
  for (const auto& method : methods().all())
    names += (names.empty() ? "" : ", ") + method->name() + " (" + method->summary() + ")";
  return "multilevel, or a method of a plugin, which takes fewer options: " + names;
}

std::vector<DescribedMember> described_members() {
  using Kind = Option::Kind;
  const PartitionOptions standard;
  return {
      {{.name = "parts",
        .kind = Kind::kWhole,
        .value_name = "K",
        .help = "how many parts",
        .is_required = true,
        .whole = {1, kFreePart - 1}},
       [](PartitionOptions& options, const option::Value& value) {
         options.parts = static_cast<std::uint32_t>(std::get<std::uint64_t>(value));
       }},
      {{.name = "tolerance",
        .kind = Kind::kReal,
        .value_name = "X",
        .help = "by which fraction a part may be heavier than its share",
        .default_value = standard.tolerance.front(),
        .real = {0, kInfinite}},
       [](PartitionOptions& options, const option::Value& value) { options.tolerance = {std::get<double>(value)}; }},
      {{.name = "min-weight", .kind = Kind::kWhole, .help = "least weight of a part", .whole = kWeights},
       [](PartitionOptions& options, const option::Value& value) { options.min_weight = {weight_in(value)}; }},
      {{.name = "max-weight",
        .kind = Kind::kWhole,
        .help = "largest weight of a part, instead of --tolerance",
        .whole = kWeights},
       [](PartitionOptions& options, const option::Value& value) { options.max_weight = {weight_in(value)}; }},
      {{.name = "connected",
        .kind = Kind::kSwitch,
        .help = "every part is connected, in each component of the graph at least",
        .default_value = standard.connected},
       [](PartitionOptions& options, const option::Value& value) { options.connected = std::get<bool>(value); }},
      {{.name = "objective",
        .kind = Kind::kName,
        .value_name = "WHAT",
        .help = "what is made small: cut, or volume, the communication between the parts",
        .default_value = "cut",
        .choices = {"cut", "volume"}},
       [](PartitionOptions& options, const option::Value& value) {
         options.objective =
             std::get<std::string>(value) == "cut" ? PartitionObjective::kCut : PartitionObjective::kVolume;
       }},
      {{.name = "preset",
        .kind = Kind::kName,
        .help = "fast, default, or strong for the best cut",
        .default_value = "default",
        .choices = {"fast", "default", "strong"}},
       [](PartitionOptions& options, const option::Value& value) {
         const std::string& name = std::get<std::string>(value);
         options.preset = name == "fast"     ? PartitionPreset::kFast
                          : name == "strong" ? PartitionPreset::kStrong
                                             : PartitionPreset::kDefault;
       }},
      {{.name = "method",
        .kind = Kind::kName,
        .help = help_of_methods(),
        .default_value = standard.method,
        .choices = methods().names()},
       [](PartitionOptions& options, const option::Value& value) { options.method = std::get<std::string>(value); }},
      {{.name = "seed",
        .kind = Kind::kWhole,
        .help = "random numbers; the same seed gives the same partition on every device (multilevel)",
        .default_value = standard.seed},
       [](PartitionOptions& options, const option::Value& value) { options.seed = std::get<std::uint64_t>(value); }}};
}

}  // namespace

std::vector<Option> describe_options() {
  std::vector<Option> options;
  for (const DescribedMember& each : described_members()) options.push_back(each.option);
  return options;
}

void set_option(PartitionOptions& options, std::string_view name, std::string_view text) {
  for (const DescribedMember& each : described_members())
    if (each.option.name == name) return each.set(options, option::read(each.option, text));
  throw UsageError("partition has no option \"" + std::string(name) + '"');
}

void repeat_weights(PartitionOptions& options) {
  for (std::vector<std::int64_t>* const weights : {&options.min_weight, &options.max_weight})
    if (weights->size() == 1) weights->resize(options.parts, weights->front());
}

}  // namespace warpgraph::partitioning
