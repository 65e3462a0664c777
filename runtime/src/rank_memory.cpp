// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/rank_memory.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/rank_devices.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "concurrent_kernels.hpp"
#include "shared_block.hpp"

namespace warpgraph::ranks {

namespace {

using detail::SharedBlock;
using detail::SharedHandle;

bool all_say(Ranks& ranks, bool mine) {
  return all_reduce(ranks, static_cast<int>(mine), [](int a, int b) { return std::min(a, b); }) != 0;
}

// What ranks hold for each other after a failure, when one may end before the others' kernels do.
void keep_for_good(std::vector<std::shared_ptr<void>> blocks) {
  static std::mutex mutex;
  static auto& kept = *new std::vector<std::shared_ptr<void>>;
  const std::lock_guard lock(mutex);
  kept.insert(kept.end(), blocks.begin(), blocks.end());
}

class MappedMemory final : public RankMemory {
 public:
  MappedMemory(std::span<const StreamRef> streams, std::size_t bytes, std::string_view name)
      : streams_(streams.begin(), streams.end()), bytes_(bytes), name_(name) {}
  ~MappedMemory() override {
    for (const StreamRef each : accounted_) each.device().account().remove(name_, bytes_);
    if (std::uncaught_exceptions() > exceptions_) keep();
    theirs_.clear();
  }

  [[nodiscard]] View<std::byte> of(std::size_t device) const override { return view_[device]; }
  void keep() override { keep_for_good(std::exchange(mine_, {})); }

  // False on all ranks if one of them can share or map nothing. A device's memory is zero before another rank maps it.
  bool share(const hubs::HubRanks& devices) {
    std::vector<SharedHandle> handles;
    bool is_shared = true;
    for (const StreamRef stream : streams_) {
      Device& device = stream.device();
      device.check_limit(bytes_, name_);
      SharedBlock block = device.backend().share_memory(device, bytes_, name_);
      is_shared = is_shared && block.data != nullptr;
      handles.push_back(block.handle);
      mine_.push_back(std::move(block.data));
      paths_.push_back(std::move(block.path));
    }
    if (!all_say(devices.ranks, is_shared)) return false;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const View<std::byte> all(static_cast<std::byte*>(mine_[i].get()), bytes_, streams_[i].device().memory_space());
      fill(streams_[i], all, std::byte{0});
      streams_[i].synchronize();
      streams_[i].device().account().add(name_, bytes_);
      accounted_.push_back(streams_[i]);
      views_here_.push_back(all);
    }
    return map(devices,
               all_to_all(devices.ranks, std::vector(static_cast<std::size_t>(devices.ranks.size()), handles)));
  }

 private:
  bool map(const hubs::HubRanks& devices, const std::vector<std::vector<SharedHandle>>& of_rank) {
    bool is_mapped = true;
    for (int rank = 0; rank < devices.ranks.size(); ++rank) {
      if (rank == devices.ranks.rank()) {
        view_.insert(view_.end(), views_here_.begin(), views_here_.end());
        continue;
      }
      for (const SharedHandle& each : of_rank[static_cast<std::size_t>(rank)]) {
        std::shared_ptr<void> data = streams_.front().device().backend().map_memory(each, bytes_);
        is_mapped = is_mapped && data != nullptr;
        view_.emplace_back(static_cast<std::byte*>(data.get()), bytes_);
        theirs_.push_back(std::move(data));
      }
    }
    const bool all_have = all_say(devices.ranks, is_mapped);
    paths_.clear();
    return all_have;
  }

  std::vector<StreamRef> streams_;  // of this rank
  std::size_t bytes_;
  std::string name_;
  int exceptions_ = std::uncaught_exceptions();
  std::vector<std::shared_ptr<void>> mine_;
  std::vector<std::shared_ptr<void>> paths_;  // of these, until all ranks have mapped them
  std::vector<std::shared_ptr<void>> theirs_;
  std::vector<StreamRef> accounted_;
  std::vector<View<std::byte>> views_here_;
  std::vector<View<std::byte>> view_;  // of all devices
};

// A GPU maps what another process has for itself alone, so a rank may have one. Two ranks on one GPU would wait for
// each other by turns.
bool may_reach_each_other(Ranks& ranks, Runtime& runtime) {
  const bool is_gpu = runtime.device().kind() == DeviceKind::kGpu;
  bool reaches_own = !is_gpu || runtime.device_count() == 1;
  for (int i = 1; i < runtime.device_count(); ++i)
    reaches_own = reaches_own && runtime.link(runtime.device(0).id(), runtime.device(i).id()) != Link::kNone;
  const auto places = gather_rank_places(ranks, runtime, "");
  const bool is_one_host =
      std::ranges::all_of(places, [&](const RankPlace& each) { return each.host == places.front().host; });
  const int gpu_ranks = all_reduce(ranks, static_cast<int>(is_gpu), std::plus<>());
  const bool are_alike = gpu_ranks == 0 || (gpu_ranks == ranks.size() && shared_gpus(places).empty());
  return all_say(ranks, is_one_host && are_alike && reaches_own && runtime.supports_concurrent_kernels());
}

}  // namespace

bool reach_each_other(Ranks& ranks, Runtime& runtime) {
  std::vector<int> rank_of;
  const std::vector<int> devices = all_gather(ranks, runtime.device_count());
  for (std::size_t r = 0; r < devices.size(); ++r)
    rank_of.insert(rank_of.end(), static_cast<std::size_t>(devices[r]), static_cast<int>(r));
  const auto first = std::ranges::find(rank_of, ranks.rank()) - rank_of.begin();
  std::vector<Stream> made;
  for (int i = 0; i < runtime.device_count(); ++i) made.emplace_back(runtime.device(i), "side by side");
  const std::vector<StreamRef> streams(made.begin(), made.end());
  const auto memory =
      make_rank_memory({ranks, rank_of, static_cast<int>(first)}, streams, sizeof(std::uint32_t), "side by side");
  if (!memory) return false;
  std::vector<View<std::uint32_t>> has_begun;
  for (std::size_t device = 0; device < rank_of.size(); ++device) {
    const View<std::byte> bytes = memory->of(device);
    has_begun.emplace_back(reinterpret_cast<std::uint32_t*>(bytes.data()), 1, bytes.space());
  }
  return all_say(ranks, detail::kernels_meet(streams, has_begun, static_cast<std::size_t>(first)));
}

std::unique_ptr<RankMemory> make_rank_memory(const hubs::HubRanks& devices, std::span<const StreamRef> streams,
                                             std::size_t bytes, std::string_view name) {
  if (!may_reach_each_other(devices.ranks, streams.front().device().runtime())) return nullptr;
  auto memory = std::make_unique<MappedMemory>(streams, bytes, name);
  if (!memory->share(devices)) return nullptr;
  return memory;
}

}  // namespace warpgraph::ranks
