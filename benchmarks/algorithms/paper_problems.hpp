// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "paper_graphs.hpp"
#include "paper_programs.hpp"

// The graphs and the programs of the paper's tables. paper_benchmark.cpp says what the graphs stand for.
namespace warpgraph::benchmarks {

inline constexpr const char* kCudaGraphs =
    "RM33V335E rmat scale=22 edge-factor=10;"
    "ComOrkut preferential vertices=786432 degree=38 permute=true;"
    "ER25V201E erdos-renyi vertices=3145728 edges=25165824 directed=true;"
    "RM25V201E rmat scale=22 edge-factor=8;"
    "RM16V201E rmat scale=21 edge-factor=12;"
    "RM16V134E rmat scale=21 edge-factor=8;"
    "LiveJournal rmat scale=22 edge-factor=14 a=.5 b=.2 c=.2 permute=true;"
    "SocPokec rmat scale=21 edge-factor=18 a=.5 b=.2 c=.2 permute=true;"
    "HiggsTwitter rmat scale=20 edge-factor=32 a=.57 b=.19 c=.19 permute=true;"
    "RoadNetCA road width=890 height=890;"
    "WebGoogle web vertices=2^21 degree=6;"
    "Amazon0312 small-world vertices=2^21 degree=8";
inline constexpr const char* kHostGraphs =
    "RM rmat scale=12 edge-factor=8; ComOrkut preferential vertices=2048 degree=38 permute=true;"
    "RoadNetCA road width=40 height=40; WebGoogle web vertices=4096 degree=6";

// Calls use(name, program) for all eight.
template <class Use>
void for_each_program(const Problem& on, Use use) {
  const VertexId source = on.source();
  use("bfs", PulledLevels{{source}});
  use("cc", Labels{});
  use("circuit", Potentials{{{source}}});
  use("heat", Temperatures{{{source}}});
  use("neural network", Outputs{{source}});
  use("pagerank", uniform_ranks(on.graph().vertex_count()));
  use("sssp", Distances{source});
  use("sswp", Widths{source});
}

}  // namespace warpgraph::benchmarks
