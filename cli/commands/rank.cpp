// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/generate_lists.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/list_scan.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../file_names.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../rank/number_file.hpp"
#include "../table.hpp"
#include "../text.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> each;
    for (int i = 0; i < kListMethodCount; ++i) each.emplace_back(to_string(static_cast<ListMethod>(i)));
    return each;
  }();
  return names;
}

const std::vector<std::string> kListShapes = {"random", "sequential", "reversed", "strided"};

std::uint64_t number_in(std::string_view text, const std::string& what) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw UsageError("--generate: expected " + what + ", found \"" + printable(text) + '"');
  return number;
}

// "random:1000000,lists=8"
ListSpec parse_spec(const std::string& text, std::uint64_t seed) {
  const std::size_t colon = text.find(':');
  std::size_t shape = 0;
  while (shape < kListShapes.size() && text.substr(0, colon) != kListShapes[shape]) ++shape;
  if (shape == kListShapes.size() || colon == text.npos)
    throw UsageError(
        "--generate: expected SHAPE:ELEMENTS with one of random, sequential, reversed and strided, found \"" +
        printable(text) + '"');
  ListSpec spec;
  spec.shape = static_cast<ListShape>(shape);
  spec.seed = seed;
  std::string_view rest = std::string_view(text).substr(colon + 1);
  for (bool is_first = true; is_first || !rest.empty(); is_first = false) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    if (is_first)
      spec.elements = number_in(part, "a number of elements");
    else if (part.starts_with("lists="))
      spec.lists = number_in(part.substr(6), "a number of lists");
    else if (part.starts_with("stride="))
      spec.stride = number_in(part.substr(7), "a stride");
    else
      throw UsageError("--generate: expected lists= or stride=, found \"" + printable(part) + '"');
  }
  return spec;
}

