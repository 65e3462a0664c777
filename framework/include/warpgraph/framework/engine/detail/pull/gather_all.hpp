// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include <warpgraph/framework/engine/detail/pull/gather.hpp>
#include <warpgraph/framework/engine/detail/pull/gather_equal_split.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/source_blocks.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/launch_on_gpu.hpp>

// Pull-all's gathering from the host's side: the kernels of the shape that is asked for. A shape that is left out of
// width_of or gather_all does not compile: -Wswitch is an error in the presets.
namespace warpgraph::detail {

template <class P, class E>
struct FillIdentity {
  Gather<P, E> gather;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { gather.reduced[v] = identity(gather.view.program); }
};

// What equal slices leave for the rows that cross them. Made when it is needed, and kept.
template <class Sum>
struct Carries {
  Buffer<VertexId> row;
  Buffer<Sum> sum;

  void ensure(StreamRef stream, std::uint64_t slices) {
    if (sum.size() >= slices) return;
    row = Buffer<VertexId>(stream, slices, "engine carries");
    sum = Buffer<Sum>(stream, slices, "engine carries");
  }
};

// Virtual devices choose segments (choose_shape), and have the thread besides, which fits rows of any length. Those of
// checked builds have equal slices, too, and one width of virtual warps: the others are copies of it, and pull-all in
// one kernel has it (tuning::kWidestFused).
inline constexpr bool kHostIsChecked = WARPGRAPH_CHECKED != 0;
inline constexpr std::uint32_t kHostWidth = kHostIsChecked ? 4 : 1;
inline constexpr GatherShape kHostShape = kHostIsChecked ? GatherShape::kVirtual4 : GatherShape::kThread;

// The kernel of a shape. kOnHost: virtual devices have the shape.
template <bool kOnHost, class K>
void launch_shape(StreamRef stream, kernel::Warps warps, const K& kernel) {
  if constexpr (kOnHost)
    kernel::launch(stream, warps, kernel);
  else
    kernel::launch_on_gpu(stream, warps, kernel);
}
template <std::uint32_t kWidth, class K>
void launch_width(StreamRef stream, kernel::Warps warps, const K& kernel) {
  launch_shape<kWidth == 1 || kWidth == kHostWidth>(stream, warps, kernel);
}

// How many lanes a vertex has in a shape of virtual warps; 0: another shape.
inline std::uint32_t width_of(GatherShape shape) {
  switch (shape) {
    case GatherShape::kThread:
      return 1;
    case GatherShape::kVirtual2:
      return 2;
    case GatherShape::kVirtual4:
      return 4;
    case GatherShape::kVirtual8:
      return 8;
    case GatherShape::kVirtual16:
      return 16;
    case GatherShape::kVirtual32:
      return 32;
    case GatherShape::kSegments:
    case GatherShape::kEqualSplit:
      return 0;
  }
  return 0;
}
// call(constant of the width), which is at most kWidest
template <std::uint32_t kWidest, std::uint32_t kWidth = 1, class Call>
void with_width(std::uint32_t width, Call&& call) {
  if constexpr (kWidth < kWidest) {
    if (width != kWidth) return with_width<kWidest, kWidth * 2>(width, call);
  }
  call(std::integral_constant<std::uint32_t, kWidth>{});
}

template <class P, class E>
void gather_by_equal_split(StreamRef stream, const Gather<P, E>& gather, bool has_empty_rows,
                           Carries<Contribution<P>>& carries) {
  const std::uint64_t slices = slices_of<Contribution<P>>(gather.view.graph.edge_count);
  carries.ensure(stream, slices);
  if (has_empty_rows && !gather.adds)
    kernel::for_each(stream, gather.view.graph.vertex_count, FillIdentity<P, E>{gather});
  launch_shape<kHostIsChecked>(stream, kernel::Warps{slices},
                               GatherByEqualSplit<P, E>(gather, carries.row, carries.sum));
  launch_shape<kHostIsChecked>(stream, sweep::warps_for(slices, kernel::Warp::kSize),
                               AddCarries<P, E>{gather, carries.row.view().subview(0, slices), carries.sum});
}

// The shape that takes the place of `wanted` for these rows on such a device. A warp that walks the edges of 32 rows
// together counts them in 32 bits. The lanes of a virtual device run one after another, so that one a vertex does what
// several do.
template <class P, class E>
[[nodiscard]] GatherShape fitting_shape(GatherShape wanted, const rows::RowLengths& rows, DeviceKind kind) {
  const bool is_host = kind == DeviceKind::kHost;
  const bool is_too_long = rows.longest >= GatherBySegments<P, E>::kTooLong;
  GatherShape shape = wanted;
  if (is_host && !kHostIsChecked && wanted == GatherShape::kEqualSplit) shape = GatherShape::kSegments;
  if (shape == GatherShape::kSegments && is_too_long) shape = GatherShape::kVirtual32;
  return is_host && width_of(shape) > 1 ? kHostShape : shape;
}

template <class P, class E>
void gather_all(StreamRef stream, const Gather<P, E>& gather, GatherShape shape, bool has_empty_rows,
                Carries<Contribution<P>>& carries) {
  const std::uint64_t vertices = gather.view.graph.vertex_count;
  switch (shape) {
    case GatherShape::kThread:
    case GatherShape::kVirtual2:
    case GatherShape::kVirtual4:
    case GatherShape::kVirtual8:
    case GatherShape::kVirtual16:
    case GatherShape::kVirtual32:
      return with_width<kernel::Warp::kSize>(width_of(shape), [&](auto constant) {
        constexpr std::uint32_t kWidth = decltype(constant)::value;
        launch_width<kWidth>(stream, sweep::warps_for(vertices, kernel::Warp::kSize / kWidth),
                             GatherByVirtualWarp<P, E, kWidth>{gather});
      });
    case GatherShape::kSegments:
      return kernel::launch(stream, sweep::warps_for(vertices, kernel::Warp::kSize), GatherBySegments<P, E>{gather});
    case GatherShape::kEqualSplit:
      return gather_by_equal_split(stream, gather, has_empty_rows, carries);
  }
  throw UsageError("the gather shape is the number " + std::to_string(static_cast<int>(shape)) +
                   ", which is no GatherShape");
}

// The same along blocks of the edges, one after the other. Rows of a block are uneven, for which segments are made.
template <class P, class E>
void gather_blocks(StreamRef stream, Gather<P, E> gather, const rows::SourceBlocks& blocks,
                   std::optional<GatherShape> asked, Carries<Contribution<P>>& carries) {
  const DeviceKind kind = stream.device().kind();
  for (const rows::SourceBlock& block : blocks) {
    const bool is_split = rows::choose_shape(block.lengths, kind) == GatherShape::kEqualSplit;
    const GatherShape chosen = is_split ? GatherShape::kEqualSplit : GatherShape::kSegments;
    gather.view.graph.incoming = {block.row, block.column, {}};
    gather.view.graph.edge_count = block.column.size();
    gather_all(stream, gather, fitting_shape<P, E>(asked.value_or(chosen), block.lengths, kind),
               block.lengths.empty != 0, carries);
    gather.adds = true;
  }
}

}  // namespace warpgraph::detail
