// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/input.hpp"
#include "io/room.hpp"
#include "io/text/chunked_text.hpp"
#include "io/text/cursor.hpp"
#include "io/text/earliest_failure.hpp"
#include "io/text/weight_field.hpp"

namespace warpgraph::detail {

// Calls visit(T{}) with the type that weights of `type` have.
template <class Visit>
void with_weight_type(files::WeightType type, Visit&& visit) {
  switch (type) {
    case files::WeightType::kInt32:
      return visit(std::int32_t{});
    case files::WeightType::kInt64:
      return visit(std::int64_t{});
    case files::WeightType::kFloat:
      return visit(float{});
    case files::WeightType::kDouble:
      return visit(double{});
    default:
      return visit(NoWeight{});
  }
}

// Whether there is another way of reading the ids, to be taken where they are too wide for this one.
template <class Ids>
inline constexpr bool kMayBeTooWide = requires(Ids ids) {
  ids.too_wide;
};

// The edges of a text with an edge a line. The first pass, in the constructor, counts them; parse()
// then writes every edge into its place in arrays of the right size, so nothing is kept twice and
// the result does not depend on which thread parsed what.
//
// Format has
//   Separators                       what stands between fields
//   is_record(const char* field)     whether the line that begins with this field is an edge
//   begin_record(Cursor&)            reads what comes before the ids, if anything
//   allows(Cursor&, source, target)  whether there may be such an edge
//   end_record(Cursor&)              reads what comes after the weight: nothing but the line's end
//   other_line(Cursor&)              checks a line that is no edge, whose first field comes next
template <class Format>
class Records {
 public:
  using LineCursor = Cursor<typename Format::Separators>;

  Records(const Input& input, Format format, std::string_view body, std::uint64_t first_line)
      : input_(input), format_(format), text_(body, first_line, input.options.chunk_bytes, input.newline_follows) {
    first_record_.assign(text_.size() + 1, 0);
    text_.count_lines(input.pool,
                      [&](std::size_t chunk, const char* line) { first_record_[chunk + 1] += is_record(line); });
    std::partial_sum(first_record_.begin(), first_record_.end(), first_record_.begin());
  }

  [[nodiscard]] std::uint64_t count() const { return first_record_.back(); }

  // 0 if the file has changed.
  [[nodiscard]] std::uint64_t line_of_record(std::uint64_t record) const {
    const auto after = std::ranges::upper_bound(first_record_, record);
    const auto index = static_cast<std::size_t>(after - first_record_.begin()) - 1;
    const TextChunk& chunk = text_.chunks()[index];
    std::uint64_t left = record - first_record_[index];
    std::uint64_t number = chunk.first_line;
    for (const char* line = chunk.begin; line != chunk.end; line = ChunkedText::next_line(line, chunk.end), ++number) {
      if (is_record(line) && left-- == 0) return number;
    }
    return 0;
  }

  // The header says that there are so many.
  void expect_count(std::uint64_t count) {
    expected_ = count;
    expect_at_most(count, count, this->count());
  }
  // The text is a piece of one with `all` edges, and the header leaves `left` of its `count` for the piece.
  void expect_at_most(std::uint64_t left, std::uint64_t count, std::uint64_t all) {
    if (this->count() <= left) return;
    failure_.report(line_of_record(left),
                    message("expected no more than ", count, " edges, as the header says; there are ", all));
  }

  // Fills the list's edges. The type of the weights begins with rules.type and ends as wide as the
  // text needs. Returns false if the ids are to be read in another way.
  template <class Ids>
  bool parse(Ids& ids, WeightRules rules, EdgeList& list) {
    const Ids untouched = ids;
    const files::WeightType asked = rules.type;
    for (;;) {
      std::atomic<files::WeightType> wider = files::WeightType::kNone;
      with_weight_type(rules.type, [&](auto weight) {
        using Weight = decltype(weight);
        parse_chunks(allocate<Ids, Weight>(list), ids, rules, wider);
      });
      if (wider == files::WeightType::kNone) break;
      rules.type = wider;
      ids = untouched;
    }
    if constexpr (kMayBeTooWide<Ids>) {
      if (ids.too_wide) return false;
    }
    failure_.throw_if_any(input_);
    if (expected_ && count() < *expected_) {
      input_.fail_at_end(text_.last_line(), "expected ", *expected_, " edges, as the header says, found ", count());
    }
    if (Ids::kStores && asked < files::WeightType::kFloat) rounded_.remark_if_any(input_);
    return true;
  }

 private:
  template <class Weight>
  struct Columns {
    VertexId* source = nullptr;
    VertexId* target = nullptr;
    Weight* weight = nullptr;
  };

  static const char* first_field(const char* line) {
    LineCursor cursor(line);
    cursor.skip_separators();
    return cursor.position();
  }
  bool is_record(const char* line) const { return format_.is_record(first_field(line)); }

  // Those that the header does not speak of are an error and have no place.
  [[nodiscard]] std::uint64_t stored() const { return std::min(count(), expected_.value_or(count())); }

