// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/graph_lists.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/method.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../described_options.hpp"
#include "../file_names.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../rank/list_input.hpp"
#include "../rank/number_file.hpp"
#include "../sum_limits.hpp"
#include "../table.hpp"
#include "../text.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

bool takes_splitters(const std::string& method) {
  const ListMethod* const added = list_methods().find(method, "rank");
  return added == nullptr ? method == "walkers" : added->takes_splitters();
}

ListRankOptions rank_options(const po::variables_map& options) {
  ListRankOptions result;
  result.from = options["from"].as<std::string>() == "tail" ? ListEnd::kTail : ListEnd::kHead;
  result.method = options["method"].as<std::string>();
  result.heads = options.count("heads") != 0;
  result.order = options.count("order") != 0 || options.count("values") != 0;
  result.splitters = options["splitters"].as<std::uint32_t>();
  result.seed = options["seed"].as<std::uint64_t>();
  result.time_steps = true;
  return result;
}

struct RankReport {
  std::string input;
  std::string devices;
  std::uint64_t elements = 0;
  std::uint64_t lists = 0;
  ListRankOptions options;
  std::vector<ListStep> steps;
  double seconds = 0;
  bool is_verified = false;
};

nlohmann::ordered_json describe_ranking(const RankReport& report) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (const ListStep& step : report.steps) steps.push_back({{"name", step.name}, {"seconds", step.seconds}});
  return {{"input", report.input},
          {"devices", report.devices},
          {"elements", report.elements},
          {"lists", report.lists},
          {"from", to_string(report.options.from)},
          {"method", report.options.method},
          {"seconds", report.seconds},
          {"elements_per_second", report.seconds > 0 ? static_cast<double>(report.elements) / report.seconds : 0},
          {"steps", steps},
          {"verified", report.is_verified}};
}

void print_ranking(const RankReport& report, Output& output) {
  print_fact("input", report.input, output);
  print_fact("elements", format_count(report.elements), output);
  print_fact("lists", format_count(report.lists), output);
  print_fact("devices", report.devices, output);
  print_fact("method", report.options.method, output);
  print_fact("time", format_seconds(report.seconds), output);
  for (const ListStep& step : report.steps)
    print_fact("  " + std::string(step.name), format_seconds(step.seconds), output);
  if (report.is_verified) print_fact("verified", "all ranks are right", output);
}

class RankCommand final : public Command {
 public:
  std::string_view name() const override { return "rank"; }
  std::string_view summary() const override { return "rank the elements of linked lists"; }
  std::string_view arguments() const override { return "[NEXT]"; }

