// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <warpgraph/papers/context_paths.hpp>
#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/view.hpp>

#include "rounds.hpp"

// The inverse error function in double precision (Giles, Approximating the erfinv function, 2011): one of three
// polynomials in w = -log(1 - x^2).
namespace warpgraph::benchmarks {

template <int kCount>
WARPGRAPH_DEVICE inline double polynomial(const double (&coefficient)[kCount], double w) {
  double p = coefficient[0];
  WARPGRAPH_UNROLL
  for (int i = 1; i < kCount; ++i) p = coefficient[i] + p * w;
  return p;
}

WARPGRAPH_DEVICE inline double erfinv_centre(double w) {
  constexpr double kCoefficients[] = {
      -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,  1.115787767802518096e-17,
      -1.333171662854620906e-16,  2.0972767875968561637e-17,  6.6376381343583238325e-15,  -4.0545662729752068639e-14,
      -8.1519341976054721522e-14, 2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
      1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07,
      -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352,   -0.00074070253416626697512,
      -0.0060336708714301490533,  0.24015818242558961693,     1.6536545626831027356};
  return polynomial(kCoefficients, w - 3.125);
}
WARPGRAPH_DEVICE inline double erfinv_flank(double w) {
  constexpr double kCoefficients[] = {
      2.2137376921775787049e-09,  9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08,
      1.5027403968909827627e-06,  -4.013867526981545969e-06, 2.9234449089955446044e-06,  1.2475304481671778723e-05,
      -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05,  -0.0003550375203628474796,
      0.00095328937973738049703,  -0.0016882755560235047313, 0.0024914420961078508066,   -0.0037512085075692412107,
      0.005370914553590063617,    1.0052589676941592334,     3.0838856104922207635};
  return polynomial(kCoefficients, std::sqrt(w) - 3.25);
}
WARPGRAPH_DEVICE inline double erfinv_tail(double w) {
  constexpr double kCoefficients[] = {
      -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,  -3.7894654401267369937e-09,
      7.6157012080783393804e-09,  -1.4960026627149240478e-08, 2.9147953450901080826e-08,  -6.7711997758452339498e-08,
      2.2900482228026654717e-07,  -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
      7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026, 1.0103004648645343977,
      4.8499064014085844221};
  return polynomial(kCoefficients, std::sqrt(w) - 5.0);
}

// Numbers in (-1, 1). A third of them is for each polynomial, in any order; or they are uniform, of which all but one
// in 1000 are for the first.
struct MakeArguments {
  bool thirds;
  View<double> x;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t bits = mix(i);
    const double fraction = (static_cast<double>(bits >> 12) + 0.5) / 4503599627370496.0;
    const double sign = (bits & 1) != 0 ? 1 : -1;
    if (!thirds) {
      x[i] = sign * fraction;
      return;
    }
    const double third = 3 * fraction;
    const double w = third < 1 ? 6.25 * third : third < 2 ? 6.25 + 9.75 * (third - 1) : 16 + 19 * (third - 2);
    x[i] = sign * std::sqrt(1 - std::exp(-w));
  }
};

// What the branches must know.
struct Argument {
  double x;
  double w;
  std::uint64_t index;
};

struct Erfinv {
  bool stores;  // otherwise the results are summed up: an index then need not be kept
  View<const double> x;
  View<double> result;

  WARPGRAPH_DEVICE Argument argument(std::uint64_t i) const {
    const double value = x[i];
    return {value, -std::log((1 - value) * (1 + value)), i};
  }
  WARPGRAPH_DEVICE static int path_of(double w) { return w < 6.25 ? 0 : w < 16 ? 1 : 2; }
  template <int kPath>
  WARPGRAPH_DEVICE void finish(const Argument& argument, double& sum) const {
    const double p = kPath == 0   ? erfinv_centre(argument.w)
                     : kPath == 1 ? erfinv_flank(argument.w)
                                  : erfinv_tail(argument.w);
    if (stores)
      result[argument.index] = p * argument.x;
    else
      sum += p * argument.x * argument.x;
  }
  WARPGRAPH_DEVICE void finish(int path, const Argument& argument, double& sum) const {
    if (path == 0)
      finish<0>(argument, sum);
    else if (path == 1)
      finish<1>(argument, sum);
    else
      finish<2>(argument, sum);
  }
  WARPGRAPH_DEVICE void add(kernel::Warp& warp, const kernel::PerLane<double>& sum) const {
    if (stores) return;
    const double total = warp.reduce(sum, Plus{});
    warp.elect([&] { result[warp.global_index()] = total; });
  }
};

