// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/part/device_part.hpp>

#include <algorithm>

#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/graph/out_degrees.hpp>

namespace warpgraph::detail {

DevicePart::DevicePart(StreamRef on, const ProgramTraits& program, const EngineOptions& run_options, VertexId locals,
                       VertexId first, VertexRange range)
    : stream(on),
      options(run_options),
      traits(program),
      vertices(locals),
      first_vertex(first),
      held(range),
      own(range) {}

void DevicePart::make_frontiers() {
  const std::uint64_t mask_size = mask_words(vertices);
  ArrayLayout layout;
  const std::size_t counts_at = layout.add<sweep::FrontierCounts>(2);
  const std::size_t mask_at[2] = {layout.add<std::uint32_t>(mask_size), layout.add<std::uint32_t>(mask_size)};
  const std::uint64_t settled_size = traits.first_hit_suffices ? mask_size : 0;
  const std::size_t settled_at = layout.add<std::uint32_t>(settled_size);
  masks = Buffer<std::byte>(stream, layout.bytes(), "engine frontier");
  counts = array_at<sweep::FrontierCounts>(masks, counts_at, 2);
  clear(counts);
  for (std::size_t i = 0; i < 2; ++i) {
    frontiers[i].mask = array_at<std::uint32_t>(masks, mask_at[i], mask_size);
    frontiers[i].counts = counts.subview(i, 1);
  }
  settled = array_at<std::uint32_t>(masks, settled_at, settled_size);
}

Frontier& DevicePart::reset_next(bool marks) {
  clear(next().counts);
  next().has_mask = next().has_queue = false;
  if (marks || has_peers) fill(stream, next().mask, 0);
  return next();
}

std::uint32_t DevicePart::lanes() { return rows::short_row_lanes(row_facts().outgoing); }

unsigned DevicePart::multiprocessors() const {
  return static_cast<unsigned>(std::max(1, stream.device().info().multiprocessors));
}

const rows::RowFacts& DevicePart::row_facts() {
  if (known_rows == nullptr)
    known_rows = &graph_facts->rows(stream, graph.incoming.row, graph.incoming.column, graph.outgoing.row);
  return *known_rows;
}

View<const std::uint32_t> DevicePart::count_degrees() {
  out_degrees = Buffer<std::uint32_t>(stream, graph.vertex_count, "engine degrees");
  rows::count_out_degrees(stream, graph.incoming.column, out_degrees);
  return out_degrees;
}

void DevicePart::enqueue(Frontier& frontier) {
  ensure_queues();
  if (frontier.has_queue) return;
  kernel::launch(
      stream, sweep::warps_for(vertices, sweep::Enqueue<sweep::InMask>::kTile),
      sweep::Enqueue<sweep::InMask>{graph.outgoing.row, vertices, {frontier.mask}, frontier.queue, frontier.counts});
  frontier.has_queue = true;
}

void DevicePart::mark(Frontier& frontier) {
  if (frontier.has_mask) return;
  fill(stream, frontier.mask, 0);
  kernel::for_each(stream, frontier.vertices, MarkQueue{frontier.queue.vertex, frontier.counts, frontier.mask});
  frontier.has_mask = true;
}

View<const std::uint32_t> DevicePart::mask_of_now(Buffer<std::uint32_t>& made) {
  const Frontier& frontier = now();
  if (frontier.has_mask) return frontier.mask;
  if (made.empty()) made = Buffer<std::uint32_t>(stream, frontier.mask.size(), "engine marks");
  fill(stream, made, 0);
  kernel::for_each(stream, frontier.vertices, MarkQueue{frontier.queue.vertex, frontier.counts, made});
  return made.view();
}

void DevicePart::ensure_queues() {
  if (!queues.empty()) return;
  ArrayLayout layout;
  std::size_t at[2][3];
  for (auto& queue : at) {
    queue[0] = layout.add<VertexId>(vertices);
    queue[1] = layout.add<EdgeId>(vertices);
    queue[2] = layout.add<EdgeId>(vertices);
  }
  queues = Buffer<std::byte>(stream, layout.bytes(), "engine queue");
  for (std::size_t i = 0; i < 2; ++i)
    frontiers[i].queue = {array_at<VertexId>(queues, at[i][0], vertices), array_at<EdgeId>(queues, at[i][1], vertices),
                          array_at<EdgeId>(queues, at[i][2], vertices)};
}

void DevicePart::ensure_history() {
  if (history.empty()) history = Buffer<sweep::FrontierCounts>(stream, kMaxLoopSupersteps + 1, "engine counts");
}

View<sweep::FrontierCounts> DevicePart::clear_history(std::uint64_t supersteps) {
  const View<sweep::FrontierCounts> cleared = history.view().subview(0, supersteps);
  clear(cleared);
  return cleared;
}

std::vector<sweep::FrontierCounts> DevicePart::read_history(std::uint64_t supersteps) {
  const View<const sweep::FrontierCounts> first = history.view().subview(0, supersteps);
  std::vector<sweep::FrontierCounts> steps = to_host(stream, first);
  for (sweep::FrontierCounts& step : steps)
    if (step.vertices == 0) step = {sweep::packed_vertices(step.packed), sweep::packed_edges(step.packed), step.packed};
  return steps;
}

void leave_launch(DevicePart& part, const LoopHistory& history) {
  if (history.rounds % 2 == 1) part.swap();
  part.now().has_queue = history.is_mask == 0;
  part.now().has_mask = history.is_mask != 0;
}

}  // namespace warpgraph::detail
