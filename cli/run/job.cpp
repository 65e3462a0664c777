// SPDX-License-Identifier: Apache-2.0
#include "job.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "../described_options.hpp"
#include "../progress.hpp"
#include "sources.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

AlgorithmOutcome run_once(const Job& job, const AlgorithmRequest& request, const std::string& which,
                          const po::variables_map& options, Output& output) {
  const Phase phase(output, "running " + job.algorithm.name + which);
  try {
    return job.runs->run(request);
  } catch (const UnknownVertex& error) {
    throw_unknown_vertex(error, job.algorithm, options);
  }
}

}  // namespace

PlacedRun to_be_placed(const Job& job) {
  const Algorithm& algorithm = job.algorithm;
  PlacedRun run;
  run.name = algorithm.name;
  run.runs_on_several = job.runs->can_spread();
  run.is_vertex_program = algorithm.devices == DeviceUse::kEngine;
  run.runs_on_ranks = (run.is_vertex_program || algorithm.runs_on_ranks) && run.runs_on_several;
  run.needs = [&](VertexId vertices) { return job.runs->needs(vertices); };
  return run;
}

std::shared_ptr<const PreparedRuns> prepare(const Job& job, const PlacedGraphView& graph,
                                            const std::vector<VertexName>& sources, const po::variables_map& options,
                                            Output& output) {
  const Phase phase(output, "preparing " + job.algorithm.name);
  try {
    return cancellation::controlled(job.algorithm.name, asked_control(options),
                                    [&] { return job.runs->prepare(graph, sources); });
  } catch (const UnknownVertex& error) {
    throw_unknown_vertex(error, job.algorithm, options);
  }
}

AlgorithmOutcome run_repeatedly(const Job& job, const AlgorithmRequest& request, const std::string& which,
                                const po::variables_map& options, Output& output) {
  AlgorithmOutcome fastest;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned left = options["repeat"].as<unsigned>(); left != 0; --left) {
    AlgorithmOutcome next = run_once(job, request, which, options, output);
    const double seconds =
        output.ranks == nullptr
            ? next.seconds
            : ranks::all_reduce(*output.ranks, next.seconds, [](double a, double b) { return std::max(a, b); });
    if (seconds >= least) continue;
    least = seconds;
    fastest = std::move(next);
  }
  return fastest;
}

}  // namespace warpgraph::cli
