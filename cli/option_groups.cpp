// SPDX-License-Identifier: Apache-2.0
#include "option_groups.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/rank_devices.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph_format.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace warpgraph::cli {

namespace {

// The names of an enumeration's values, said once for help, checks and completion.
template <class Value, std::size_t N>
using Names = std::array<std::pair<std::string_view, Value>, N>;

constexpr Names<files::WeightType, 6> kWeightTypes = {{{"auto", files::WeightType::kAuto},
                                                       {"none", files::WeightType::kNone},
                                                       {"int32", files::WeightType::kInt32},
                                                       {"int64", files::WeightType::kInt64},
                                                       {"float", files::WeightType::kFloat},
                                                       {"double", files::WeightType::kDouble}}};
constexpr Names<files::IdMapping, 2> kIdMappings = {
    {{"compact", files::IdMapping::kCompact}, {"keep", files::IdMapping::kKeep}}};
constexpr Names<Direction, 3> kDirections = {
    {{"directed", Direction::kDirected}, {"once", Direction::kUndirectedOnce}, {"both", Direction::kUndirectedBoth}}};
constexpr Names<Duplicates, 4> kDuplicates = {
    {{"keep", Duplicates::kKeep}, {"first", Duplicates::kFirst}, {"min", Duplicates::kMin}, {"sum", Duplicates::kSum}}};
constexpr Names<Relabel, 5> kRelabels = {{{"none", Relabel::kNone},
                                          {"degree", Relabel::kDegree},
                                          {"bfs", Relabel::kBreadthFirst},
                                          {"random", Relabel::kRandom},
                                          {"given", Relabel::kGiven}}};

constexpr const char* kTextLimit = "text-limit";
constexpr const char* kMemoryLimit = "memory-limit";

po::typed_value<std::string>* text_value(const char* name) { return po::value<std::string>()->value_name(name); }

// An option of the last group that takes one of the names, by default the first or none.
enum class Default { kFirst, kNone };
template <class Value, std::size_t N>
void add_choice(Declaration& declaration, const std::string& option, const Names<Value, N>& names, Default standard,
                const std::string& text) {
  std::vector<std::string>& choices = declaration.choices[option];
  for (const auto& [name, value] : names) choices.emplace_back(name);
  auto* const value = text_value("WHICH");
  if (standard == Default::kFirst) value->default_value(choices.front());
  declaration.groups.back().options.add_options()(option.c_str(), value, text.c_str());
}

template <class Value, std::size_t N>
Value chosen(const po::variables_map& options, const std::string& option, const Names<Value, N>& names) {
  const std::string& text = options[option].as<std::string>();
  for (const auto& [name, value] : names)
    if (name == text) return value;
  throw UsageError("--" + option + " cannot be \"" + text + '"');
}

std::size_t bytes_of(const po::variables_map& options, const std::string& name, std::size_t min) {
  const auto& text = options[name].as<std::string>();
  const std::optional<std::size_t> bytes = parse_bytes(text);
  if (!bytes || *bytes < min)
    throw UsageError("--" + name + " cannot be \"" + text + "\"; it is a number of bytes, such as 512M or 8G");
  return *bytes;
}

bool is_set(const po::variables_map& options, const char* name) {
  return options.count(name) != 0 && options[name].as<bool>();
}

}  // namespace

void prepend(OptionGroup group, Declaration& declaration) {
  std::vector<OptionGroup> groups;  // Boost's cannot be assigned, which insert() would do
  groups.push_back(std::move(group));
  for (OptionGroup& each : declaration.groups) groups.push_back(std::move(each));
  declaration.groups.swap(groups);
}

void hide(const std::vector<std::string>& names, Declaration& declaration) {
  std::vector<OptionGroup> groups;
  for (const OptionGroup& group : declaration.groups) {
    OptionGroup shown{group.caption};
    for (const auto& option : group.options.options()) {
      const bool is_hidden = std::ranges::find(names, option->long_name()) != names.end();
      (is_hidden ? declaration.hidden : shown.options).add(option);
    }
    groups.push_back(std::move(shown));
  }
  declaration.groups.swap(groups);
  for (const std::string& name : names) declaration.choices.erase(name);
}

