// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/values.hpp>

#include "catalogue/entries.hpp"
#include "relaxation.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

// What all simulations have in common: Derived has simulate and check of its algorithm.
template <class Options, class Derived>
class Simulation : public AlgorithmRun {
 public:
  AlgorithmOutcome perform(const AlgorithmRequest& request) const final {
    Options options = options_;
    if (has_initial()) options = on_graph(request.graph.ids(), request.graph.vertex_count());
    options.engine = request.engine;
    return over(
        request, Derived::kColumn, [&](const auto&... on) { return Derived::simulate(on..., options); }, kAsTheyAre);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const final {
    struct Held {
      float lowest = std::numeric_limits<float>::infinity();
      float highest = -std::numeric_limits<float>::infinity();
      double sum = 0;
    };
    const auto together = [](const Held& a, const Held& b) {
      return Held{std::min(a.lowest, b.lowest), std::max(a.highest, b.highest), a.sum + b.sum};
    };
    const VertexId vertices = graph.vertex_count();
    if (vertices == 0) return {{"lowest", {}}, {"highest", {}}, {"mean", {}}};
    Held mine;
    for (const float value : std::get<std::vector<float>>(outcome.values()))
      mine = together(mine, {value, value, value});
    const Held all = over_ranks(graph, mine, together);
    return {{"lowest", fact(all.lowest)}, {"highest", fact(all.highest)}, {"mean", all.sum / vertices}};
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const final {
    const Options options = has_initial() ? on_graph(ids(graph.graph()), vertex_count(graph.graph())) : options_;
    return std::visit(
        [&](const auto& each) {
          return Derived::problem_of(each, std::get<std::vector<float>>(outcome.values()), options,
                                     outcome.report.converged());
        },
        graph.graph());
  }
  shards::SpreadNeeds needs(VertexId) const final { return Derived::needs_of_devices(); }

 protected:
  template <class Self, class Visit>
  static void limits(Self& self, const Visit& visit) {
    visit("initial", self.initial_, ValuesOfVertices{},
          "a value for every vertex to begin with, instead of 0; text, .npy or .bin");
    visit("tolerance", self.options_.tolerance, Real{"T", kNotNegative},
          "stop when no value has changed by more; 0: after --iterations");
    visit("iterations", self.options_.max_iterations, Whole{"N", kIterations}, "stop after N iterations");
  }

  Options options_;
  GivenValues initial_;

 private:
  [[nodiscard]] Options on_graph(const IdMap& ids, VertexId vertices) const {
    Options options = options_;
    if (initial_.are_given) {
      options.initial = in_graph_order(ids, vertices);
      expect_finite(options.initial, ids, "initial");
      return options;
    }
    // Several runs and a verification take the values, and standard input can be read once.
    const std::lock_guard lock(reading_);
    if (!file_) file_.emplace(initial_.file);
    options.initial = files::read_values<float>(file_->bytes(), file_->name(), ids, vertices);
    expect_finite(options.initial, ids, file_->name());
    return options;
  }

  [[nodiscard]] bool has_initial() const { return initial_.are_given || !initial_.file.empty(); }
  [[nodiscard]] std::vector<float> in_graph_order(const IdMap& ids, VertexId vertices) const {
    if (initial_.values.size() != vertices)
      throw UsageError("the option initial has " + std::to_string(initial_.values.size()) +
                       " values, and the graph has " + std::to_string(vertices) + " vertices");
    std::vector<float> values = initial_.values;
    const std::vector<VertexId> place = results::user_order(ids);
    for (VertexId v = 0; v < place.size(); ++v) values[v] = initial_.values[place[v]];
    return values;
  }

  mutable std::mutex reading_;
  mutable std::optional<files::MappedFile> file_;
};

class Circuit final : public Simulation<CircuitOptions, Circuit> {
 public:
  explicit Circuit(const WantedColumns&) {}
  static constexpr const char* kColumn = "potential";
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("fix", self.options_.fixed, VerticesWithValues{"ID=VOLTS"}, "hold this node at a potential; may be repeated");
    limits(self, visit);
  }
  static constexpr auto simulate = [](const auto&... arguments) {
    return warpgraph::algorithms::circuit(arguments...);
  };
  static constexpr auto problem_of = [](const auto&... arguments) { return verify_circuit(arguments...); };
  static constexpr auto needs_of_devices = circuit_needs;
};

class Heat final : public Simulation<HeatOptions, Heat> {
 public:
  explicit Heat(const WantedColumns&) {}
  static constexpr const char* kColumn = "temperature";
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("hot", self.options_.hot, VerticesWithValues{"ID=DEGREES"},
          "temperature of this vertex to begin with; may be repeated");
    visit("rate", self.options_.rate, Real{"R", {0, kNotNegative.highest, true}, "half the limit"},
          "length of a time step; the limit is what is stable");
    limits(self, visit);
  }
  static constexpr auto simulate = [](const auto&... arguments) { return warpgraph::algorithms::heat(arguments...); };
  static constexpr auto problem_of = [](const auto&... arguments) { return verify_heat(arguments...); };
  static constexpr auto needs_of_devices = heat_needs;
};

