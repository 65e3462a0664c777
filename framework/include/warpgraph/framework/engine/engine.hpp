// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <warpgraph/framework/engine/detail/groups/outgoing_of.hpp>
#include <warpgraph/framework/engine/detail/program_part/mistaken_graph.hpp>
#include <warpgraph/framework/engine/detail/program_part/one_part.hpp>
#include <warpgraph/framework/engine/neighbourhood_program.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/start_thread.hpp>

// The engine runs a vertex program on the graph of one device. Files that include it are kernel sources
// (warpgraph_target_kernels), because the program becomes part of the engine's kernels.
//
// A superstep reads what the one before it left. Where the program allows it, the engine chooses a plan for every
// superstep: pull from all neighbours, pull where a neighbour was updated, pull until the first hit, or push, by how
// many vertices were updated and how many edges leave them. Small frontiers stay on the device, many supersteps a
// launch. Pushing applies updates as they come, so a superstep may see some of its own, unless the run has a limit of
// supersteps or a callback: only programs with a reduction for which that makes no difference in the end (Min, Max, Or)
// are pushed.
namespace warpgraph {

namespace detail {
// A neighbourhood program's groups are made by kernels that have no shapes.
inline void expect_neighbourhood_options(const EngineOptions& options) {
  expects(!options.tuning.shape, "run: tuning.shape has no effect on a neighbourhood program");
}

// If P is no program, only the errors that say so are compiled.
template <class P, class EdgeValue>
Result<typename ValueOf<P>::type> run_on_stream(StreamRef stream, const GraphView<EdgeValue>& graph,
                                                const GraphFacts* facts, const P& program, const EngineOptions& options,
                                                const std::atomic<bool>* cancelled) {
  explain_any_program<P>();
  if constexpr (AnyProgram<P>) {
    using E = KernelEdge<P, EdgeValue>;
    if constexpr (NeighbourhoodProgram<P>) expect_neighbourhood_options(options);
    GraphView<E> seen = as_graph<E>(graph);
    std::optional<GraphFacts> found_here;
    [[maybe_unused]] graphs::DeviceAdjacency<E> outgoing;
    if constexpr (NeighbourhoodProgram<P> && reads_both_directions<P>()) {
      if (seen.vertex_count != 0 && seen.outgoing.row.empty()) {
        outgoing = outgoing_of(stream, seen.incoming);
        seen.outgoing = outgoing.view();
        facts = nullptr;  // those of the graph are about one direction
      }
    }
    if (facts == nullptr) facts = &found_here.emplace();
    OnePart<EngineProgram<P>, E> part(stream, seen, *facts, EngineProgram<P>{program}, options);
    // In src/engine/run/one_device.cpp, which calls the loop in superstep_loop.cpp beside it.
    RunReport report = run_on_one(part, options, cancelled);
    return {std::move(report), std::move(part.value), values_are<P>()};
  } else {
    return {};
  }
}
template <class P, EdgeValueType EdgeValue>
Result<typename ValueOf<P>::type> run_cancellable(const std::atomic<bool>* cancelled, const P& program,
                                                  const EngineOptions& options, StreamRef stream,
                                                  const DeviceGraph<EdgeValue>& graph) {
  return run_on_stream(stream, graph.view(), graph.facts(), program, options, cancelled);
}
}  // namespace detail

// Runs the program until no vertex is updated, on the stream's device alone: however many devices the runtime has.
// host_run.hpp has the same for all of them, and sharded.hpp for a graph that is spread already. Waits for the stream.
// Throws UsageError if a plan is asked for that the program or the graph rule out, and OutOfMemory. Memory beside the
// graph: engine_memory (memory.hpp).
template <class P, EdgeValueType EdgeValue>
Result<typename detail::ValueOf<P>::type> run(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const P& program,
                                              const EngineOptions& options = {}) {
  return detail::run_cancellable(nullptr, program, options, stream, graph);
}
// The same of arrays that are no DeviceGraph's. `facts`: what earlier runs on the same arrays have found out about
// them; without it each run finds it out again. Costs what that costs.
template <class P, EdgeValueType EdgeValue>
Result<typename detail::ValueOf<P>::type> run(StreamRef stream, const GraphView<EdgeValue>& graph, const P& program,
                                              const EngineOptions& options = {}, const GraphFacts* facts = nullptr) {
  return detail::run_on_stream(stream, graph, facts, program, options, nullptr);
}
// Does not compile, and says which graph to hand in.
template <class P, detail::MistakenGraph NoGraph>
Result<typename detail::ValueOf<P>::type> run(StreamRef, const NoGraph&, const P&, const EngineOptions& = {}) {
  detail::explain_graph<NoGraph>();
  return {};
}

// A run that goes on while the caller does something else. On several devices it leaves a ShardedResult. Not for
// several threads at once, but for cancel.
template <class Value, class Left = Result<Value>>
class RunningProgram {
 public:
  // Throws OutOfMemory if the system has no thread for it.
  template <class Work>
  explicit RunningProgram(Work work) : cancelled_(std::make_unique<std::atomic<bool>>(false)) {
    std::packaged_task<Left()> task([work = std::move(work), flag = cancelled_.get()] { return work(flag); });
    result_ = task.get_future();
    thread_ = support::start_thread([&] { return std::jthread(std::move(task)); });
  }
  // Cancels, and waits for the superstep that is under way.
  ~RunningProgram() { cancel(); }
  RunningProgram(RunningProgram&&) noexcept = default;
  // Does to the run that it replaces what the destructor does.
  RunningProgram& operator=(RunningProgram&& other) noexcept {
    RunningProgram taken(std::move(other));
    std::swap(cancelled_, taken.cancelled_);
    std::swap(result_, taken.result_);
    std::swap(thread_, taken.thread_);
    return *this;
  }

  // Whether wait() would return at once; true after it, and of one that was moved from.
  [[nodiscard]] bool is_done() const {
    return !result_.valid() || result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
  // The run ends after the present superstep, or launch of supersteps, with RunEnd::kCancelled.
  void cancel() {
    if (cancelled_) cancelled_->store(true);
  }
  // Blocks until the run is over; throws what it threw. To be called once: UsageError after that.
  Left wait() {
    expects(result_.valid(), "RunningProgram::wait: called before, or moved from");
    thread_.join();
    return result_.get();
  }

 private:
  std::unique_ptr<std::atomic<bool>> cancelled_;  // outlives the thread, which reads it
  std::future<Left> result_;
  std::jthread thread_;
};

// run on a thread of its own: starts it and returns. The stream and the graph must stay until the run is over, so the
// graph cannot be a temporary; until then the stream is for the run alone.
template <class P, EdgeValueType EdgeValue>
void start(StreamRef, const DeviceGraph<EdgeValue>&&, const P&, EngineOptions = {}) = delete;
template <class P, EdgeValueType EdgeValue>
RunningProgram<typename detail::ValueOf<P>::type> start(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                        const P& program, EngineOptions options = {}) {
  return RunningProgram<typename detail::ValueOf<P>::type>(
      [stream, &graph, program, options = std::move(options)](const std::atomic<bool>* cancelled) {
        return detail::run_cancellable(cancelled, program, options, stream, graph);
      });
}

}  // namespace warpgraph
