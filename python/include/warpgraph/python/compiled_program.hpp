// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/error.hpp>

#include <warpgraph/python/program_call.hpp>

// What a library does that the package has compiled of a vertex program.
namespace warpgraph::python {

template <class Value>
void take_outcome(HostResult<Value> result, ProgramOutcome& outcome) {
  auto kept = std::make_shared<HostResult<Value>>(std::move(result));
  outcome.report = std::move(static_cast<RunReport&>(*kept));
  outcome.values = kept->values.data();
  outcome.size = kept->values.size();
  outcome.device_count = kept->device_count;
  outcome.own = kept->own;
  outcome.ids = kept->ids;
  outcome.knows_all_names = kept->knows_all_names;
  outcome.owner = std::move(kept);
}

// Whether the graph is placed for a search (shards::SpreadNeeds).
template <class Program>
constexpr bool searches() {
  if constexpr (VertexProgram<Program>)
    return PushableProgram<Program>;
  else
    return false;
}

// What run(graph, program) does. A library for one device alone (kSeveral is false) takes half as long to compile; its
// graph's runtime has one device, and no ranks. `made`: the program, or a function that makes that of a stream's
// device.
template <EdgeValueType EdgeValue, bool kSeveral, class Made>
void run_program(const ProgramCall& call, ProgramOutcome& outcome, const Made& made) {
  const auto program_on = [&](StreamRef stream) {
    if constexpr (std::is_invocable_v<const Made&, StreamRef>)
      return made(stream);
    else
      return made;
  };
  using Program = std::invoke_result_t<decltype(program_on), StreamRef>;
  detail::explain_program<Program>();
  if constexpr (VertexProgram<Program>) {
    const auto& graph = *static_cast<const GraphOn<EdgeValue>*>(call.graph);
    const shards::SpreadNeeds needs = {.copies_may_be_few = true, .searches = searches<Program>()};
    const auto run_on = [&]<class... On>(const On&... on) {
      if constexpr (sizeof...(On) == 2) {
        const auto run_there = [&](StreamRef stream, const DeviceGraph<EdgeValue>& there) {
          return detail::run_cancellable(nullptr, program_on(stream), *call.options, stream, there);
        };
        return run_there(on...);
      } else if constexpr (kSeveral) {
        return warpgraph::run(on..., program_on, *call.options);
      } else {
        expects(false, "run: the program was compiled for one device");
        return ShardedResult<typename Program::VertexValue>();
      }
    };
    take_outcome(run_on_devices(graph, needs, run_on), outcome);
  }
}

// As NumPy writes types; those of structs as bytes.
template <class Value>
constexpr const char* value_type() {
  constexpr bool is_real = std::is_floating_point_v<Value>;
  constexpr bool is_signed = std::is_signed_v<Value>;
  if constexpr (!std::is_arithmetic_v<Value>) {
    return "struct";
  } else if constexpr (is_real) {
    return sizeof(Value) == 4 ? "float32" : "float64";
  } else if constexpr (sizeof(Value) == 1) {
    return is_signed ? "int8" : "uint8";
  } else if constexpr (sizeof(Value) == 2) {
    return is_signed ? "int16" : "uint16";
  } else if constexpr (sizeof(Value) == 4) {
    return is_signed ? "int32" : "uint32";
  } else {
    return is_signed ? "int64" : "uint64";
  }
}

}  // namespace warpgraph::python
