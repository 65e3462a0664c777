// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "io/readers.hpp"
#include "io/text/byte_order_mark.hpp"
#include "io/text/dimacs_format.hpp"
#include "io/text/edge_list_format.hpp"
#include "io/text/id_compaction.hpp"
#include "io/text/id_table.hpp"
#include "io/text/matrix_market_format.hpp"
#include "io/text/vertex_ids.hpp"
#include "ranks/check_directions.hpp"
#include "ranks/readers.hpp"
#include "ranks/text_piece.hpp"

namespace warpgraph::detail {

TextPiece cut_text(Ranks& ranks, const Input& input, std::string_view text, std::uint64_t first_line) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto me = static_cast<std::size_t>(ranks.rank());
  // The first line that begins at or behind the r-th equal part.
  const auto border = [&](std::size_t r) {
    const std::size_t place = text.size() / size * r + text.size() % size * r / size;
    if (place == 0 || r == size) return place;
    const std::size_t end = text.find('\n', place - 1);
    return end == text.npos ? text.size() : end + 1;
  };
  TextPiece piece{text.substr(border(me), border(me + 1) - border(me)), first_line, 0};
  std::atomic<std::uint64_t> lines = piece.text.empty() || piece.text.back() == '\n' ? 0 : 1;
  together(ranks, [&] {
    input.pool.for_chunks(piece.text.size(), kBlock, [&](std::size_t first, std::size_t last) {
      lines += static_cast<std::uint64_t>(std::ranges::count(piece.text.substr(first, last - first), '\n'));
    });
    if (input.file != nullptr) input.file->expect_unchanged();
  });
  const std::vector<std::uint64_t> all = ranks::all_gather(ranks, lines.load());
  piece.first_line += std::accumulate(all.begin(), all.begin() + ranks.rank(), std::uint64_t{0});
  piece.last_line = first_line + std::accumulate(all.begin(), all.end(), std::uint64_t{0}) - 1;
  return piece;
}

namespace {

std::uint64_t least(Ranks& ranks, std::uint64_t mine) {
  return ranks::all_reduce(ranks, mine, [](std::uint64_t a, std::uint64_t b) { return std::min(a, b); });
}

// Ids by the numbers that their places in a table have got.
struct NumberedTextIds {
  static constexpr bool kStores = true;
  const IdTable* table;
  const std::vector<VertexId>* number;

  template <class Separators>
  bool read(Cursor<Separators>& cursor, VertexId& vertex) {
    std::uint64_t id = 0;
    if (!cursor.read_number(id, kAnyId)) return false;
    const VertexId place = table->place_of(id);
    if (place == kNoVertex) return false;
    vertex = (*number)[place];
    return true;
  }
  void merge(const NumberedTextIds&) {}
};

class EdgeListPart {
 public:
  EdgeListPart(Ranks& ranks, const Input& input)
      : ranks_(ranks),
        input_(input),
        preamble_(together(ranks, [&] { return read_preamble(input.text()); })),
        rules_(weight_rules(input.options, files::WeightType::kInt32, files::WeightType::kDouble)),
        records_(ranks, input, {input.options.weights == files::WeightType::kNone}, input.text().substr(preamble_.body),
                 preamble_.body_line) {
    if (ranks.rank() == 0) remark_preamble(input, preamble_);
    if (!preamble_.weighted) rules_.type = files::WeightType::kNone;
    part_.list.direction =
        input.options.direction.value_or(preamble_.undirected ? Direction::kUndirectedOnce : Direction::kDirected);
  }

  TextPart read() && {
    if (records_.count() == 0) return std::move(*this).read_without_edges();
    RawIds ids;
    if (records_.parse(ids, rules_, part_.list))
      name_vertices(ids);
    else
      read_wide_ids();
    compare_edges();
    check_directions_of_all(ranks_, input_, part_, [&](std::size_t edge) { return records_.line_of_record(edge); });
    return std::move(part_);
  }

 private:
  TextPart read_without_edges() && {
    part_.list = list_without_edges(input_, preamble_, part_.list.direction);
    compare_edges();
    return std::move(part_);
  }

  void compare_edges() const {
    std::uint64_t loops = 0;
    const EdgeList& list = part_.list;
    for (std::size_t edge = 0; edge < list.size(); ++edge) loops += list.source[edge] == list.target[edge] ? 1 : 0;
    loops = ranks::all_reduce(ranks_, loops, std::plus<>());
    if (ranks_.rank() == 0) remark_missing_edges(input_, preamble_, records_.count(), loops);
  }

  void name_vertices(const RawIds& ids) {
    const auto smallest = static_cast<VertexId>(least(ranks_, ids.smallest));
    const auto largest = static_cast<VertexId>(greatest(ranks_, ids.largest));
    EdgeList& list = part_.list;
    if (input_.options.ids == files::IdMapping::kKeep) {
      list.vertex_count = largest + 1;
    } else if (preamble_.names(smallest, largest)) {
      together(ranks_, [&] {
        shift_ids(list, static_cast<VertexId>(preamble_.first_id), static_cast<VertexId>(*preamble_.nodes),
                  input_.pool);
      });
    } else {
      compact();
    }
  }

  // Ids of 32 bits, renamed in place.
  void compact() {
    EdgeList& list = part_.list;
    const std::vector<std::uint64_t> ids = together(ranks_, [&] { return distinct_of(list, input_.pool); });
    NumberedIds numbered = number_ids(ranks_, ids);
    together(ranks_, [&] {
      const IdTable table(ids);
      const auto rename = [&](VertexId& id) { id = numbered.number[table.place_of(id)]; };
      input_.pool.for_each(list.size(), kGrain, [&](std::size_t e) {
        rename(list.source[e]);
        rename(list.target[e]);
      });
    });
    list.vertex_count = numbered.vertex_count;
    part_.names = std::move(numbered.names);
  }

