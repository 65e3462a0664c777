// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/row_pieces.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>

#include "lowest.hpp"
#include "spread_region.hpp"
#include "strong_letters.hpp"
#include "strong_regions.hpp"
#include "strong_steps.hpp"

// One of the devices that find strongly connected components. It has arrays of all vertices, which are right for its
// own vertices and for the ghosts: vertices of other devices from which edges lead to its own. Searches go as far as
// the device's edges lead, and mark what they change. Forwards these are own vertices, of which the devices that have
// them as ghosts are told. Backwards they are own vertices and ghosts, and a ghost's owner is told. A device that is
// alone marks nothing.
namespace warpgraph::algorithms::components {

class StrongPart {
 public:
  static MemoryPlan memory(const shards::RunSize& size) {
    const std::size_t vertices = size.vertices;
    const std::size_t own = size.own_vertices;
    MemoryPlan plan = Searches::memory(size.vertices);
    plan += rows::RowPieces::memory(size.vertices, size.own_edges);
    plan += rows::RowPieces::memory(size.vertices, size.own_edges);
    plan += peers::OwnRows::memory(size);
    plan.add_array<VertexId>("components", vertices);
    plan.add_array<VertexId>("components regions", 3 * vertices);
    if (size.devices == 1) return plan;
    plan.add("components masks", vertices / 8);
    plan.add_array<VertexId>("components letters", vertices - own + static_cast<std::size_t>(size.devices - 1) * own);
    return plan;
  }

  // Waits for the stream if there are several devices.
  StrongPart(const peers::PeerGraph& peers, int device)
      : stream_(peers.part(device).stream),
        is_alone_(peers.devices() == 1),
        device_(static_cast<std::size_t>(device)),
        ranges_(peers.own()),
        own_(ranges_[device_]),
        all_{0, peers.vertices},
        wanted_by_(peers.part(device).wanted_by),
        rows_(peers, peers.part(device)),
        incoming_(rows_.view()),
        outgoing_(peers.part(device).outgoing),
        pieces_{rows::RowPieces(stream_, incoming_.row), rows::RowPieces(stream_, outgoing_.row)},
        label_(stream_, peers.vertices, "components"),
        region_(stream_, peers.vertices, "components regions"),
        left_(stream_, peers.vertices, "components regions"),
        round_(stream_, peers.vertices, "components regions"),
        changed_(stream_, is_alone_ ? 0 : sweep::mask_words(peers.vertices), "components masks"),
        searches_(stream_, peers.vertices),
        count_(stream_, 1, "components regions"),
        told_(stream_, ranges_.size(), "components letters") {
    kernel::for_each(stream_, all_.size(), BeginRegions{regions()});
    if (!is_alone_) fill(stream_, changed_, 0);
  }

  // Own vertices without incoming edges go, and those that they leave without any.
  void trim_sources() {
    rows::sum_rows(stream_, pieces_[0], left_, CountsInside{regions(), incoming_});
    trim(incoming_, outgoing_, own_);
  }
  void hear_gone_sources() { hear(outgoing_, HearGone{label_}, TrimStep{regions()}, own_); }

  // Edges out of ghosts are counted here, and their owners are told of those that have any.
  void count_outgoing() {
    const CountsInside counts{regions(), outgoing_};
    if (is_alone_)
      rows::sum_rows(stream_, pieces_[1], left_, counts);
    else
      rows::sum_rows(stream_, pieces_[1], left_, CountsInto<CountsInside>{counts, own_});
    mark(IsGhostWithEdges{regions(), own_}, all_);
  }
  // Own vertices without outgoing edges go, and those that they leave without any. A ghost without edges here goes
  // here, whether or not it has any elsewhere.
  void trim_sinks() {
    listen(HearEdges{left_});
    trim(outgoing_, incoming_, all_);
  }
  void hear_gone_edges() { hear(incoming_, HearNoEdges{regions(), changed_}, TrimStep{regions()}, all_); }

  void begin_pivot() {
    fill(stream_, count_, 0);
    kernel::launch(stream_, sweep::sweep_warps(stream_, own_.size()),
                   FindPivot{regions(), own_, incoming_.row, outgoing_.row, count_});
  }
  // What the pivot's search or the end of the phase has counted. Waits for the stream.
  [[nodiscard]] std::uint64_t count() const { return to_host(stream_, count_).front(); }

