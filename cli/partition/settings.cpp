// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/partitioning/method.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../option_groups.hpp"
#include "../text.hpp"
#include "part_file.hpp"

namespace warpgraph::cli {

namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

constexpr std::int64_t kMaxParts = std::int64_t{std::numeric_limits<std::uint32_t>::max()} - 1;

po::typed_value<std::string>* text_value(const char* name) { return po::value<std::string>()->value_name(name); }

// "0.03", "1,2,3": the numbers of an option, which are at least 0.
template <class Number>
std::vector<Number> numbers_of(const po::variables_map& options, const std::string& name, const std::string& what) {
  const std::string& text = options[name].as<std::string>();
  auto numbers = parse_list<Number>(text);
  const auto fits = [](Number number) { return std::isfinite(static_cast<double>(number)) && number >= 0; };
  if (!numbers || !std::ranges::all_of(*numbers, fits))
    throw UsageError("--" + name + " cannot be \"" + text + "\"; it is " + what);
  return *std::move(numbers);
}

// One number stands for all.
template <class Number>
void repeat(std::vector<Number>& numbers, std::size_t count, const std::string& option, const std::string& each) {
  if (numbers.size() == 1) numbers.resize(count, numbers.front());
  if (numbers.size() != count)
    throw UsageError("--" + option + " has " + counted(numbers.size(), "number", "numbers") + "; it takes one, or " +
                     std::to_string(count) + ", one for each " + each);
}

std::uint32_t parts_of(const po::variables_map& options) {
  const std::string& text = options["parts"].as<std::string>();
  std::int64_t parts = 0;
  if (!parse(text, parts) || parts < 1 || parts > kMaxParts)
    throw UsageError("--parts cannot be \"" + text + "\"; it is a whole number from 1 to " + std::to_string(kMaxParts) +
                     ", and at most " + std::to_string(kMaxEmptyParts) + " more than there are vertices");
  return static_cast<std::uint32_t>(parts);
}

PartitionPreset preset_of(const std::string& name) {
  if (name == "fast") return PartitionPreset::kFast;
  return name == "strong" ? PartitionPreset::kStrong : PartitionPreset::kDefault;
}

std::string help_of_methods() {
  if (methods().all().empty()) return "multilevel; plugins bring others";
  std::string names;
  for (const auto& method : methods().all())
    names += (names.empty() ? "" : ", ") + method->name() + " (" + method->summary() + ")";
  return "multilevel, or a method of a plugin, which takes fewer options: " + names;
}

// Options that two methods share are declared once. Throws UsageError for one that the command has itself.
void add_method_options(Declaration& declaration) {
  auto& shown = declaration.groups.back().options;
  std::set<std::string> of_methods;
  for (const auto& method : methods().all()) {
    for (const plugins::PluginOption& option : method->options()) {
      if (!of_methods.insert(option.name).second) continue;
      for (const auto& group : declaration.groups)
        if (group.options.find_nothrow(option.name, false) != nullptr)
          throw UsageError("the method " + method->name() + " has an option --" + option.name +
                           ", and partition has one already");
      const std::string help = "of " + method->name() + ": " + option.summary;
      if (option.kind == plugins::PluginOption::Kind::kSwitch) {
        shown.add_options()(option.name.c_str(), po::bool_switch(), help.c_str());
        continue;
      }
      auto* const value = text_value(option.choices.empty() ? "VALUE" : "WHICH");
      if (!option.standard.empty()) value->default_value(option.standard);
      shown.add_options()(option.name.c_str(), value, help.c_str());
      if (!option.choices.empty()) declaration.choices[option.name] = option.choices;
    }
  }
}

// Those that are given. Throws UsageError for one of another method.
std::map<std::string, std::string> method_options(const po::variables_map& options, const std::string& asked) {
  std::map<std::string, std::string> own;
  for (const auto& method : methods().all())
    for (const plugins::PluginOption& option : method->options())
      if (is_given(options, option.name) && method->name() == asked)
        own[option.name] =
            option.kind == plugins::PluginOption::Kind::kSwitch ? "yes" : options[option.name].as<std::string>();
  for (const auto& method : methods().all())
    for (const plugins::PluginOption& option : method->options())
      if (is_given(options, option.name) && !own.contains(option.name))
        throw UsageError("--" + option.name + " has no effect with --method " + asked);
  return own;
}

}  // namespace