ListRankOptions rank_options(const po::variables_map& options) {
  ListRankOptions result;
  result.from = options["from"].as<std::string>() == "tail" ? ListEnd::kTail : ListEnd::kHead;
  const std::string& method = options["method"].as<std::string>();
  while (to_string(result.method) != method)
    result.method = static_cast<ListMethod>(static_cast<int>(result.method) + 1);
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
          {"method", to_string(report.options.method)},
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
  print_fact("method", std::string(to_string(report.options.method)), output);
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
         "sublists that the lists are cut into; 0 chooses")                                                 //
        ("seed", po::value<std::uint64_t>()->value_name("N")->default_value(1), "where the lists are cut")  //
        ("generate", po::value<std::string>()->value_name("LISTS"),
         "rank lists made for a trial: random:N, sequential:N, reversed:N or strided:N for N elements, with ,lists=N "
         "and "
         ",stride=N behind it if wanted")                                  //
        ("next", file(), "write the successors that --generate has made")  //
        ("verify", "test the ranks");
    declaration.choices["from"] = {"head", "tail"};
    declaration.choices["index"] = {"32", "64"};
    declaration.choices["method"] = method_names();
    add_devices_option(declaration, "auto");
    return declaration;
  }

  void run(const po::variables_map& options, Output& output) override {
    expect_sense(options, output);
    const bool is_wide = options["index"].as<std::string>() == "64";
    Numbers next;
    next.type = is_wide ? NumberType::kUint64 : NumberType::kUint32;
    if (options.count("file") != 0) {
      const std::string& name = options["file"].as<std::string>();
      const Phase phase(output, "reading " + name);
      const bool is_text = number_format_of(name) == NumberFormat::kText;
      next = read_numbers(name, is_wide   ? (is_text ? NumberType::kInt64 : NumberType::kUint64)
                                : is_text ? NumberType::kInt32
                                          : NumberType::kUint32);
    }
    const auto runtime = open_devices(options, output);
    if (next.is_wide())
      rank<std::uint64_t>(*runtime, std::move(next.wide), next.type, options, output);
    else
      rank<std::uint32_t>(*runtime, std::move(next.narrow), next.type, options, output);
  }

 private:
  static void expect_sense(const po::variables_map& options, const Output& output) {
    const bool has_file = options.count("file") != 0;
    if (has_file == (options.count("generate") != 0))
      throw UsageError("expected a file of successors, or --generate, and not both");
    if (has_file && options.count("next") != 0) throw UsageError("--next has no effect without --generate");
    if (has_file && options.count("output") == 0 && options.count("order") == 0 && options.count("heads") == 0)
      throw UsageError("say where the ranks go with --output");
    if (options.count("values") != 0 && options.count("output") == 0)
      throw UsageError("--values has no effect without --output");
    std::vector<NamedFile> inputs;
    if (has_file) inputs.push_back({"NEXT", options["file"].as<std::string>()});
    if (options.count("values") != 0) inputs.push_back({"--values", options["values"].as<std::string>()});
    std::vector<NamedFile> outputs;
    for (const char* const name : {"output", "order", "heads", "next"})
      if (options.count(name) != 0) outputs.push_back({std::string("--") + name, options[name].as<std::string>()});
    expect_distinct(inputs, outputs);
    for (const NamedFile& file : outputs)
      if (file.name == "-" && output.json)
        throw UsageError("--json and " + file.role + " do not both fit on standard output");
  }

  template <class Index>
  static void rank(Runtime& runtime, std::vector<Index> next, NumberType type, const po::variables_map& options,
                   Output& output) {
    RankReport report;
    report.options = rank_options(options);
    report.devices = runtime.device().name();
    if (runtime.device_count() > 1)
      report.devices += " (1 of " + std::to_string(runtime.device_count()) + ": rank is for one)";
    const Stream stream(runtime.device(), "rank");
    Buffer<Index> on_device;
    if (options.count("file") != 0) {
      report.input = options["file"].as<std::string>() == "-" ? "standard input" : options["file"].as<std::string>();
      on_device = to_device(stream, next, "list successors");
    } else {
      report.input = options["generate"].as<std::string>();
      on_device = generate_lists<Index>(stream, parse_spec(report.input, report.options.seed));
      next = to_host(stream, on_device);
      if (options.count("next") != 0)
        write_numbers(options["next"].as<std::string>(), type, std::span<const Index>(next));
    }
    report.elements = next.size();
    ListRanks<Index> ranks;
    try {
      const Phase phase(output, "ranking");
      const Stopwatch watch;
      ranks = rank_lists<Index>(stream, on_device.view(), report.options);
      report.seconds = watch.seconds();
    } catch (const InputError& error) {  // the array is that of the file
      throw InputError(report.input, 0, error.what());
    }
    report.lists = ranks.lists;
    report.steps = ranks.steps;
    if (options.count("verify") != 0) {
      const auto host = to_host(stream, ranks.rank);
      const auto problem = verify_list_ranks<Index>(runtime.threads(), next, host, report.options.from);
      if (problem) throw WrongResult(*problem);
      report.is_verified = true;
    }
    write_results(stream, ranks, type, options, output);
    show(report, options, output);
  }

  template <class Index>
  static void write_results(StreamRef stream, const ListRanks<Index>& ranks, NumberType type,
                            const po::variables_map& options, Output& output) {
    const Phase phase(output, "writing");
    const auto write = [&](const char* name, const Buffer<Index>& numbers) {
      if (options.count(name) != 0) write_numbers(options[name].as<std::string>(), type, to_host(stream, numbers));
    };
    write("order", ranks.order);
    write("heads", ranks.head);
    if (options.count("values") == 0) return write("output", ranks.rank);
    if (options.count("output") == 0) return;
    const std::vector<std::int64_t> values = values_of(options["values"].as<std::string>(), ranks.rank.size());
    Buffer<std::int64_t> sum = to_device(stream, values, "list values");
    sum_lists(stream, ranks, std::as_const(sum).view(), sum.view(),
              options["from"].as<std::string>() == "tail" ? ListEnd::kTail : ListEnd::kHead);
    const std::vector<std::int64_t> host = to_host(stream, sum);
    write_numbers(options["output"].as<std::string>(), NumberType::kInt64,
                  std::vector<std::uint64_t>(host.begin(), host.end()));
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