struct PlainErfinv {
  Erfinv erfinv;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<double> sum{};
    for_rounds(warp, erfinv.x.size(), [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        if (base + lane >= erfinv.x.size()) return;
        const Argument argument = erfinv.argument(base + lane);
        erfinv.finish(Erfinv::path_of(argument.w), argument, sum[lane]);
      });
    });
    erfinv.add(warp, sum);
  }
};

struct CollectedErfinv {
  using Stack = papers::ContextStack<Argument>;
  struct Shared {
    Stack::Memory waiting[3];
  };
  Erfinv erfinv;

  template <int kPath>
  WARPGRAPH_DEVICE void take(kernel::Warp& warp, Stack& waiting, const kernel::PerLane<int>& path,
                             const kernel::PerLane<Argument>& read, kernel::PerLane<double>& sum) const {
    kernel::PerLane<bool> holds;
    kernel::PerLane<Argument> argument = read;
    warp.relaxed_phase([&](kernel::Lane lane) { holds[lane] = path[lane] == kPath; });
    if (waiting.fill(warp, holds, argument))
      warp.phase([&](kernel::Lane lane) { erfinv.finish<kPath>(argument[lane], sum[lane]); });
  }
  template <int kPath>
  WARPGRAPH_DEVICE void finish(kernel::Warp& warp, Stack& waiting, kernel::PerLane<double>& sum) const {
    kernel::PerLane<Argument> argument{};
    const auto holds = waiting.drain(warp, argument);
    warp.phase([&](kernel::Lane lane) {
      if (holds[lane]) erfinv.finish<kPath>(argument[lane], sum[lane]);
    });
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    Stack centre(shared.waiting[0]);
    Stack flank(shared.waiting[1]);
    Stack tail(shared.waiting[2]);
    kernel::PerLane<double> sum{};
    for_rounds(warp, erfinv.x.size(), [&](std::uint64_t base) {
      kernel::PerLane<int> path;
      kernel::PerLane<Argument> argument{};
      warp.phase([&](kernel::Lane lane) {
        path[lane] = 3;
        if (base + lane >= erfinv.x.size()) return;
        argument[lane] = erfinv.argument(base + lane);
        path[lane] = Erfinv::path_of(argument[lane].w);
      });
      take<0>(warp, centre, path, argument, sum);
      take<1>(warp, flank, path, argument, sum);
      take<2>(warp, tail, path, argument, sum);
    });
    finish<0>(warp, centre, sum);
    finish<1>(warp, flank, sum);
    finish<2>(warp, tail, sum);
    erfinv.add(warp, sum);
  }
};

// All paths are collected together.
struct CollectedErfinvTogether {
  using Paths = papers::ContextPaths<Argument, 3>;
  struct Shared {
    Paths::Memory paths;
  };
  Erfinv erfinv;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    Paths paths(warp, shared.paths);
    kernel::PerLane<double> sum{};
    kernel::PerLane<int> chosen;
    kernel::PerLane<Argument> argument{};
    for_rounds(warp, erfinv.x.size(), [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        chosen[lane] = Paths::kNone;
        if (base + lane >= erfinv.x.size()) return;
        argument[lane] = erfinv.argument(base + lane);
        chosen[lane] = Erfinv::path_of(argument[lane].w);
      });
      paths.add(warp, chosen, argument);
      for (int path = paths.take(warp, argument); path != Paths::kNone; path = paths.take(warp, argument))
        warp.phase([&](kernel::Lane lane) { erfinv.finish(path, argument[lane], sum[lane]); });
    });
    for (int path = 0; path < 3; ++path) {
      const auto holds = paths.drain(warp, path, argument);
      warp.phase([&](kernel::Lane lane) {
        if (holds[lane]) erfinv.finish(path, argument[lane], sum[lane]);
      });
    }
    erfinv.add(warp, sum);
  }
};

}  // namespace warpgraph::benchmarks
