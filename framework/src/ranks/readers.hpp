// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/ranks/read_part.hpp>

#include "io/input.hpp"
#include "ranks/number_ids.hpp"

namespace warpgraph::detail {

// The edges that one rank has read; `names` and `weights` where those of vertices are spread over the ranks.
struct TextPart {
  EdgeList list = {};
  std::optional<SpreadNames> names = {};
  std::optional<SpreadWeights> weights = {};
};
[[nodiscard]] TextPart read_text_part(Ranks& ranks, const Input& input);
[[nodiscard]] TextPart read_metis_part(Ranks& ranks, const Input& input);

[[nodiscard]] ranks::AnyGraphPart read_wg_part(Ranks& ranks, const std::shared_ptr<const files::MappedFile>& file,
                                               bool verify, ThreadPool& threads);

}  // namespace warpgraph::detail
