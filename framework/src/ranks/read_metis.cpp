// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "io/text/metis_header.hpp"
#include "io/text/metis_lines.hpp"
#include "ranks/check_directions.hpp"
#include "ranks/readers.hpp"
#include "ranks/text_piece.hpp"

namespace warpgraph::detail {

namespace {

// Each rank reads the lists of the vertices whose lines are in its piece of the text.
class MetisPart {
 public:
  MetisPart(Ranks& ranks, const Input& input) : ranks_(ranks), input_(input), lines_(input.text()) {
    header_ = together(ranks, [&] { return read_metis_header(input, lines_); });
    piece_ = cut_text(ranks, input, lines_.rest(), lines_.line() + 1);
    together(ranks, [&] { body_.emplace(input, header_, piece_.text, piece_.first_line); });
    if (header_.dimacs10 && sum(body_->entries()) != header_.edges) {
      header_.take_for_metis();
      together(ranks, [&] { body_->count(); });
    }
    const std::vector<std::uint64_t> vertices = ranks::all_gather(ranks, body_->vertices());
    for (int r = 0; r < ranks.rank(); ++r) before_ += vertices[static_cast<std::size_t>(r)];
    body_->begin_at(before_);
  }

  TextPart read() && {
    EdgeList& list = part_.list;
    list.vertex_count = static_cast<VertexId>(header_.vertices);
    list.direction = Direction::kUndirectedBoth;
    list.ids.base = 1;
    WeightRules rules = metis_weight_rules(input_, header_);
    parse_alike(ranks_, rules.type, list, [&](files::WeightType type) {
      rules.type = type;
      body_->parse(rules, list);
      return true;
    });
    body_->expect_vertices(sum(body_->vertices()), piece_.last_line);
    if (header_.constraints != 0)
      part_.weights = SpreadWeights{static_cast<VertexId>(before_), std::exchange(list.vertex_weights, {})};
    body_->expect_entries(sum(list.size()));
    if (input_.options.check_symmetry) check_symmetry();
    return std::move(part_);
  }

 private:
  [[nodiscard]] std::uint64_t sum(std::uint64_t mine) const { return ranks::all_reduce(ranks_, mine, std::plus<>()); }

  void check_symmetry() const {
    std::vector<std::uint64_t> lines;
    const std::optional<OneWayEdge> edge = find_one_way_of_all(
        ranks_, input_.pool, part_.list, [](std::size_t) { return std::uint64_t{0}; }, lines);
    if (!edge) return;
    const VertexId source = edge->source;
    const std::uint64_t line = greatest(ranks_, body_->has_line_of(source) ? body_->line_of_vertex(source) : 0);
    throw_one_way_in_lists(input_, line, *edge);
  }

  Ranks& ranks_;
  const Input& input_;
  LineScanner lines_;
  MetisHeader header_;
  TextPiece piece_;
  std::optional<MetisBody> body_;
  std::uint64_t before_ = 0;  // vertices
  TextPart part_;
};

}  // namespace

TextPart read_metis_part(Ranks& ranks, const Input& input) { return MetisPart(ranks, input).read(); }

}  // namespace warpgraph::detail