  // Pivot: a vertex, or kNoVertex.
  void colour(VertexId pivot) {
    pivot_ = pivot;
    kernel::for_each(stream_, all_.size(), BeginColours{regions(), round_, pivot});
    search(outgoing_, IsLeft{region_, pivot}, ColourStep{regions(), round_}, own_);
  }
  void hear_colours() {
    if (inbox_.empty()) return;
    fill(stream_, round_, 0);
    hear(outgoing_, HearColour{left_}, ColourStep{regions(), round_}, own_);
  }
  void reach_back() {
    on_own(TakeOrigins{regions(), pivot_});
    mark(IsOrigin{regions()}, own_);
    search(incoming_, IsOrigin{regions()}, BackStep{regions()}, all_);
  }
  void hear_reached() { hear(incoming_, HearReached{regions(), pivot_, changed_}, BackStep{regions()}, all_); }

  void begin_end_phase(bool has_colours) {
    listen(HearGone{label_});
    fill(stream_, count_, 0);
    kernel::launch(stream_, sweep::sweep_warps(stream_, all_.size()),
                   EndPhase{regions(), own_, has_colours, pivot_, count_});
  }

  void find_lowest() {
    fill(stream_, left_, kNoVertex);
    on_own(FindLowest{label_, left_});
    if (!is_alone_) on_own(MarkForeignLabels{label_, own_, changed_});
  }
  // Puts answers on their way into the letters.
  void answer_lowest(peers::PeerArrays& arrays, const std::vector<std::unique_ptr<StrongPart>>& parts) {
    for (auto& [from, letter] : inbox_)
      kernel::for_each(stream_, letter.view().size, Hear<HearLowest>{letter.view(), {left_}});
    for (auto& [from, letter] : inbox_) {
      kernel::for_each(stream_, letter.view().size, AnswerLowest{letter.view(), left_});
      arrays.put(static_cast<int>(device_), View<const VertexId>(letter.values()), static_cast<int>(from),
                 parts[from]->letters_[device_].values());
    }
  }
  void take_lowest() {
    for (Letter& each : letters_)
      if (!each.empty()) kernel::for_each(stream_, each.view().size, Hear<HearLowest>{each.view(), {left_}});
    on_own(TakeLowest{left_, label_});
  }

  // Counts what is marked: of the own vertices for those that have them as ghosts, or of the ghosts for their owners.
  void begin_letters(bool to_owners) {
    inbox_.clear();
    letters_.clear();
    letters_.resize(ranges_.size());
    fill(stream_, told_, 0);
    for (std::size_t to = 0; to < ranges_.size(); ++to) {
      const Told marked = told(to, to_owners);
      if (marked.changed.empty()) continue;
      kernel::launch(stream_, sweep::sweep_warps(stream_, marked.changed.size()),
                     CountTold{marked, told_.view().subview(to, 1)});
    }
  }
  // Waits for the stream. Whether there are any letters.
  bool end_letters(bool to_owners, bool with_values) {
    const std::vector<std::uint32_t> counts = to_host(stream_, told_);
    const View<const std::uint32_t> values =
        with_values ? View<const std::uint32_t>(left_) : View<const std::uint32_t>();
    bool has_any = false;
    for (std::size_t to = 0; to < ranges_.size(); ++to) {
      if (counts[to] == 0) continue;
      has_any = true;
      letters_[to] = Letter(stream_, to_owners ? ranges_[to] : own_, told(to, to_owners), counts[to], values);
    }
    const View<std::uint32_t> own = words_of(own_);
    const std::uint64_t first = sweep::mask_words(own_.first);
    if (!to_owners) {
      fill(stream_, own, 0);
    } else {
      fill(stream_, changed_.view().subview(0, first), 0);
      fill(stream_, changed_.view().subview(first + own.size(), changed_.size() - first - own.size()), 0);
    }
    return has_any;
  }
  [[nodiscard]] Letter& letter(std::size_t to) { return letters_[to]; }
  // Room for a letter, which is put on its way.
  void receive(peers::PeerArrays& arrays, std::size_t from, Letter& letter) {
    Letter& room = inbox_.emplace_back(from, Letter(stream_, letter)).second;
    const auto put = [&](View<const std::uint32_t> content, View<std::uint32_t> to) {
      arrays.put(static_cast<int>(from), content, static_cast<int>(device_), to);
    };
    put(letter.vertices(), room.vertices());
    put(letter.mask(), room.mask());
    put(letter.values(), room.values());
  }

