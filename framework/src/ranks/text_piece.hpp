// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <numeric>
#include <optional>
#include <string_view>

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

// Cuts text into as many pieces of about the same length as there are ranks. `first_line`: where the text begins.
[[nodiscard]] TextPiece cut_text(Ranks& ranks, ThreadPool& threads, std::string_view text, std::uint64_t first_line);

// The records of all ranks' pieces. Members that talk to other ranks say so; all ranks call them.
template <class Format>
class RecordsOfRanks {
 public:
  // Talks.
  RecordsOfRanks(Ranks& ranks, const Input& input, Format format, std::string_view body, std::uint64_t first_line)
      : ranks_(ranks), input_(input), piece_(cut_text(ranks, input.pool, body, first_line)) {
    together(ranks, [&] { records_.emplace(input, format, piece_.text, piece_.first_line); });
    const std::vector<std::uint64_t> counts = all_gather(ranks, records_->count());
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
    for (;;) {
      std::exception_ptr failure;
      bool fits = true;
      try {
        fits = records_->parse(ids, rules, list);
      } catch (...) {
        failure = std::current_exception();
      }
      // Failures wait for a pass in which all ranks read ids and weights in the same way, as on one rank. A rank
      // without room for the widest weights has none, and another pass would not help.
      if (on_any(ranks_, !fits)) return false;
      const std::size_t widest =
          all_reduce(ranks_, list.values.index(), [](std::size_t a, std::size_t b) { return std::max(a, b); });
      const auto type = static_cast<WeightType>(widest + static_cast<std::size_t>(WeightType::kNone));
      if (!on_any(ranks_, list.values.index() < widest) || rules.type == type) {
        expect_on_all(ranks_, failure);
        break;
      }
      rules.type = type;
      ids = untouched;
    }
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
