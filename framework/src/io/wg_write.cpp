// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/framework/io/wg.hpp>

#include "graph/value_types.hpp"
#include "wg_format.hpp"

namespace warpgraph::files {

namespace {

using detail::WgHeader;
using detail::WgKind;
using detail::WgSection;

class Contents {
 public:
  template <class T>
  void add(WgKind kind, std::span<const T> values, ThreadPool* threads) {
    if (values.empty()) return;
    const auto bytes = std::as_bytes(values);
    sections_.push_back({kind, sizeof(T), 0, bytes.size(), detail::block_checksum(bytes, threads)});
    bytes_.push_back(bytes);
  }
  template <EdgeValueType Value>
  void add_rows(WgKind first, const Adjacency<Value>& rows, ThreadPool* threads) {
    const auto kind = static_cast<std::uint32_t>(first);
    add(first, rows.row.span(), threads);
    add(static_cast<WgKind>(kind + 1), rows.column.span(), threads);
    add(static_cast<WgKind>(kind + 2), rows.value.span(), threads);
  }

  void write(WgHeader header, OutputFile& file) {
    detail::lay_out_wg(header, sections_);
    file.write(std::as_bytes(std::span(&header, 1)));
    file.write(std::as_bytes(std::span(sections_)));
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      static constexpr std::array<std::byte, detail::kWgAlignment> kZeros = {};
      file.write(std::span(kZeros).first(sections_[i].offset - file.size()));
      file.write(bytes_[i]);
    }
  }

 private:
  std::vector<WgSection> sections_;
  std::vector<std::span<const std::byte>> bytes_;  // of each
};

// What the first vertex is called if the others follow it: then their ids need no section.
std::optional<std::uint64_t> base_of(const IdMap& ids) {
  if (ids.original.empty()) return ids.base;
  return detail::are_consecutive(ids.original) ? std::optional(ids.original.front()) : std::nullopt;
}

}  // namespace

template <EdgeValueType EdgeValue>
void write_wg(const std::filesystem::path& path, const Graph<EdgeValue>& graph, ThreadPool* threads) {
  OutputFile file(path);
  WgHeader header;
  header.flags = graph.is_undirected() ? detail::kWgUndirected : 0u;
  header.value_type = static_cast<std::uint32_t>(value_type<EdgeValue>());
  header.vertex_count = graph.vertex_count();
  header.edge_count = graph.edge_count();
  const std::optional<std::uint64_t> base = base_of(graph.ids());
  header.id_base = base.value_or(0);
  header.weights_per_vertex = static_cast<std::uint32_t>(graph.vertex_weights().count);

  Contents contents;
  contents.add_rows(WgKind::kRow, graph.incoming(), threads);
  if (graph.has_outgoing() && !graph.is_undirected()) {
    contents.add_rows(WgKind::kOutRow, graph.outgoing(), threads);
  }
  if (!base) contents.add(WgKind::kIds, std::span(graph.ids().original), threads);
  contents.add(WgKind::kVertexWeights, std::span(graph.vertex_weights().values), threads);
  contents.write(header, file);
  file.commit();
}

void write_wg(const std::filesystem::path& path, const AnyGraph& graph, ThreadPool* threads) {
  std::visit([&](const auto& each) { write_wg(path, each, threads); }, graph);
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template void files::write_wg<Value>(const std::filesystem::path&, const Graph<Value>&, ThreadPool*);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::files