class NeuralNetwork final : public Simulation<NeuralNetworkOptions, NeuralNetwork> {
 public:
  explicit NeuralNetwork(const WantedColumns&) {}
  static constexpr const char* kColumn = "output";
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("input", self.options_.inputs, VerticesWithValues{"ID=VALUE"},
          "output of this neuron to begin with; may be repeated");
    limits(self, visit);
  }
  static constexpr auto simulate = [](const auto&... arguments) {
    return warpgraph::algorithms::neural_network(arguments...);
  };
  static constexpr auto problem_of = [](const auto&... arguments) { return verify_neural_network(arguments...); };
  static constexpr auto needs_of_devices = neural_network_needs;
};

std::vector<AlgorithmColumn> declared_column(const char* name, const char* help) {
  return {{.name = name, .type = ColumnType::kFloat, .help = help}};
}
std::vector<DeclaredFact> declared_extremes() {
  return {{.name = "lowest", .type = FactType::kDouble, .help = "the lowest value"},
          {.name = "highest", .type = FactType::kDouble, .help = "the highest value"},
          {.name = "mean", .type = FactType::kDouble, .help = "the mean of all values"}};
}

Algorithm circuit() {
  return described<Circuit>({.name = "circuit",
                             .summary = "circuit simulation: potentials of nodes between conductances, some of them "
                                        "fixed",
                             .functions = "circuit",
                             .header = "circuit.hpp",
                             .family = Family::kSimulation,
                             .programs = "Potentials",
                             .is_exact = false,
                             .edge_values = "conductances of at least 0",
                             .beginnings = {"fix", "initial"},
                             .columns = declared_column(Circuit::kColumn, "the potential of the node"),
                             .facts = declared_extremes()});
}

Algorithm heat() {
  return described<Heat>({.name = "heat",
                          .summary = "heat simulation: temperatures that even out along the edges",
                          .functions = "heat",
                          .header = "heat.hpp",
                          .family = Family::kSimulation,
                          .programs = "Temperatures",
                          .is_exact = false,
                          .edge_values = "conductivities of at least 0",
                          .beginnings = {"hot", "initial"},
                          .columns = declared_column(Heat::kColumn, "the temperature of the vertex"),
                          .facts = declared_extremes()});
}

Algorithm neural_network() {
  return described<NeuralNetwork>(
      {.name = "neural-network",
       .summary = "neural network: every output is the tanh of the weighted sum of those of its sources",
       .functions = "neural_network",
       .header = "neural_network.hpp",
       .family = Family::kSimulation,
       .programs = "Outputs",
       .is_exact = false,
       .beginnings = {"input", "initial"},
       .columns = declared_column(NeuralNetwork::kColumn, "the output of the neuron"),
       .facts = declared_extremes()});
}

}  // namespace

std::vector<Algorithm> entries_of_simulation() { return {circuit(), heat(), neural_network()}; }

}  // namespace warpgraph::algorithms::catalogue
