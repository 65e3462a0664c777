// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/peer_links.hpp>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

PeerLinks::PeerLinks(std::vector<StreamRef> streams) : streams_(std::move(streams)) {
  for (const StreamRef& each : streams_) {
    notes_.emplace_back(each, 2 * streams_.size(), "shard notes");
    fill(each, bytes_of(notes_.back().view()), std::byte{0});
  }
}

PeerLinks::Use PeerLinks::use() {
  expects(!is_used_.exchange(true), "another run has this sharded graph");
  return Use(this);
}

Hub& PeerLinks::hub(std::optional<HubKind> kind, std::size_t max_bytes) {
  const HubKind wanted = kind ? *kind : best_hub(streams_);
  if (!hub_ || hub_->kind() != wanted || hub_bytes_ < max_bytes) {
    hub_.reset();
    hub_ = make_hub(wanted, streams_, max_bytes);
    hub_bytes_ = max_bytes;
  }
  return *hub_;
}

}  // namespace warpgraph