bool is_given(const po::variables_map& options, const std::string& name) {
  return options.count(name) != 0 && !options[name].defaulted();
}

void add_devices_option(Declaration& declaration, const std::string& standard) {
  declaration.hints["devices"] = {"auto", "cuda", "cuda:0", "host", "host:2", "host:4"};
  declaration.groups.front().options.add_options()("devices", text_value("LIST")->default_value(standard),
                                                   "which devices: auto, cuda, cuda:0,1, host, host:4");
}

void add_memory_limit_option(po::options_description& options) {
  options.add_options()(kMemoryLimit, text_value("BYTES"),
                        "use at most so much memory of each device, such as 512M or 8G");
}

RuntimeOptions runtime_options(const po::variables_map& options) {
  RuntimeOptions result;
  if (options.count(kMemoryLimit) != 0) result.memory_limit = bytes_of(options, kMemoryLimit, 1);
  return result;
}

void add_rank_timeout_option(po::options_description& options) {
  constexpr std::uint32_t kTimeout = 600'000;  // milliseconds: a rank that reads a large file alone is not late
  options.add_options()("rank-timeout", po::value<std::uint32_t>()->value_name("MS")->default_value(kTimeout, "600000"),
                        "with mpirun: give up when a rank is later, and name it; 0: never");
}

void add_rank_options(po::options_description& options) {
  add_rank_timeout_option(options);
  options.add_options()("verbose", po::bool_switch(), "with mpirun: a table of the ranks, their hosts and devices");
}

namespace {

void set_time_limit(Ranks& ranks, const po::variables_map& options) {
  ranks.set_time_limit(std::chrono::milliseconds(options["rank-timeout"].as<std::uint32_t>()));
}

}  // namespace

std::unique_ptr<ThreadPool> open_rank_threads(Ranks& ranks, const po::variables_map& options) {
  set_time_limit(ranks, options);
  const ranks::RankDevices chosen = ranks::choose_rank_devices(ranks, "host");
  return detail::together(ranks, [&] { return std::make_unique<ThreadPool>(chosen.threads); });
}

namespace {

std::unique_ptr<Runtime> open(const ranks::RankDevices& chosen, Output& output, const RuntimeOptions& runtime) {
  const Phase phase(output, "looking for devices");
  try {
    return std::make_unique<Runtime>(chosen.devices, runtime);
  } catch (const InputError& error) {
    const bool is_of_environment = chosen.reason == ranks::kDevicesVariable;
    throw UsageError(std::string(is_of_environment ? ranks::kDevicesVariable : "--devices") + ": " + error.what());
  }
}

}  // namespace

std::unique_ptr<Runtime> open_rank_devices(Ranks& ranks, const po::variables_map& options, Output& output,
                                           RuntimeOptions runtime) {
  set_time_limit(ranks, options);
  const ranks::RankDevices chosen = ranks::choose_rank_devices(ranks, options["devices"].as<std::string>());
  runtime.host.threads = chosen.threads;
  auto opened = detail::together(ranks, [&] { return open(chosen, output, runtime); });
  const std::vector<ranks::RankPlace> places = ranks::gather_rank_places(ranks, *opened, chosen.reason);
  for (const std::string& each : ranks::shared_gpus(places)) remark(each, output);
  if (is_set(options, "verbose")) output.err << ranks::rank_table(places) << std::flush;
  return opened;
}

std::unique_ptr<Runtime> open_devices(const po::variables_map& options, Output& output, const RuntimeOptions& runtime) {
  const std::string& given = options["devices"].as<std::string>();
  if (given != "auto") return open({given, "given"}, output, runtime);
  const char* const environment = ranks::process_environment(ranks::kDevicesVariable);
  ranks::RankDevicesFacts facts;
  facts.environment = environment == nullptr ? "" : environment;
  return open(ranks::choose_rank_devices(facts), output, runtime);
}

