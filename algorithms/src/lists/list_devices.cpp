// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <warpgraph/algorithms/spread_lists.hpp>

namespace warpgraph::algorithms {

ListDevices::ListDevices(std::span<const StreamRef> streams) : streams_(streams.begin(), streams.end()) {
  if (streams_.size() > 1) links_ = std::make_unique<peers::PeerLinks>(streams_);
}

peers::PeerGraph ListDevices::peers(const std::vector<std::uint64_t>& sizes) const {
  peers::PeerGraph peers;
  VertexId first = 0;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    const VertexRange own{first, first + static_cast<VertexId>(sizes[i])};
    peers.parts.push_back({streams_[i], own, own, {}, {}});
    first = own.last;
  }
  peers.vertices = first;
  if (links_ == nullptr) return peers;
  // A hub through the host pins what a round takes. Peers copy arrays whole.
  constexpr std::size_t kWhole = std::size_t{1} << 48;
  const bool is_direct = hubs::hub_traits(hubs::best_hub(streams_)).takes_writes;
  peers.round_bytes = is_direct ? kWhole : peers::peer_round_bytes(first, 0);
  peers.links = links_->use();
  peers.hub = &peers.links->hub({}, peers.round_bytes);
  return peers;
}

}  // namespace warpgraph::algorithms
