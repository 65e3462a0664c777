// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/partitioning/described_options.hpp>
#include <warpgraph/partitioning/method.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../described_options.hpp"
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

// In the group that was declared last. The command takes several numbers where the library's option is one.
void declare_described(Declaration& declaration, std::string_view name, const std::string& several = "") {
  const std::vector<option::Option> all = describe_options();
  option::Option declared = *std::ranges::find(all, name, &option::Option::name);
  declared.value_name = option::shown_value_name(declared);
  if (!several.empty()) declared.kind = option::Option::Kind::kText;
  declared.help += several;
  declare_option(declared, declaration.groups.back().options, declaration);
}

// The described options that the command takes as the library has them: all but those of the parts.
std::vector<option::Option> search_options() {
  std::vector<option::Option> all = describe_options();
  std::erase_if(all, [](const option::Option& each) {
    constexpr std::string_view kOfParts[] = {"parts", "tolerance", "min-weight", "max-weight", "connected"};
    return std::ranges::find(kOfParts, each.name) != std::end(kOfParts);
  });
  return all;
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
      plugins::PluginOption declared = option;
      declared.help = "of " + method->name() + ": " + option.help;
      declare_option(declared, shown, declaration);
    }
  }
}

// Those that are given. Throws UsageError for one of another method.
std::map<std::string, std::string> method_options(const po::variables_map& options, const std::string& asked) {
  std::map<std::string, std::string> own;
  for (const auto& method : methods().all())
    if (method->name() == asked) own = texts_of(method->options(), options);
  for (const auto& method : methods().all())
    for (const plugins::PluginOption& option : method->options())
      if (is_given(options, option.name) && !own.contains(option.name))
        throw UsageError("--" + option.name + " has no effect with --method " + asked);
  return own;
}

}  // namespace

void add_partition_options(Declaration& declaration) {
  declaration.groups.push_back({"parts"});
  declare_described(declaration, "tolerance", "; one for each constraint as 0.03,0.1");
  declaration.groups.back().options.add_options()                                                                    //
      ("targets", text_value("FILE"), "share of each part, a line a part; default: equal shares")                    //
      ("fixed", text_value("FILE"), "part of each vertex that must be in it, a line a vertex; -1 where it is free")  //
      ("from", text_value("FILE"), "partition to start from, from which few vertices shall move");
  declare_described(declaration, "min-weight", "; one for each part as 10,20,10");
  declare_described(declaration, "max-weight", "; or one for each part");
  declare_described(declaration, "connected");
  declaration.groups.push_back({"search"});
  for (const option::Option& each : search_options()) declare_described(declaration, each.name);
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
  for (const auto& [name, text] : texts_of(search_options(), options)) set_option(partition, name, text);
  partition.method_options = method_options(options, partition.method);
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
