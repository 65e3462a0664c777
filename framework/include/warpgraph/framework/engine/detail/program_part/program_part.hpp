// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/part/targets.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_unsettled_plan.hpp>
#include <warpgraph/framework/engine/detail/program_part/part_calls.hpp>
#include <warpgraph/framework/engine/detail/promises/check_promises.hpp>

namespace warpgraph::detail {

// The value whose bytes these are.
template <class T>
[[nodiscard]] T value_in(std::span<const std::byte> bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// What parts of runs on one device and on several have in common. `Base`: OnePartCalls or PeerPartCalls.
template <class P, class E, class PlansOfPart, class Base>
class ProgramPart : public Part<P, E>, public Base {
 public:
  using Plans = PlansOfPart;

  template <class... More>
  ProgramPart(StreamRef on, const P& program, const EngineOptions& run_options, VertexId locals, VertexId first,
              VertexRange range, const More&... more)
      : Part<P, E>(on, program, run_options, locals, first, range), Base(static_cast<DevicePart&>(*this), more...) {
    if (kHasTargets<P> && !run_options.until.empty()) {
      Runtime& runtime = on.device().runtime();
      asked_ = PinnedBuffer<VertexId>(runtime, run_options.until.size());
      std::ranges::copy(run_options.until, asked_.span().begin());
      none_found_ = PinnedBuffer<FoundTargets<P>>(runtime, 1);
      none_found_[0] = {};
    }
  }

  [[nodiscard]] AllowedPlans allowed(const RunFacts& facts) const final { return Plans::allowed(facts); }
  void initialise() final { Part<P, E>::initialise(); }
  void publish() final { Part<P, E>::publish(); }
  void queue(Plan plan) final { plans_.queue(plan, typed()); }
  void count_unsettled() final { plans_.template get<PullUnsettledPlan<P, E>>().count(typed()); }
  void queue_read_back() final { Part<P, E>::queue_read_back(); }
  [[nodiscard]] std::span<std::byte> aggregate() final {
    if constexpr (HasAggregate<P>) return std::as_writable_bytes(std::span(&this->readback[0].aggregate, 1));
    return {};
  }
  void add_aggregate([[maybe_unused]] std::span<const std::byte> other) final {
    if constexpr (HasAggregate<P>) {
      AggregateType<P>& sum = this->readback[0].aggregate;
      sum = sum + value_in<AggregateType<P>>(other);
    }
  }
  [[nodiscard]] bool ask_program([[maybe_unused]] std::span<const std::byte> sum,
                                 [[maybe_unused]] std::uint32_t superstep) final {
    if constexpr (HasAggregate<P>) return this->view.program.next(value_in<AggregateType<P>>(sum), superstep);
    return true;
  }
  void check_promises() final {
    if constexpr (kTestsPromises) detail::check_promises(typed());
  }

  void find_targets() final {
    if constexpr (kHasTargets<P>) {
      if (targets_.empty()) {  // the first look
        targets_ = Buffer<VertexId>(this->stream, asked_.size(), "engine targets");
        found_targets_ = Buffer<FoundTargets<P>>(this->stream, 1, "engine targets");
        copy(this->stream, targets_, asked_);
      }
      copy(this->stream, found_targets_.view(), none_found_);
      kernel::for_each(this->stream, targets_.size(),
                       FindTargets<P, E>{this->view, targets_, this->settled, found_targets_.view()});
      if constexpr (PrioritisedProgram<P>)
        find_pending(View<PriorityOf<P>>(&found_targets_.data()->pending, 1, found_targets_.view().space()));
      copy(this->stream, View<FoundTargets<P>>(&this->readback[0].targets, 1), found_targets_);
    }
  }
  [[nodiscard]] std::span<std::byte> targets() final {
    return std::as_writable_bytes(std::span(&this->readback[0].targets, 1));
  }
  void add_targets(std::span<const std::byte> other) final {
    this->readback[0].targets.add(value_in<FoundTargets<P>>(other));
  }
  [[nodiscard]] bool are_settled(std::span<const std::byte> all) const final {
    return value_in<FoundTargets<P>>(all).are_settled();
  }

 protected:
  // The least priority of the vertices that have yet to push, or less, reduced into `least`.
  virtual void find_pending(View<PriorityOf<P>> least) = 0;

  [[nodiscard]] Part<P, E>& typed() { return *this; }
  template <class One>
  [[nodiscard]] One& plan_of() {
    return plans_.template get<One>();
  }

  Plans plans_;

 private:
  PinnedBuffer<VertexId> asked_;  // EngineOptions::until, from where copies wait for nothing
  Buffer<VertexId> targets_;
  PinnedBuffer<FoundTargets<P>> none_found_;  // what a look begins with
  Buffer<FoundTargets<P>> found_targets_;
};

}  // namespace warpgraph::detail