  template <class Ids, class Weight>
  Columns<Weight> allocate(EdgeList& list) const {
    Columns<Weight> columns;
    if constexpr (Ids::kStores) {
      constexpr std::size_t kWeightSize = std::is_same_v<Weight, NoWeight> ? 0 : sizeof(Weight);
      const std::uint64_t size = stored();
      const std::uint64_t new_ids = list.source.size() == size ? 0 : 2 * size;
      list.values = {};
      with_room(input_.name, kEdgesOf, new_ids * sizeof(VertexId) + size * kWeightSize, [&] {
        list.source.resize(size);
        list.target.resize(size);
        columns.source = list.source.data();
        columns.target = list.target.data();
        if constexpr (kWeightSize != 0) {
          columns.weight = list.values.template emplace<std::vector<Weight>>(size).data();
        }
      });
    }
    return columns;
  }

  template <class Ids, class Weight>
  void parse_chunks(const Columns<Weight>& columns, Ids& ids, const WeightRules& rules,
                    std::atomic<files::WeightType>& wider) {
    const Ids untouched = ids;
    std::mutex merging;
    input_.pool.for_each(text_.size(), 1, [&](std::size_t index) {
      Ids own = untouched;
      const files::WeightType needed = parse_chunk(index, columns, own, rules);
      if constexpr (requires { own.finish(); }) own.finish();
      const std::lock_guard lock(merging);
      if (needed > wider.load()) wider = needed;
      ids.merge(own);
    });
  }

  // Returns the type of weight that is needed if it is not that of the columns.
  template <class Ids, class Weight>
  [[gnu::noinline]] files::WeightType parse_chunk(std::size_t index, const Columns<Weight>& columns, Ids& ids,
                                                  const WeightRules& rules) {
    const TextChunk& chunk = text_.chunks()[index];
    const std::uint64_t stop = failure_.line();
    std::uint64_t line = chunk.first_line;
    std::uint64_t record = first_record_[index];
    const std::uint64_t behind = std::min(first_record_[index + 1], stored());
    LineCursor cursor(chunk.begin);
    for (; cursor.position() < chunk.end && line < stop; ++line) {
      cursor.skip_separators();
      files::WeightType wider = files::WeightType::kNone;
      const bool is_record = format_.is_record(cursor.position());
      if (is_record && record == behind) [[unlikely]]
        break;
      const bool good =
          is_record ? parse_record(cursor, columns, record++, ids, rules, wider, line) : format_.other_line(cursor);
      if (!good) [[unlikely]] {
        if (!cursor.failure().empty())
          failure_.report(line, cursor.failure());
        else if (wider == files::WeightType::kNone && !kMayBeTooWide<Ids>)
          failure_.report_change();
        return wider;
      }
      cursor.advance();
    }
    if (line < stop && (cursor.position() != chunk.end || record != behind)) failure_.report_change();
    return files::WeightType::kNone;
  }

  template <class Ids, class Weight>
  bool parse_record(LineCursor& cursor, const Columns<Weight>& columns, std::uint64_t record, Ids& ids,
                    const WeightRules& rules, files::WeightType& wider, std::uint64_t line) {
    if (!format_.begin_record(cursor)) return false;
    VertexId source = 0;
    VertexId target = 0;
    if (!ids.read(cursor, source)) return false;
    if (!cursor.skip_to_next_field()) return false;
    if (!ids.read(cursor, target)) return false;
    if (!format_.allows(cursor, source, target)) return false;
    if constexpr (std::is_same_v<Weight, NoWeight>) {
      cursor.skip_separators();
    } else {
      if (!cursor.skip_to_next_field()) return false;
      Weight weight{};
      const char* const field = cursor.position();
      if (!read_weight(cursor, rules, weight, wider)) {
        const bool is_none = cursor.position() == field && input_.options.weights == files::WeightType::kAuto;
        if (!cursor.failure().empty()) failure_.report(line, cursor.failure(), is_none);
        return false;
      }
      if constexpr (std::is_same_v<Weight, double>)
        if (std::abs(weight) >= kFirstRounded) [[unlikely]]
          note_rounded({field, cursor.position()}, weight, line);
      cursor.skip_separators();
      if constexpr (Ids::kStores) columns.weight[record] = weight;
    }
    if constexpr (Ids::kStores) {
      columns.source[record] = source;
      columns.target[record] = target;
    }
    return format_.end_record(cursor);
  }

  [[gnu::cold]] void note_rounded(std::string_view field, double weight, std::uint64_t line) {
    if (line < rounded_.line() && is_rounded_integer(field, weight))
      rounded_.report(line, message("the weight ", field, " is rounded, because weights of the file are real numbers"));
  }

  const Input& input_;
  Format format_;
  ChunkedText text_;
  std::vector<std::uint64_t> first_record_;  // of every chunk, and the number of all
  std::optional<std::uint64_t> expected_;
  EarliestFailure failure_;
  EarliestFailure rounded_;  // integer
};

// For end_record().
template <class Separators>
bool expect_end_of_line(Cursor<Separators>& cursor) {
  return cursor.at_end_of_line() || cursor.expected("the end of the line");
}

}  // namespace warpgraph::detail
