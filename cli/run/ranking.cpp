// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <warpgraph/algorithms/pagerank.hpp>

#include "catalogue.hpp"
#include "over.hpp"

namespace warpgraph::cli {

using nlohmann::ordered_json;

Algorithm pagerank() {
  return {"pagerank",
          "PageRank by power iteration; ranks add up to 1",
          false,
          [](po::options_description& options) {
            const PageRankOptions standard;
            options.add_options()  //
                ("damping", po::value<double>()->value_name("P")->default_value(standard.damping, "0.85"),
                 "probability of following an edge")  //
                ("tolerance", po::value<double>()->value_name("T")->default_value(standard.tolerance, "1e-4"),
                 "stop when the ranks have changed by no more, in sum; 0: after --iterations")  //
                ("iterations", po::value<std::uint32_t>()->value_name("N")->default_value(standard.most_iterations),
                 "at most")  //
                ("start-over-at", po::value<std::vector<std::uint64_t>>()->value_name("ID")->composing(),
                 "personalised: start over at this vertex, or these");
          },
          [](const RunRequest& request) {
            PageRankOptions options;
            options.damping = request.options["damping"].as<double>();
            options.tolerance = request.options["tolerance"].as<double>();
            options.most_iterations = request.options["iterations"].as<std::uint32_t>();
            if (request.options.count("start-over-at") != 0)
              options.sources = request.options["start-over-at"].as<std::vector<std::uint64_t>>();
            options.engine = request.engine;
            return over(
                request, [&](const auto& graph) { return warpgraph::pagerank(request.stream, graph, options); },
                kAsTheyAre);
          },
          [](const VertexValues& values) {
            return std::visit(
                [](const auto& ranks) {
                  double sum = 0;
                  double highest = 0;
                  for (const auto rank : ranks) {
                    sum += static_cast<double>(rank);
                    highest = std::max(highest, static_cast<double>(rank));
                  }
                  return ordered_json{{"highest", highest}, {"sum", sum}};
                },
                values);
          }};
}

}  // namespace warpgraph::cli
