// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Values by label, where the vertices of a label may lie on several ranks.
namespace warpgraph::algorithms::catalogue {

template <class Label, class T>
struct Labelled {
  Label label;
  T value;
};

// One entry for each label, ascending: what combine() makes of the values with this label.
template <class Label, class T, class Combine>
std::vector<Labelled<Label, T>> combined(std::vector<Labelled<Label, T>> entries, const Combine& combine) {
  std::ranges::sort(entries, {}, &Labelled<Label, T>::label);
  std::size_t count = 0;
  for (const auto& each : entries) {
    if (count != 0 && entries[count - 1].label == each.label)
      entries[count - 1].value = combine(entries[count - 1].value, each.value);
    else
      entries[count++] = each;
  }
  entries.resize(count);
  return entries;
}

template <class Label, class T>
const T& value_of(const std::vector<Labelled<Label, T>>& entries, Label label) {
  return std::ranges::lower_bound(entries, label, {}, &Labelled<Label, T>::label)->value;
}

// For each entry of this rank what all ranks have with this label, combined. combine() is associative and commutative.
template <class Label, class T, class Combine>
std::vector<Labelled<Label, T>> over_ranks_with_label(Ranks& ranks, std::vector<Labelled<Label, T>> mine,
                                                      const Combine& combine) {
  const auto count = static_cast<std::size_t>(ranks.size());
  const auto responsible = [&](Label label) { return static_cast<std::uint64_t>(label) % count; };
  std::vector<std::vector<Labelled<Label, T>>> asked(count);
  for (const auto& each : mine) asked[responsible(each.label)].push_back(each);
  std::vector<std::vector<Labelled<Label, T>>> answers = ranks::all_to_all(ranks, asked);
  std::vector<Labelled<Label, T>> of_all;
  for (const auto& each : answers) of_all.insert(of_all.end(), each.begin(), each.end());
  of_all = combined(std::move(of_all), combine);
  for (auto& of_rank : answers)
    for (auto& each : of_rank) each.value = value_of(of_all, each.label);
  answers = ranks::all_to_all(ranks, answers);
  for (std::size_t r = 0; r < count; ++r)
    expects(answers[r].size() == asked[r].size(), "a rank does not answer what it was asked");
  std::vector<std::size_t> next(count);  // answers come in the order of the questions
  for (auto& each : mine) each.value = answers[responsible(each.label)][next[responsible(each.label)]++].value;
  return mine;
}

}  // namespace warpgraph::algorithms::catalogue
