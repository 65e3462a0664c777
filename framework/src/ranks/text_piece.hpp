// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/detail/together.hpp>

#include "io/text/records.hpp"

// The lines of a text, of which each rank reads a range of bytes.
namespace warpgraph::detail {

// What one rank reads: whole lines.
struct TextPiece {
  std::string_view text;
  std::uint64_t first_line = 0;  // in the file
  std::uint64_t last_line = 0;   // of the file
};

// Cuts text of the input into as many pieces of about the same length as there are ranks. `first_line`: where the text
// begins. The file has not changed before any rank returns, so what all have read of its header is the same.
[[nodiscard]] TextPiece cut_text(Ranks& ranks, const Input& input, std::string_view text, std::uint64_t first_line);

// parse(type) of all ranks fills their lists with weights of one type: it begins with `type` and ends as wide as any
// rank needs. Returns false if some rank's parse does, which asks for another way to read. Talks to the other ranks.
template <class Parse>
bool parse_alike(Ranks& ranks, files::WeightType type, const EdgeList& list, const Parse& parse) {
  for (;;) {
    std::exception_ptr failure;
    bool fits = true;
    try {
      fits = parse(type);
    } catch (...) {
      failure = std::current_exception();
    }
    // Failures wait for a pass in which all ranks read ids and weights in the same way, as on one rank. A rank without
    // room for the widest weights has none, and another pass would not help.
    if (on_any(ranks, !fits)) return false;
    const std::size_t widest =
        ranks::all_reduce(ranks, list.values.index(), [](std::size_t a, std::size_t b) { return std::max(a, b); });
    const auto wide = static_cast<files::WeightType>(widest + static_cast<std::size_t>(files::WeightType::kNone));
    if (!on_any(ranks, list.values.index() < widest) || type == wide) {
      expect_on_all(ranks, failure);
      return true;
    }
    type = wide;
  }
}

// The records of all ranks' pieces. Members that talk to other ranks say so; all ranks call them.
template <class Format>
class RecordsOfRanks {
 public:
  // Talks.
  RecordsOfRanks(Ranks& ranks, const Input& input, Format format, std::string_view body, std::uint64_t first_line)
      : ranks_(ranks), input_(input), piece_(cut_text(ranks, input, body, first_line)) {
    together(ranks, [&] { records_.emplace(input, format, piece_.text, piece_.first_line); });
    const std::vector<std::uint64_t> counts = ranks::all_gather(ranks, records_->count());
    before_ = std::accumulate(counts.begin(), counts.begin() + ranks.rank(), std::uint64_t{0});
    all_ = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  }

  // Of all ranks.
  [[nodiscard]] std::uint64_t count() const { return all_; }
  [[nodiscard]] std::uint64_t line_of_record(std::uint64_t record) const { return records_->line_of_record(record); }

  // The header says that there are so many.
  void expect_count(std::uint64_t count) {
    expected_ = count;
    records_->expect_at_most(count - std::min(count, before_), count, all_);
  }

  // Like Records::parse, for this rank's edges: ids are this rank's, the type of the weights is that of all. Talks.
  template <class Ids>
  bool parse(Ids& ids, WeightRules rules, EdgeList& list) {
    const Ids untouched = ids;
    const bool fits = parse_alike(ranks_, rules.type, list, [&](files::WeightType type) {
      ids = untouched;
      rules.type = type;
      return records_->parse(ids, rules, list);
    });
    if (!fits) return false;
    if (expected_ && all_ < *expected_)
      input_.fail(piece_.last_line, "expected ", *expected_, " edges, as the header says, found ", all_);
    return true;
  }

 private:
  Ranks& ranks_;
  const Input& input_;
  TextPiece piece_;
  std::optional<Records<Format>> records_;
  std::uint64_t before_ = 0;
  std::uint64_t all_ = 0;
  std::optional<std::uint64_t> expected_;
};

}  // namespace warpgraph::detail
