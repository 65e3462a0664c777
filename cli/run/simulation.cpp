// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_set>

#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/error.hpp>

#include "catalogue.hpp"
#include "over.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

// How much of the text is a number of this type.
enum class Reading { kAll, kOutOfRange, kNone };
template <class Number>
Reading read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return Reading::kNone;
  return error == std::errc() ? Reading::kAll : Reading::kOutOfRange;
}

// Of "ID=VALUE".
NamedValue named_value(const std::string& option, const std::string& text) {
  const auto expect = [&](bool condition, const char* what) {
    if (!condition) throw UsageError("--" + option + " cannot be \"" + text + "\"; " + what);
  };
  const std::size_t middle = std::min(text.find('='), text.size());
  NamedValue named{};
  const Reading vertex = read_number(std::string_view(text).substr(0, middle), named.vertex);
  const Reading value = read_number(std::string_view(text).substr(std::min(middle + 1, text.size())), named.value);
  expect(vertex == Reading::kAll && value != Reading::kNone, "it is a vertex and its value, such as 17=2.5");
  expect(value == Reading::kAll && std::isfinite(named.value), "a value is 0, or from 1.4e-45 to 3.4e+38 in size");
  return named;
}

// Of an option that may be given several times.
std::vector<NamedValue> named_values(const po::variables_map& options, const std::string& option) {
  std::vector<NamedValue> all;
  std::unordered_set<std::uint64_t> vertices;
  if (options.count(option) == 0) return all;
  for (const std::string& text : options[option].as<std::vector<std::string>>()) {
    all.push_back(named_value(option, text));
    if (!vertices.insert(all.back().vertex).second)
      throw UsageError("--" + option + " names vertex " + std::to_string(all.back().vertex) + " twice");
  }
  return all;
}

std::vector<float> initial_values(const RunRequest& request) {
  if (request.options.count("initial") == 0) return {};
  const auto& file = request.options["initial"].as<std::string>();
  return read_values<float>(file, request.graph.ids(), request.graph.vertex_count());
}

void declare_named_values(po::options_description& options, const char* name, const char* form, const char* meaning) {
  options.add_options()(name, po::value<std::vector<std::string>>()->value_name(form)->composing(), meaning);
}

template <class Options>
void declare_limits(po::options_description& options) {
  const Options standard;
  options.add_options()  //
      ("initial", po::value<std::string>()->value_name("FILE"),
       "a value for every vertex to begin with, instead of 0; text, .npy or .bin")  //
      ("tolerance", po::value<double>()->value_name("T")->default_value(standard.tolerance, "1e-4"),
       "stop when no value has changed by more; 0: after --iterations")  //
      ("iterations", po::value<std::uint32_t>()->value_name("N")->default_value(standard.max_iterations), "at most");
}

template <class Options>
Options read_limits(const RunRequest& request) {
  Options options;
  options.initial = initial_values(request);
  options.tolerance = request.options["tolerance"].as<double>();
  options.max_iterations = request.options["iterations"].as<std::uint32_t>();
  options.engine = request.engine;
  return options;
}

ordered_json range_facts(const VertexValues& values) {
  const auto& held = std::get<std::vector<float>>(values);
  if (held.empty()) return ordered_json{{"lowest", nullptr}, {"highest", nullptr}, {"mean", nullptr}};
  const auto [lowest, highest] = std::ranges::minmax(held);
  double sum = 0;
  for (const float value : held) sum += static_cast<double>(value);
  return ordered_json{{"lowest", lowest}, {"highest", highest}, {"mean", sum / static_cast<double>(held.size())}};
}

CircuitOptions circuit_options(const RunRequest& request) {
  auto options = read_limits<CircuitOptions>(request);
  options.fixed = named_values(request.options, "fix");
  return options;
}

HeatOptions heat_options(const RunRequest& request) {
  auto options = read_limits<HeatOptions>(request);
  options.hot = named_values(request.options, "hot");
  options.rate = request.options["rate"].as<double>();
  if (options.rate == 0 && !request.options["rate"].defaulted())
    throw UsageError("--rate cannot be 0; without it, it is half the limit");
  return options;
}

NeuralNetworkOptions neural_network_options(const RunRequest& request) {
  auto options = read_limits<NeuralNetworkOptions>(request);
  options.inputs = named_values(request.options, "input");
  return options;
}

// verify(graph, values) of the graph with its own type.
template <class Verify>
Problem problem_of(const AnyGraph& graph, const RunOutcome& outcome, Verify&& verify) {
  return std::visit([&](const auto& each) { return verify(each, std::get<std::vector<float>>(outcome.values)); },
                    graph);
}

}  // namespace

Algorithm circuit() {
  return {"circuit",
          "circuit simulation: potentials of nodes between conductances, some of them fixed",
          Devices::kEngine,
          false,
          [](po::options_description& options) {
            declare_named_values(options, "fix", "ID=VOLTS", "hold this node at a potential; may be repeated");
            declare_limits<CircuitOptions>(options);
          },
          [](const RunRequest& request) {
            const auto options = circuit_options(request);
            return over(
                request, [&](const auto&... on) { return warpgraph::circuit(on..., options); }, kAsTheyAre);
          },
          range_facts,
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            return problem_of(graph, outcome, [&](const auto& each, const auto& values) {
              return verify_circuit(each, values, circuit_options(request), outcome.report.converged());
            });
          }};
}

Algorithm heat() {
  return {"heat",
          "heat simulation: temperatures that even out along the edges",
          Devices::kEngine,
          false,
          [](po::options_description& options) {
            declare_named_values(options, "hot", "ID=DEGREES",
                                 "temperature of this vertex to begin with; may be repeated");
            options.add_options()("rate", po::value<double>()->value_name("R")->default_value(0, "half the limit"),
                                  "length of a time step; the limit is what is stable");
            declare_limits<HeatOptions>(options);
          },
          [](const RunRequest& request) {
            const auto options = heat_options(request);
            return over(
                request, [&](const auto&... on) { return warpgraph::heat(on..., options); }, kAsTheyAre);
          },
          range_facts,
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            return problem_of(graph, outcome, [&](const auto& each, const auto& values) {
              return verify_heat(each, values, heat_options(request), outcome.report.converged());
            });
          }};
}

Algorithm neural_network() {
  return {"neural-network",
          "neural network: every output is the tanh of the weighted sum of those of its sources",
          Devices::kEngine,
          false,
          [](po::options_description& options) {
            declare_named_values(options, "input", "ID=VALUE", "output of this neuron to begin with; may be repeated");
            declare_limits<NeuralNetworkOptions>(options);
          },
          [](const RunRequest& request) {
            const auto options = neural_network_options(request);
            return over(
                request, [&](const auto&... on) { return warpgraph::neural_network(on..., options); }, kAsTheyAre);
          },
          range_facts,
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            return problem_of(graph, outcome, [&](const auto& each, const auto& values) {
              return verify_neural_network(each, values, neural_network_options(request), outcome.report.converged());
            });
          }};
}

}  // namespace warpgraph::cli
