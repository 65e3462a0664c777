// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/detail/together.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/runtime/detail/host_memory.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>

namespace warpgraph::detail {

namespace {

enum class Kind : std::size_t { kNone, kInput, kUsage, kOther };

struct Failure {
  Kind kind = Kind::kNone;
  std::string file = {};
  std::uint64_t line = 0;
  std::string text = {};  // without file and line
};

Failure failure_of(const std::exception_ptr& error) {
  if (!error) return {};
  try {
    std::rethrow_exception(error);
  } catch (const InputError& input) {
    const std::size_t place = std::string_view(InputError(input.file(), input.line(), {}).what()).size();
    return {Kind::kInput, input.file(), input.line(), std::string(input.what()).substr(place)};
  } catch (const UsageError& usage) {
    return {Kind::kUsage, {}, 0, support::message_of(usage)};
  } catch (const std::bad_alloc&) {
    return {Kind::kOther, {}, 0, "not enough host memory, free are " + support::format_bytes(free_host_memory())};
  } catch (const std::exception& other) {
    return {Kind::kOther, {}, 0, support::message_of(other)};
  } catch (...) {
    return {Kind::kOther, {}, 0, "an error of an unknown kind"};
  }
}

struct Sizes {
  Kind kind;
  std::size_t line;
  std::size_t file;
  std::size_t text;
};

std::vector<Sizes> gather_sizes_of(Ranks& ranks, const Failure& mine) {
  const std::size_t sizes[] = {static_cast<std::size_t>(mine.kind), mine.line, mine.file.size(), mine.text.size()};
  const std::vector<std::size_t> table = gather_sizes(ranks, sizes, 1);
  std::vector<Sizes> all;
  for (std::size_t at = 0; at < table.size(); at += std::size(sizes))
    all.push_back({Kind{table[at]}, table[at + 1], table[at + 2], table[at + 3]});
  return all;
}

std::string of_rank(int rank, const std::string& text) { return "rank " + std::to_string(rank) + ": " + text; }

}  // namespace

void expect_on_all(Ranks& ranks, const std::exception_ptr& mine, Fault fault) {
  const Failure failure = failure_of(mine);
  const std::vector<Sizes> all = gather_sizes_of(ranks, failure);
  const auto first = std::ranges::find_if(all, [](const Sizes& each) { return each.kind != Kind::kNone; });
  if (first == all.end()) return;
  const auto rank = static_cast<int>(first - all.begin());
  std::string said = failure.file + failure.text;
  said.resize(first->file + first->text);  // of other ranks: anything
  std::string of_all(said.size() * all.size(), '\0');
  ranks.all_gather(std::as_bytes(std::span(said)), std::as_writable_bytes(std::span(of_all)));
  const std::string file = of_all.substr(static_cast<std::size_t>(rank) * said.size(), first->file);
  const std::string text = of_all.substr(static_cast<std::size_t>(rank) * said.size() + first->file, first->text);

  const bool all_failed = std::ranges::all_of(all, [&](const Sizes& each) { return each.kind == first->kind; });
  if (first->kind == Kind::kUsage) throw UsageError(all_failed ? text : of_rank(rank, text));
  if (first->kind == Kind::kInput && (fault == Fault::kInput || all_failed)) throw InputError(file, first->line, text);
  const std::string what = first->kind == Kind::kInput ? InputError(file, first->line, text).what() : text;
  throw RankError(rank, of_rank(rank, what));
}

}  // namespace warpgraph::detail