  [[nodiscard]] Buffer<VertexId> take() { return std::move(label_); }

 private:
  [[nodiscard]] Regions regions() { return {label_, region_, left_, left_}; }
  [[nodiscard]] View<std::uint32_t> words_of(VertexRange range) {
    const std::uint64_t first = sweep::mask_words(range.first);
    return changed_.view().subview(first, sweep::mask_words(range.last) - first);
  }
  // What another device is told; nothing for this one.
  [[nodiscard]] Told told(std::size_t to, bool to_owners) {
    if (to == device_) return {};
    if (to_owners) return {words_of(ranges_[to]), {}};
    return wanted_by_[to].empty() ? Told() : Told{words_of(own_), wanted_by_[to]};
  }
  template <class F>
  void on_own(const F& f) {
    kernel::for_each(stream_, own_.size(), OfRange<F>{f, own_.first});
  }
  template <class IsWanted>
  void mark(const IsWanted& is_wanted, VertexRange range) {
    if (is_alone_) return;
    kernel::launch(stream_, sweep::sweep_warps(stream_, range.size()),
                   MarkWanted<IsWanted>{is_wanted, range, changed_});
  }
  // Goes on from what the queue has, and marks what that changes: vertices of the range.
  template <class Step>
  void run(const AdjacencyView<NoValue>& edges, const Step& step, VertexRange range) {
    if (is_alone_)
      searches_.run(edges, step);
    else
      searches_.run(edges, MarkingStep<Step>{step, range, changed_});
  }
  template <class IsWanted, class Step>
  void search(const AdjacencyView<NoValue>& edges, const IsWanted& is_wanted, const Step& step, VertexRange range) {
    searches_.begin(edges, is_wanted);
    run(edges, step, range);
  }
  // Those without edges among the counted ones, and along the other ones those of `range` that they leave without any.
  // What goes for want of one kind has no other vertex of the other kind, so neither makes work for the other. Pairs go
  // on one device only: on several, colours find them.
  void trim(const AdjacencyView<NoValue>& counted, const AdjacencyView<NoValue>& other, VertexRange range) {
    on_own(TakeSingle{regions()});
    mark(IsTrimmed{left_, kIsSingle}, own_);
    search(other, IsTrimmed{left_, kIsSingle}, TrimStep{regions()}, range);
    if (!is_alone_) return;
    on_own(TakePairs{regions(), counted});
    search(other, IsTrimmed{left_, kIsPaired}, TrimStep{regions()}, range);
  }
  template <class F>
  void listen(const F& f) {
    for (auto& [from, letter] : inbox_) kernel::for_each(stream_, letter.view().size, Hear<F>{letter.view(), f});
    inbox_.clear();
  }
  template <class F, class Step>
  void hear(const AdjacencyView<NoValue>& edges, const F& f, const Step& step, VertexRange range) {
    if (inbox_.empty()) return;
    searches_.begin();
    for (auto& [from, letter] : inbox_)
      kernel::launch(stream_, sweep::warps_for(letter.view().size, kernel::Warp::kSize),
                     HearAndQueue<F>{letter.view(), f, edges.row, searches_.first(), searches_.counts()});
    inbox_.clear();
    run(edges, step, range);
  }

  StreamRef stream_;
  bool is_alone_;
  std::size_t device_;
  std::vector<VertexRange> ranges_;  // of all devices
  VertexRange own_;
  VertexRange all_;
  std::vector<View<const std::uint32_t>> wanted_by_;
  peers::OwnRows rows_;
  AdjacencyView<NoValue> incoming_;  // of the own vertices
  AdjacencyView<NoValue> outgoing_;  // of all vertices, to those that are held
  rows::RowPieces pieces_[2];
  Buffer<VertexId> label_;
  Buffer<VertexId> region_;
  Buffer<std::uint32_t> left_;  // and colours, and the lowest vertex of each component
  Buffer<std::uint32_t> round_;
  Buffer<std::uint32_t> changed_;  // a bit for each vertex that was changed since others were told
  Searches searches_;
  Buffer<std::uint64_t> count_;
  Buffer<std::uint32_t> told_;  // how many vertices each device is told of
  VertexId pivot_ = kNoVertex;
  std::vector<Letter> letters_;                        // to each device
  std::vector<std::pair<std::size_t, Letter>> inbox_;  // and from which device
};

}  // namespace warpgraph::algorithms::components