void add_format_option(Declaration& declaration, const std::string& name, const std::string& text) {
  declaration.choices[name] = format_names();
  declaration.groups.front().options.add_options()(name.c_str(), text_value("FORMAT"), text.c_str());
}

void add_read_options(Declaration& declaration) {
  declaration.groups.push_back({"reading"});
  add_choice(declaration, "weights", kWeightTypes, Default::kFirst,
             "type of the edges' weights: auto (the narrowest that holds them), none, int32, int64, float or double");
  add_choice(declaration, "ids", kIdMappings, Default::kFirst,
             "which ids of an edge list are vertices: compact, those that occur, or keep, all up to the largest");
  declaration.groups.back().options.add_options()("vertices", text_value("FILE"),
                                                  "a file with the ids of all vertices of an edge list, one a line");
  add_choice(declaration, "direction", kDirections, Default::kNone,
             "what edges are if the format does not say: directed, or undirected and listed once or at both ends");
  declaration.groups.back().options.add_options()(
      kTextLimit, po::value<std::string>()->value_name("BYTES"),
      "how far a compressed file may grow, such as 512M or 8G; default: half of the free memory");
}

files::ReadOptions read_options(const po::variables_map& options) {
  files::ReadOptions result;
  result.weights = chosen(options, "weights", kWeightTypes);
  result.ids = chosen(options, "ids", kIdMappings);
  if (options.count("vertices") != 0) result.vertices = options["vertices"].as<std::string>();
  if (options.count("direction") != 0) result.direction = chosen(options, "direction", kDirections);
  if (options.count(kTextLimit) != 0) result.decompressed_limit = bytes_of(options, kTextLimit, 0);
  return result;
}

void add_cleaning_options(Declaration& declaration) {
  declaration.groups.push_back({"building the graph"});
  declaration.groups.back().options.add_options()                                                       //
      ("symmetrise", po::bool_switch(), "add the reverse of every edge; the graph is then undirected")  //
      ("drop-self-loops", po::bool_switch(), "leave out edges from a vertex to itself");
  add_choice(declaration, "duplicates", kDuplicates, Default::kFirst,
             "keep all edges of one source and target, or leave one with the first, min or sum of their values");
}

void add_outgoing_option(Declaration& declaration) {
  declaration.groups.back().options.add_options()("outgoing", po::bool_switch(),
                                                  "store the outgoing edges of a directed graph as well (wg only)");
}

void add_relabel_options(Declaration& declaration) {
  declaration.groups.push_back({"numbering the vertices"});
  add_choice(declaration, "relabel", kRelabels, Default::kFirst,
             "order in which vertices are stored: none (the file's), degree (largest first), bfs (neighbours close "
             "together), random or given; ids stay the file's own");
  declaration.groups.back().options.add_options()                                                                    //
      ("seed", po::value<std::uint64_t>()->value_name("N")->default_value(1), "random numbers of --relabel random")  //
      ("permutation", text_value("FILE"), "the new number, from 0 on, of every vertex, for --relabel given");
}

BuildOptions build_options(const po::variables_map& options) {
  BuildOptions result;
  result.check_symmetry = false;  // files are looked through when they are read
  result.symmetrise = is_set(options, "symmetrise");
  result.drop_self_loops = is_set(options, "drop-self-loops");
  result.outgoing = is_set(options, "outgoing");
  result.duplicates = chosen(options, "duplicates", kDuplicates);
  if (options.count("relabel") != 0) {
    result.relabel = chosen(options, "relabel", kRelabels);
    if (result.relabel != Relabel::kRandom) expect_no_seed(options, "without --relabel random");
    result.seed = options["seed"].as<std::uint64_t>();
    if ((result.relabel == Relabel::kGiven) != (options.count("permutation") != 0))
      throw UsageError("--relabel given and --permutation FILE need each other");
  }
  return result;
}

void expect_no_seed(const po::variables_map& options, const std::string& where) {
  if (!options["seed"].defaulted()) throw UsageError("--seed has no effect " + where);
}

}  // namespace warpgraph::cli
