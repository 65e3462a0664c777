// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/hub.hpp>

#include <algorithm>
#include <iterator>
#include <string>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "hub_kinds.hpp"

namespace warpgraph {

namespace {

bool reaches(StreamRef from, StreamRef to) {
  return from.device().runtime().link(from.device().id(), to.device().id()) != Link::kNone;
}

bool are_peers(std::span<const StreamRef> streams) {
  return std::ranges::all_of(streams, [&](StreamRef from) {
    return std::ranges::all_of(streams, [&](StreamRef to) { return reaches(from, to); });
  });
}

void expect_peers(std::span<const StreamRef> streams) {
  for (const StreamRef from : streams)
    for (const StreamRef to : streams)
      if (!reaches(from, to))
        throw UsageError("the hub peer (HubKind::kPeer) needs devices that reach each other's memory; " +
                         from.device().name() + " does not reach that of " + to.device().name());
}

void expect_gpu(const Device& device) {
  if (device.kind() != DeviceKind::kGpu)
    throw UsageError("the hub nccl (HubKind::kNccl) needs CUDA devices, and " + device.name() + " is none");
}

// NCCL's own conditions.
void expect_gpus(std::span<const StreamRef> streams) {
  for (const StreamRef stream : streams) {
    const Device& device = stream.device();
    expect_gpu(device);
    const auto ordinal_of = [](StreamRef each) { return each.device().info().ordinal; };
    if (std::ranges::count(streams, device.info().ordinal, ordinal_of) != 1)
      throw UsageError("the hub nccl (HubKind::kNccl) takes one stream of each GPU, and has several of " +
                       device.name().substr(0, device.name().find('.')));
  }
  if (!streams.front().device().runtime().supports_concurrent_kernels())
    throw UsageError("the hub nccl (HubKind::kNccl) needs devices whose kernels run side by side");
}

bool are_of_one_runtime(std::span<const StreamRef> streams) {
  return std::ranges::all_of(
      streams, [&](StreamRef stream) { return &stream.device().runtime() == &streams.front().device().runtime(); });
}

bool lies_on(MemorySpace space, StreamRef stream) {
  return space == MemorySpace::kAnywhere || space == stream.device().memory_space();
}

void expect_nothing(std::span<const StreamRef>) {}

std::unique_ptr<hubs::Hub> make_collective_hub(std::span<const StreamRef> streams, std::size_t max_bytes) {
  return detail::collective_hubs_of(streams.front()).make(streams, max_bytes);
}

// All that kinds of hubs differ in, beside the hubs themselves.
struct KindOfHub {
  HubKind kind;
  std::string_view name;
  hubs::HubTraits traits;
  void (*expect)(std::span<const StreamRef>);  // throws UsageError if the devices are not fit for it
  std::unique_ptr<hubs::Hub> (*make)(std::span<const StreamRef>, std::size_t);
};
constexpr KindOfHub kKinds[] = {
    {HubKind::kHost, "host", {.one_copy_serves_all = true}, expect_nothing, detail::make_host_hub},
    {HubKind::kPeer, "peer", {.takes_writes = true}, expect_peers, detail::make_peer_hub},
    {HubKind::kNccl, "nccl", {}, expect_gpus, make_collective_hub},
};
static_assert(std::size(kKinds) == hubs::kHubKinds.size());

const KindOfHub& find(HubKind kind) {
  const KindOfHub* const found = std::ranges::find(kKinds, kind, &KindOfHub::kind);
  if (found == std::end(kKinds))
    throw UsageError("the hub's kind (HubKind) is the number " + std::to_string(static_cast<int>(kind)) +
                     ", which is none of host, peer and nccl");
  return *found;
}

}  // namespace

std::string_view to_string(HubKind kind) { return find(kind).name; }

}  // namespace warpgraph

namespace warpgraph::hubs {

HubTraits hub_traits(HubKind kind) { return find(kind).traits; }

}  // namespace warpgraph::hubs

namespace warpgraph {

std::optional<HubKind> parse_hub_kind(std::string_view text) {
  for (const KindOfHub& each : kKinds)
    if (text == each.name) return each.kind;
  return std::nullopt;
}

}  // namespace warpgraph

namespace warpgraph::hubs {

void Hub::open_round(std::span<const Way>) { throw UsageError("Hub: kernels cannot write into this hub's inboxes"); }
void Hub::close_round(std::span<const Way>) { throw UsageError("Hub: kernels cannot write into this hub's inboxes"); }

HubKind best_hub(std::span<const StreamRef> streams) { return are_peers(streams) ? HubKind::kPeer : HubKind::kHost; }

std::unique_ptr<Hub> make_hub(HubKind kind, std::span<const StreamRef> streams, std::size_t max_bytes) {
  expects(!streams.empty(), "make_hub: a hub needs a stream");
  expects(are_of_one_runtime(streams), "make_hub: the streams are of several runtimes");
  const KindOfHub& found = find(kind);
  found.expect(streams);
  return found.make(streams, max_bytes);
}

}  // namespace warpgraph::hubs

namespace warpgraph {

namespace detail {

namespace {

std::vector<int> set_ones(const std::vector<bool>& flags) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < flags.size(); ++i)
    if (flags[i]) indices.push_back(static_cast<int>(i));
  return indices;
}

}  // namespace

const CollectiveHubs& collective_hubs_of(StreamRef stream) {
  const Device& device = stream.device();
  expect_gpu(device);
  if (const CollectiveHubs* const hubs = device.runtime().machine().collective_hubs()) return *hubs;
  throw UsageError("the hub nccl (HubKind::kNccl) is not there: this build, or this machine, has no NCCL");
}

Traffic check_parcels(std::span<const hubs::Parcel> parcels, std::span<const StreamRef> streams,
                      std::size_t max_bytes) {
  const auto is_device = [&](int device) { return device >= 0 && rank(device) < streams.size(); };
  std::vector<std::size_t> left(streams.size(), max_bytes);
  std::vector<bool> sends(streams.size(), false);
  std::vector<bool> receives(streams.size(), false);
  for (const auto& [from, content, copies] : parcels) {
    expects(is_device(from), "Hub::exchange: a parcel comes from a device that the hub has not");
    expects(lies_on(content.space(), streams[rank(from)]), "Hub::exchange: a content is not in its sender's memory");
    expects(content.size() <= left[rank(from)], "Hub::exchange: a device sends more than the hub was made for");
    left[rank(from)] -= content.size();
    for (const auto& [to, inbox] : copies) {
      expects(is_device(to), "Hub::exchange: a parcel goes to a device that the hub has not");
      expects(lies_on(inbox.space(), streams[rank(to)]), "Hub::exchange: an inbox is not in its receiver's memory");
      expects(content.size() <= inbox.size(), "Hub::exchange: an inbox is smaller than the content");
      if (!content.empty()) sends[rank(from)] = receives[rank(to)] = true;
    }
  }
  return {set_ones(sends), set_ones(receives)};
}

}  // namespace detail

}  // namespace warpgraph