  std::vector<Example> examples(std::string_view) const override {
    return {{"warpgraph rank next.npy -o ranks.npy", "how far each element is from the head of its list"},
            {"warpgraph rank next.txt --from tail --order order.txt -o ranks.txt",
             "from the tails, and the elements in the order of the lists"},
            {"warpgraph rank g.wg -o ranks.txt",
             "the lists are the edges of a graph, as generate list --directed makes them: one from each vertex to the "
             "next"},
            {"warpgraph rank next.npy --values weights.npy -o sums.npy", "what the values add up to along the lists"},
            {"warpgraph rank --generate random:1000000,lists=8 --verify", "a trial, with the time of each step"}};
  }

  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    declaration.hidden.add_options()("file", po::value<std::string>(), "");
    declaration.positional.add("file", 1);
    const auto file = [] { return po::value<std::string>()->value_name("FILE"); };
    declaration.groups.front().options.add_options()                                                      //
        ("output,o", file(), "where the ranks go, or the sums; - is standard output, without a summary")  //
        ("from", po::value<std::string>()->value_name("END")->default_value("head"),
         "rank from the head or from the tail of each list")                                                 //
        ("values", file(), "a number for each element: write what they add up to along the list instead")    //
        ("order", file(), "write the elements in the order of the lists, which are in that of their heads")  //
        ("heads", file(), "write the head of each element's list")                                           //
        ("index", po::value<std::string>()->value_name("BITS")->default_value("32"),
         "width of the numbers in text and .bin files")  //
        ("method", po::value<std::string>()->value_name("METHOD")->default_value("walkers"),
         "how the lists are ranked; all but walkers are for comparison")  //
        ("splitters", po::value<std::uint32_t>()->value_name("N")->default_value(0),
         "sublists that the lists are cut into; 0 chooses")  //
        ("seed", po::value<std::uint64_t>()->value_name("N")->default_value(1),
         "where the lists are cut, and which lists random:N makes")  //
        ("generate", po::value<std::string>()->value_name("LISTS"),
         "rank lists made for a trial: random:N, sequential:N, reversed:N or strided:N for N elements, with ,lists=N "
         "and, of strided lists, ,stride=N behind it if wanted")                             //
        ("next", file(), "write the successors that --generate has made, as NEXT has them")  //
        ("verify", "test the ranks");
    declaration.choices["from"] = {"head", "tail"};
    declaration.choices["index"] = {"32", "64"};
    declaration.choices["method"] = list_methods().names();
    add_control_options(declaration);
    add_devices_option(declaration, "auto");
    add_format_option(declaration, "format", "format of a graph of lists, if its name does not tell");
    add_read_options(declaration);
    return declaration;
  }

  void run(const po::variables_map& options, Output& output) override {
    expect_sense(options, output);
    const auto runtime = open_devices(options, output);
    ListInput input = load_lists(options, *runtime, output);
    if (input.next.is_wide())
      rank<std::uint64_t>(*runtime, input, input.next.wide, options, output);
    else
      rank<std::uint32_t>(*runtime, input, input.next.narrow, options, output);
  }

 private:
  static void expect_sense(const po::variables_map& options, const Output& output) {
    const bool has_file = options.count("file") != 0;
    if (has_file == (options.count("generate") != 0))
      throw UsageError("expected a file of successors, or --generate, and not both");
    expect_list_input_fits(options);
    static_cast<void>(asked_control(options));
    const std::string& method = options["method"].as<std::string>();
    const bool has_splitters = takes_splitters(method);
    if (is_given(options, "splitters") && !has_splitters)
      throw UsageError("--splitters has no effect with --method " + method);
    if (is_given(options, "seed") && !has_splitters && has_file)
      throw UsageError("--seed has no effect with --method " + method);
    if (has_file && options.count("next") != 0) throw UsageError("--next has no effect without --generate");
    const auto asks_for = [&](const char* name) { return options.count(name) != 0; };
    if (has_file && !asks_for("output") && !asks_for("order") && !asks_for("heads") && !asks_for("verify"))
      throw UsageError("say where the ranks go with --output");
    if (options.count("values") != 0 && options.count("output") == 0)
      throw UsageError("--values has no effect without --output");
    for (const char* const name : {"values", "order", "heads"})
      if (options.count(name) != 0 && method != "walkers" && method != "sequential")
        throw UsageError("--method " + method + " gives ranks only: --" + name + " takes walkers or sequential");
    std::vector<NamedFile> inputs;
    if (has_file) inputs.push_back({"NEXT", options["file"].as<std::string>()});
    add_vertices_file(options, inputs);
    if (options.count("values") != 0) inputs.push_back({"--values", options["values"].as<std::string>()});
    std::vector<NamedFile> outputs;
    for (const char* const name : {"output", "order", "heads", "next"})
      if (options.count(name) != 0) outputs.push_back({std::string("--") + name, options[name].as<std::string>()});
    expect_distinct(inputs, outputs);
    const bool is_graph = is_graph_of_lists(options);  // whose results are values of vertices, which may be compressed
    for (const NamedFile& file : inputs)
      if (!is_graph) expect_uncompressed(file);
    for (const NamedFile& file : outputs)
      if (!is_graph || file.role == "--order") expect_uncompressed(file);
    for (const NamedFile& file : outputs)
      if (file.name == "-" && output.json)
        throw UsageError("--json and " + file.role + " do not both fit on standard output");
  }

  template <class Index>
  static void rank(Runtime& runtime, const ListInput& input, const std::vector<Index>& next,
                   const po::variables_map& options, Output& output) {
    if (options.count("next") != 0) write_successors<Index>(options["next"].as<std::string>(), input.next.type, next);
    RankReport report;
    report.input = input.name;
    report.options = rank_options(options);
    report.elements = next.size();
    report.devices = devices_of(runtime, report.options.method);
    const int devices = report.options.method == "walkers" ? runtime.device_count() : 1;
    std::vector<Stream> owned;
    std::vector<StreamRef> streams;
    for (int i = 0; i < devices; ++i) streams.push_back(owned.emplace_back(runtime.device(i), "rank"));
    const auto on_devices = spread_over(streams, std::span<const Index>(next), "list successors");
    SpreadListRanks<Index> ranks;
    double seconds = 0;
    try {
      const Phase phase(output, "ranking");
      const Stopwatch watch;
      ranks = cancellation::controlled("rank", asked_control(options), [&] {
        return rank_spread_lists<Index>(streams, views_of(on_devices), report.options);
      });
      seconds = watch.seconds();
    } catch (const InputError& error) {  // the lists are those of the file
      throw InputError(input.name, 0, refusal(input, next, error.what()));
    }
    report.lists = ranks.lists;
    report.steps = ranks.parts[0].steps;
    report.seconds = report.options.method == "walkers" ? seconds : seconds_of(report.steps);
    const HostListRanks<Index> host = to_host(streams, ranks);
    if (options.count("verify") != 0) {
      const auto problem = verify_list_ranks<Index>(runtime.threads(), next, host.rank, report.options.from);
      if (problem) throw WrongResult(*problem);
      report.is_verified = true;
    }
    // Values may be refused, so their sums come first.
    if (options.count("values") != 0) write_sums(streams, input, next, host, ranks, options, output);
    write_results(runtime.threads(), input, host, options, output);
    show(report, options, output);
  }

  // Text has a tail's successor as -1; the arrays have it as all ones, which are -1 to who reads them signed.
  template <class Index>
  static void write_successors(const std::string& file, NumberType type, std::span<const Index> next) {
    if (files::value_format_of(file) != files::ValueFormat::kText) return write_numbers(file, type, next);
    std::vector<std::uint64_t> numbers(next.begin(), next.end());
    std::ranges::replace(numbers, std::uint64_t{kNoNext<Index>}, ~std::uint64_t{0});
    write_numbers(file, NumberType::kInt64, std::span<const std::uint64_t>(numbers));
  }

  static std::string devices_of(const Runtime& runtime, const std::string& method) {
    std::string names = runtime.device().name();
    if (method != "walkers" && runtime.device_count() > 1)
      return names + " (1 of " + std::to_string(runtime.device_count()) + ": " + method + " is for one)";
    for (int i = 1; i < runtime.device_count(); ++i) names += ", " + runtime.device(i).name();
    return names;
  }

  // The ranking alone: without the tests that come before the methods for comparison, and what these only measure.
  static double seconds_of(const std::vector<ListStep>& steps) {
    double sum = 0;
    for (const ListStep& step : steps) sum += step.is_of_ranking ? step.seconds : 0;
    return sum;
  }

  // What the message says of elements, in the words of the file: ids of vertices, and signed numbers.
  template <class Index>
  static std::string refusal(const ListInput& input, const std::vector<Index>& next, const std::string& message) {
    if (input.graph) {
      const auto vertex = vertex_on_circle({input.next.narrow.data(), input.next.narrow.size()});
      return vertex ? input.name_of(*vertex) + " is on a circle: its list has no tail" : message;
    }
    const bool is_signed = input.next.type == NumberType::kInt32 || input.next.type == NumberType::kInt64;
    for (std::size_t v = 0; is_signed && v < next.size(); ++v) {
      if (next[v] < next.size() || next[v] == kNoNext<Index>) continue;
      return "element " + std::to_string(v) + " is followed by " +
             std::to_string(static_cast<std::make_signed_t<Index>>(next[v])) + ", and the last element is " +
             std::to_string(next.size() - 1);
    }
    return message;
  }

  template <class Index>
  static void write_results(ThreadPool& threads, const ListInput& input, const HostListRanks<Index>& ranks,
                            const po::variables_map& options, Output& output) {
    const Phase phase(output, "writing");
    const auto is_wanted = [&](const char* name) { return options.count(name) != 0; };
    const auto file = [&](const char* name) { return options[name].as<std::string>(); };
    if (!input.graph) {
      if (is_wanted("order")) write_numbers(file("order"), input.next.type, std::span<const Index>(ranks.order));
      if (is_wanted("heads")) write_numbers(file("heads"), input.next.type, std::span<const Index>(ranks.head));
      if (is_wanted("output") && !is_wanted("values"))
        write_numbers(file("output"), input.next.type, std::span<const Index>(ranks.rank));
      return;
    }
    const IdMap& names = ids(*input.graph);
    const auto named = [&](const std::vector<Index>& vertices) {
      std::vector<std::uint64_t> result;
      for (const Index v : vertices) result.push_back(names.name_of(static_cast<VertexId>(v)).value());
      return result;
    };
    files::ValueOptions writing;
    writing.pool = &threads;
    if (is_wanted("order"))
      write_numbers(file("order"), NumberType::kUint64, std::span<const std::uint64_t>(named(ranks.order)));
    if (is_wanted("heads")) files::write_values<std::uint64_t>(file("heads"), named(ranks.head), names, writing);
    if (is_wanted("output") && !is_wanted("values"))
      files::write_values<Index>(file("output"), ranks.rank, names, writing);
  }

  template <class Index>
  static void write_sums(const std::vector<StreamRef>& streams, const ListInput& input, const std::vector<Index>& next,
                         const HostListRanks<Index>& found, const SpreadListRanks<Index>& ranks,
                         const po::variables_map& options, Output& output) {
    const Phase phase(output, "adding values up");
    const std::string& file = options["values"].as<std::string>();
    const std::uint64_t elements = input.next.size();
    const std::vector<std::int64_t> values =
        input.graph ? files::read_values<std::int64_t>(file, ids(*input.graph), static_cast<VertexId>(elements))
                    : values_of(file, elements);
    auto sums = spread_over(streams, std::span<const std::int64_t>(values), "list values");
    const ListEnd from = options["from"].as<std::string>() == "tail" ? ListEnd::kTail : ListEnd::kHead;
    sum_spread_lists<Index>(streams, ranks, views_of(std::as_const(sums)), views_of(sums), from);
    std::vector<std::int64_t> host;
    for (std::size_t i = 0; i < streams.size(); ++i) {
      const std::vector<std::int64_t> part = to_host(streams[i], sums[i]);
      host.insert(host.end(), part.begin(), part.end());
    }
    if (const auto element = find_list_overflow<Index>(next, found.rank, values, host, from == ListEnd::kTail))
      throw InputError(file, 0, "the values up to " + input.name_of(*element) + " add up to more than 64 bits hold");
    const std::string& target = options["output"].as<std::string>();
    if (input.graph)
      files::write_values<std::int64_t>(target, host, ids(*input.graph));
    else
      write_numbers(target, NumberType::kInt64, std::vector<std::uint64_t>(host.begin(), host.end()));
  }

  static std::vector<std::int64_t> values_of(const std::string& file, std::uint64_t elements) {
    const Numbers numbers = read_numbers(file, NumberType::kInt64);
    if (numbers.size() != elements)
      throw InputError(file, 0,
                       "expected " + counted(elements, "value", "values") + ", one for every element, found " +
                           std::to_string(numbers.size()));
    if (numbers.type == NumberType::kUint32) return {numbers.narrow.begin(), numbers.narrow.end()};
    std::vector<std::int64_t> values;
    for (const std::uint32_t each : numbers.narrow) values.push_back(static_cast<std::int32_t>(each));
    for (const std::uint64_t each : numbers.wide) {
      if (numbers.type == NumberType::kUint64 && each >> 63 != 0)
        throw InputError(file, 0, "expected values below 2^63, found " + std::to_string(each));
      values.push_back(static_cast<std::int64_t>(each));
    }
    return values;
  }

  static void show(const RankReport& report, const po::variables_map& options, Output& output) {
    if (output.json) return print_json(describe_ranking(report), output.out);
    for (const char* const name : {"output", "order", "heads", "next"})
      if (options.count(name) != 0 && options[name].as<std::string>() == "-") return;
    print_ranking(report, output);
  }
};

}  // namespace

std::unique_ptr<Command> make_rank_command() { return std::make_unique<RankCommand>(); }

}  // namespace warpgraph::cli