void add_partition_options(Declaration& declaration) {
  declaration.choices["objective"] = {"cut", "volume"};
  declaration.choices["preset"] = {"fast", "default", "strong"};
  declaration.choices["method"] = methods().names();
  declaration.groups.push_back({"parts"});
  declaration.groups.back().options.add_options()  //
      ("tolerance", text_value("X")->default_value("0.03"),
       "by which fraction a part may be heavier than its share; one for each constraint as 0.03,0.1")                //
      ("targets", text_value("FILE"), "share of each part, a line a part; default: equal shares")                    //
      ("fixed", text_value("FILE"), "part of each vertex that must be in it, a line a vertex; -1 where it is free")  //
      ("from", text_value("FILE"), "partition to start from, from which few vertices shall move")                    //
      ("min-weight", text_value("N"), "least weight of a part; one for each part as 10,20,10")                       //
      ("max-weight", text_value("N"), "largest weight of a part, instead of --tolerance; or one for each part")      //
      ("connected", po::bool_switch(), "every part is connected, in each component of the graph at least");
  declaration.groups.push_back({"search"});
  declaration.groups.back().options.add_options()  //
      ("objective", text_value("WHAT")->default_value("cut"),
       "what is made small: cut, or volume, the communication between the parts")                             //
      ("preset", text_value("WHICH")->default_value("default"), "fast, default, or strong for the best cut")  //
      ("method", text_value("WHICH")->default_value("multilevel"), help_of_methods().c_str())                 //
      ("seed", po::value<std::uint64_t>()->value_name("N")->default_value(1),
       "random numbers; the same seed gives the same partition on every device (multilevel)");
  add_method_options(declaration);
}

PartitionOptions partition_options(const po::variables_map& options) {
  PartitionOptions partition;
  partition.parts = parts_of(options);
  partition.tolerance = numbers_of<double>(options, "tolerance", "a fraction of at least 0, such as 0.03");
  const std::string weight = "a whole number of at least 0";
  if (options.count("min-weight") != 0) partition.min_weight = numbers_of<std::int64_t>(options, "min-weight", weight);
  if (options.count("max-weight") != 0) partition.max_weight = numbers_of<std::int64_t>(options, "max-weight", weight);
  partition.connected = options["connected"].as<bool>();
  if (options["objective"].as<std::string>() == "volume") partition.objective = PartitionObjective::kVolume;
  partition.preset = preset_of(options["preset"].as<std::string>());
  partition.method = options["method"].as<std::string>();
  partition.method_options = method_options(options, partition.method);
  partition.seed = options["seed"].as<std::uint64_t>();
  partition.trace = options.count("report") != 0;
  return partition;
}

void complete_for_graph(const po::variables_map& options, const IdMap& ids, VertexId vertices,
                        std::uint32_t constraints, PartitionOptions& partition) {
  const auto file = [&](const char* name) { return options[name].as<std::string>(); };
  if (partition.parts > vertices && partition.parts - vertices > kMaxEmptyParts)
    throw UsageError("--parts cannot be " + std::to_string(partition.parts) + " for a graph of " +
                     counted(vertices, "vertex", "vertices") + "; it is at most " +
                     std::to_string(std::uint64_t{vertices} + kMaxEmptyParts));
  repeat(partition.tolerance, constraints, "tolerance", "constraint");
  if (!partition.min_weight.empty()) repeat(partition.min_weight, partition.parts, "min-weight", "part");
  if (!partition.max_weight.empty()) repeat(partition.max_weight, partition.parts, "max-weight", "part");
  if (options.count("targets") != 0) partition.targets = read_targets(file("targets"), partition.parts, constraints);
  if (options.count("fixed") != 0)
    partition.fixed = read_parts(file("fixed"), partition.parts, ids, vertices, FreeVertices::kAllowed);
  if (options.count("from") != 0)
    partition.start = read_parts(file("from"), partition.parts, ids, vertices, FreeVertices::kRefused);
}

}  // namespace warpgraph::cli
