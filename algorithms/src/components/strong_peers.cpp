// SPDX-License-Identifier: Apache-2.0
#include "strong_peers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <warpgraph/framework/peers/step_run.hpp>

#include "strong_part.hpp"

namespace warpgraph::algorithms::components {
namespace {

// The loop of the host. A search ends when no device has anything to tell another one.
class StrongRun {
 public:
  StrongRun(const peers::PeerGraph& peers, const EngineOptions& engine, RunReport& report)
      : arrays_(peers), steps_(peers, arrays_, engine, report), wait_(peers) {
    steps_.begin_whole();
    for (int i = 0; i < peers.devices(); ++i) {
      owned_.push_back(std::make_unique<StrongPart>(peers, i));
      parts_.push_back(owned_.back().get());
    }
  }

  std::vector<Buffer<VertexId>> operator()() {
    trim();
    if (end_phase(false) != 0) {
      colour(find_pivot());
      trim();
      for (std::uint64_t left = end_phase(false); left != 0;) left = colour(kNoVertex);
    }
    name_by_lowest();
    steps_.end_whole();
    std::vector<Buffer<VertexId>> labels;
    for (StrongPart* each : parts_) labels.push_back(each->take());
    return labels;
  }

 private:
  enum class To { kReaders, kOwners };
  enum class Tells { kVertices, kValues };

  // Whether there was anything to tell. Waits for all devices.
  bool tell(To to, Tells tells = Tells::kVertices) {
    for (StrongPart* each : parts_) each->begin_letters(to == To::kOwners);
    bool has_any = false;
    for (StrongPart* each : parts_) has_any |= each->end_letters(to == To::kOwners, tells == Tells::kValues);
    if (!has_any) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      for (std::size_t j = 0; j < parts_.size(); ++j)
        if (!parts_[i]->letter(j).empty()) parts_[j]->receive(arrays_, i, parts_[i]->letter(j));
    arrays_.send();
    return true;
  }
  void on_all(void (StrongPart::*act)()) {
    for (StrongPart* each : parts_) (each->*act)();
  }

  // On several devices there are no pairs: colours find them.
  void trim() {
    on_all(&StrongPart::trim_sources);
    while (tell(To::kReaders)) on_all(&StrongPart::hear_gone_sources);
    on_all(&StrongPart::count_outgoing);
    tell(To::kOwners);
    on_all(&StrongPart::trim_sinks);
    while (tell(To::kOwners)) on_all(&StrongPart::hear_gone_edges);
  }
  VertexId find_pivot() {
    on_all(&StrongPart::begin_pivot);
    std::uint64_t best = 0;
    for (StrongPart* each : parts_) best = std::max(best, each->count());
    return static_cast<VertexId>(best);
  }
  // Returns how many vertices are left.
  std::uint64_t colour(VertexId pivot) {
    for (StrongPart* each : parts_) each->colour(pivot);
    const Tells tells = pivot == kNoVertex ? Tells::kValues : Tells::kVertices;  // the pivot's colour is 0
    while (tell(To::kReaders, tells)) on_all(&StrongPart::hear_colours);
    on_all(&StrongPart::reach_back);
    while (tell(To::kOwners)) on_all(&StrongPart::hear_reached);
    return end_phase(true);
  }
  std::uint64_t end_phase(bool has_colours) {
    tell(To::kReaders);
    for (StrongPart* each : parts_) each->begin_end_phase(has_colours);
    std::uint64_t left = 0;
    for (StrongPart* each : parts_) left += each->count();
    return left;
  }
  // The lowest vertex that each device has of a component goes to the owner of the component's label, which answers.
  void name_by_lowest() {
    on_all(&StrongPart::find_lowest);
    if (tell(To::kOwners, Tells::kValues)) {
      for (StrongPart* each : parts_) each->answer_lowest(arrays_, parts_);
      arrays_.send();
    }
    on_all(&StrongPart::take_lowest);
  }

  std::vector<std::unique_ptr<StrongPart>> owned_;
  std::vector<StrongPart*> parts_;
  peers::PeerArrays arrays_;
  peers::StepRun steps_;
  peers::WaitForPeers wait_;
};

}  // namespace

MemoryPlan strong_peers_memory(const shards::RunSize& size) { return StrongPart::memory(size); }

void find_strong_on_peers(const peers::PeerGraph& peers, const EngineOptions& engine, ShardedResult<VertexId>& result) {
  result.values = StrongRun(peers, engine, result)();
}

}  // namespace warpgraph::algorithms::components