  void read_wide_ids() {
    EdgeList& list = part_.list;
    list.source = {};
    list.target = {};
    list.values = {};
    DistinctIds distinct;
    CollectedIds collected{&distinct};
    records_.parse(collected, rules_, list);
    const std::vector<std::uint64_t> ids = together(ranks_, [&] { return distinct.take(); });
    const std::uint64_t smallest = least(ranks_, ids.empty() ? ~std::uint64_t{0} : ids.front());
    const std::uint64_t largest = greatest(ranks_, ids.empty() ? 0 : ids.back());
    if (input_.options.ids == files::IdMapping::kKeep)
      input_.fail(0, "expected ids below 4294967295, which can be kept as they are; the largest is ", largest);
    if (preamble_.names(smallest, largest)) {
      KnownIds known{nullptr, preamble_.first_id, *preamble_.nodes};
      records_.parse(known, rules_, list);
      list.vertex_count = static_cast<VertexId>(*preamble_.nodes);
      list.ids.base = preamble_.first_id;
    } else {
      read_numbered(ids);
    }
  }

  void read_numbered(const std::vector<std::uint64_t>& ids) {
    NumberedIds numbered = number_ids(ranks_, ids);
    const IdTable table(ids);
    NumberedTextIds known{&table, &numbered.number};
    records_.parse(known, rules_, part_.list);
    part_.list.vertex_count = numbered.vertex_count;
    part_.names = std::move(numbered.names);
  }

  static std::vector<std::uint64_t> distinct_of(const EdgeList& list, ThreadPool& pool) {
    DistinctIds distinct;
    pool.for_chunks(list.size(), kGrain, [&](std::size_t first, std::size_t last) {
      std::vector<std::uint64_t> seen(list.source.data() + first, list.source.data() + last);
      seen.insert(seen.end(), list.target.data() + first, list.target.data() + last);
      distinct.add(std::move(seen));
    });
    return distinct.take();
  }

  static constexpr std::size_t kGrain = std::size_t{1} << 16;

  Ranks& ranks_;
  const Input& input_;
  Preamble preamble_;
  WeightRules rules_;
  RecordsOfRanks<EdgeListFormat> records_;
  TextPart part_;
};

TextPart read_matrix_part(Ranks& ranks, const Input& input) {
  LineScanner lines(input.text());
  const MatrixHeader header = together(ranks, [&] { return read_matrix_header(input, lines); });
  const WeightRules rules = matrix_weight_rules(input, header);
  TextPart part{matrix_list(header), {}};
  RecordsOfRanks records(ranks, input, matrix_format(header, rules), lines.rest(), lines.line() + 1);
  records.expect_count(header.entries);
  RangedIds ids{1, header.vertices};
  records.parse(ids, rules, part.list);
  if (header.symmetry == MatrixSymmetry::kSkew) together(ranks, [&] { append_reverse(input, part.list); });
  return part;
}

template <char kLetter>
TextPart read_problem_part(Ranks& ranks, const Input& input, const LineScanner& lines, const ProblemLine& problem,
                           const WeightRules& rules, Direction direction) {
  TextPart part;
  part.list.vertex_count = static_cast<VertexId>(problem.vertices);
  part.list.direction = input.options.direction.value_or(direction);
  part.list.ids.base = 1;
  const bool ignores_weights = kLetter == 'a' && rules.type == files::WeightType::kNone;
  RecordsOfRanks records(ranks, input, DimacsFormat<kLetter>{ignores_weights}, lines.rest(), lines.line() + 1);
  records.expect_count(problem.edges);
  RangedIds ids{1, problem.vertices};
  records.parse(ids, rules, part.list);
  check_directions_of_all(ranks, input, part, [&](std::size_t edge) { return records.line_of_record(edge); });
  return part;
}

TextPart read_dimacs_part(Ranks& ranks, const Input& input, files::FileFormat format) {
  LineScanner lines(input.text());
  if (format == files::FileFormat::kDimacs) {
    const ProblemLine problem = together(ranks, [&] { return read_arcs_problem(input, lines); });
    return read_problem_part<'a'>(ranks, input, lines, problem,
                                  weight_rules(input.options, files::WeightType::kInt32, files::WeightType::kInt64),
                                  Direction::kDirected);
  }
  const ProblemLine problem = together(ranks, [&] { return read_edges_problem(input, lines); });
  return read_problem_part<'e'>(ranks, input, lines, problem, kNoWeights, Direction::kUndirectedOnce);
}

}  // namespace

TextPart read_text_part(Ranks& ranks, const Input& input) {
  const files::FileFormat format = together(ranks, [&] { return choose_format(input); });
  const auto text = [&] { return together(ranks, [&] { return without_byte_order_mark(input); }); };
  switch (format) {
    case files::FileFormat::kEdgeList: {
      const Input lines = together(ranks, [&] { return edge_list_text(input); });
      return EdgeListPart(ranks, lines).read();
    }
    case files::FileFormat::kMatrixMarket:
      return read_matrix_part(ranks, text());
    case files::FileFormat::kDimacs:
    case files::FileFormat::kDimacsColouring:
      return read_dimacs_part(ranks, text(), format);
    case files::FileFormat::kMetis:
      return read_metis_part(ranks, text());
    default:
      break;
  }
  input.fail(
      0,
      "expected a format that ranks can read parts of: .wg, an edge list, Matrix Market, METIS or DIMACS; convert "
      "the ",
      files::name_of(format), " file to .wg");
}

}  // namespace warpgraph::detail
