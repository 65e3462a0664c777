// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/same_call.hpp>

#include <algorithm>
#include <cstddef>

namespace warpgraph {

std::uint64_t detail::hash_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::byte each : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(each)) * 0x100000001b3u;
  return hash;
}

}  // namespace warpgraph

namespace warpgraph::ranks {

namespace {

// Words end with a zero.
std::vector<char> joined(const std::vector<std::string>& words) {
  std::vector<char> text;
  for (const std::string& word : words) text.insert(text.end(), word.c_str(), word.c_str() + word.size() + 1);
  return text;
}

std::vector<std::string> split(const std::vector<char>& text) {
  std::vector<std::string> words;
  for (auto begin = text.begin(); begin != text.end();) {
    const auto end = std::find(begin, text.end(), '\0');
    words.emplace_back(begin, end);
    begin = end == text.end() ? end : end + 1;
  }
  return words;
}

}  // namespace

std::optional<OtherCall> find_other_call(Ranks& ranks, const std::vector<std::string>& words) {
  const std::vector<char> mine = joined(words);
  const std::vector<std::uint64_t> hashes = all_gather(ranks, detail::hash_bytes(std::as_bytes(std::span(mine))));
  const auto other = std::ranges::find_if(hashes, [&](std::uint64_t each) { return each != hashes.front(); });
  if (other == hashes.end()) return std::nullopt;
  const auto texts = all_to_all(ranks, std::vector(hashes.size(), mine));
  const std::ptrdiff_t rank = other - hashes.begin();
  return OtherCall{static_cast<int>(rank), split(texts[static_cast<std::size_t>(rank)]), split(texts.front())};
}

void expect_same_call(Ranks* ranks, std::string_view function, const std::vector<std::string>& words) {
  if (ranks == nullptr) return;
  std::vector<std::string> mine{"function=" + std::string(function)};
  mine.insert(mine.end(), words.begin(), words.end());
  const std::optional<OtherCall> other = find_other_call(*ranks, mine);
  if (!other) return;
  const auto [a, b] = std::ranges::mismatch(other->words, other->first);
  const auto show = [](auto word, const std::vector<std::string>& all) {
    return word == all.end() ? "no more" : '"' + *word + '"';
  };
  throw DifferentCalls("all ranks are to make the same call with the same arguments: rank " +
                       std::to_string(other->rank) + " has " + show(a, other->words) + ", and the first rank has " +
                       show(b, other->first));
}

}  // namespace warpgraph::ranks
