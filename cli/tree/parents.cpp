// SPDX-License-Identifier: Apache-2.0
#include "parents.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../file_names.hpp"
#include "../rank/number_file.hpp"
#include "line_of_edge.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

[[noreturn]] void refuse_parents(const std::string& file, const std::string& problem, std::uint64_t line = 0) {
  throw InputError(input_name(file), line, problem);
}

// The lines of a list of edges, from every child to its parent.
ParentForest forest_of_lines(const std::string& file, ThreadPool& threads, std::vector<std::string>& remarks) {
  files::ReadOptions reading;
  reading.remark = [&](const std::string& text) { remarks.push_back(text); };
  reading.format = files::FileFormat::kEdgeList;
  reading.pool = &threads;
  reading.weights = files::WeightType::kNone;
  reading.direction = Direction::kDirected;
  EdgeList list = files::read_edge_list(file, reading);
  std::vector<VertexId> parent(list.vertex_count, kNoVertex);
  for (std::size_t i = 0; i < list.size(); ++i) {
    VertexId& known = parent[list.source[i]];
    if (known != kNoVertex) {
      const std::string vertex = "vertex " + to_string(list.ids.name_of(list.source[i]));
      const std::string first = to_string(list.ids.name_of(known));
      const std::string second = to_string(list.ids.name_of(list.target[i]));
      refuse_parents(file,
                     first == second ? vertex + " has two lines, both with the parent " + first
                                     : vertex + " has two parents, " + first + " and " + second,
                     line_of_edge(file, i));
    }
    known = list.target[i];
  }
  ParentForest forest = forest_of_parents(parent);
  forest.edges.ids = std::move(list.ids);
  return forest;
}

// One of an array's numbers, which are signed or not. -1 of either width is all ones.
template <class Number>
VertexId parent_at(const std::string& file, std::span<const Number> numbers, std::size_t v, bool is_signed) {
  const Number number = numbers[v];
  if (number == static_cast<Number>(~Number{0})) return kNoVertex;
  if (number < numbers.size()) return static_cast<VertexId>(number);
  const std::string found =
      is_signed ? std::to_string(static_cast<std::make_signed_t<Number>>(number)) : std::to_string(number);
  refuse_parents(file, "expected a vertex from 0 to " + std::to_string(numbers.size() - 1) + " or -1 at index " +
                           std::to_string(v) + ", found " + found);
}

template <class Number>
ParentForest forest_of_array(const std::string& file, std::span<const Number> numbers, bool is_signed) {
  if (numbers.size() > kMaxTreeVertices)
    refuse_parents(file, "the file has the parents of " + std::to_string(numbers.size()) +
                             " vertices, and there can be " + std::to_string(kMaxTreeVertices));
  std::vector<VertexId> parent(numbers.size());
  for (std::size_t v = 0; v < parent.size(); ++v) parent[v] = parent_at(file, numbers, v, is_signed);
  return forest_of_parents(parent);
}

}  // namespace

ParentForest read_parents(const std::string& file, ThreadPool& threads, std::vector<std::string>& remarks) {
  if (files::value_format_of(file) == files::ValueFormat::kText) return forest_of_lines(file, threads, remarks);
  const Numbers numbers = read_numbers(file, NumberType::kInt64);  // as --parents writes .bin files
  const bool is_signed = numbers.type == NumberType::kInt32 || numbers.type == NumberType::kInt64;
  return numbers.is_wide() ? forest_of_array<std::uint64_t>(file, numbers.wide, is_signed)
                           : forest_of_array<std::uint32_t>(file, numbers.narrow, is_signed);
}

}  // namespace warpgraph::cli
