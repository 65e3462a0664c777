// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include <warpgraph/framework/io/npy.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/framework/io/value_columns.hpp>
#include <warpgraph/framework/io/values.hpp>

#include "io/formatted_output.hpp"
#include "io/values/name_order.hpp"
#include "io/values/npy_types.hpp"
#include "io/values/value_lines.hpp"
#include "io/values/value_types.hpp"

namespace warpgraph::files {

namespace {

using detail::FormattedOutput;
using detail::NameOrder;
using detail::ValueLines;

// Opens the file, calls write(output), and lets the file appear.
template <class Write>
void write_whole(const std::filesystem::path& path, ThreadPool& pool, Write&& write) {
  const detail::Compression compression = detail::compression_of(path);
  detail::expect_available(compression, path.string());
  OutputFile file(path);
  const WriteOptions none;
  FormattedOutput output(file, compression, none, pool);
  write(output);
  file.commit();
}

template <class Value>
void write_text(FormattedOutput& output, const ValueLines& lines, std::span<const Value> values,
                const NameOrder& order) {
  if (lines.has_names) output.write(lines.names_of_values());
  output.write_each(values.size(), [&](std::size_t place, std::string& text) {
    detail::append_number(text, order.name_at(place));
    text += lines.separator;
    detail::append_number(text, values[order[place]]);
    text += '\n';
  });
}

template <class Value>
void write_array(FormattedOutput& output, std::span<const Value> values, const NameOrder& order) {
  output.write_each(values.size(),
                    [&](std::size_t place, std::string& bytes) { detail::append_bytes(bytes, values[order[place]]); });
}

}  // namespace

template <VertexValueType Value>
void write_values(const std::filesystem::path& path, std::span<const Value> values, const IdMap& ids,
                  const ValueOptions& options) {
  expects(values.size() <= kNoVertex, "a value for every vertex, and not more than there can be vertices");
  std::optional<ThreadPool> own_pool;
  ThreadPool& pool = options.pool != nullptr ? *options.pool : own_pool.emplace();
  const NameOrder order(ids, static_cast<VertexId>(values.size()), pool);
  write_whole(path, pool, [&](FormattedOutput& output) {
    switch (options.format.value_or(value_format_of(path))) {
      case ValueFormat::kText:
        return write_text(output, detail::value_lines_of(path), values, order);
      case ValueFormat::kNpy:
        output.write(npy_header(detail::npy_type<Value>(), values.size()));
        return write_array(output, values, order);
      case ValueFormat::kBinary:
        return write_array(output, values, order);
    }
  });
}

void write_columns(const std::filesystem::path& path, std::span<const ValueColumn> columns, const IdMap& ids,
                   const ValueOptions& options) {
  const auto size_of = [](const ValueColumn& column) {
    return std::visit([](const auto& values) { return values.size(); }, column.values);
  };
  expects(!columns.empty(), "there is a column at least");
  const std::size_t count = size_of(columns.front());
  for (const ValueColumn& column : columns) expects(size_of(column) == count, "columns are of one length");
  expects(count <= kNoVertex, "a value for every vertex, and not more than there can be vertices");
  expects(options.format.value_or(value_format_of(path)) == ValueFormat::kText, "several columns are written as text");
  std::optional<ThreadPool> own_pool;
  ThreadPool& pool = options.pool != nullptr ? *options.pool : own_pool.emplace();
  const NameOrder order(ids, static_cast<VertexId>(count), pool);
  const char separator = detail::value_lines_of(path).separator;
  write_whole(path, pool, [&](FormattedOutput& output) {
    std::string names = "vertex";
    for (const ValueColumn& column : columns) names += separator + std::string(column.name);
    output.write(names + '\n');
    output.write_each(count, [&](std::size_t place, std::string& text) {
      detail::append_number(text, order.name_at(place));
      for (const ValueColumn& column : columns) {
        text += separator;
        std::visit([&](const auto& values) { detail::append_number(text, values[order[place]]); }, column.values);
      }
      text += '\n';
    });
  });
}

template <VertexValueType Value>
void write_edge_values(const std::filesystem::path& path, const EdgeResult<Value>& edges, const IdMap& ids,
                       const ValueOptions& options) {
  expects(edges.source.size() == edges.target.size() && edges.source.size() == edges.value.size(),
          "an edge result has as many targets and values as sources");
  expects(options.format.value_or(ValueFormat::kText) == ValueFormat::kText, "an edge result is written as text");
  std::optional<ThreadPool> own_pool;
  ThreadPool& pool = options.pool != nullptr ? *options.pool : own_pool.emplace();
  const ValueLines lines = detail::value_lines_of(path);
  write_whole(path, pool, [&](FormattedOutput& output) {
    if (lines.has_names) output.write(lines.names_of_edges());
    output.write_each(edges.source.size(), [&](std::size_t edge, std::string& text) {
      detail::append_number(text, ids.name_of(edges.source[edge]).value());
      text += lines.separator;
      detail::append_number(text, ids.name_of(edges.target[edge]).value());
      text += lines.separator;
      detail::append_number(text, edges.value[edge]);
      text += '\n';
    });
  });
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                           \
  template void files::write_values<Value>(const std::filesystem::path&, std::span<const Value>, const IdMap&, \
                                           const files::ValueOptions&);                                        \
  template void files::write_edge_values<Value>(const std::filesystem::path&, const files::EdgeResult<Value>&, \
                                                const IdMap&, const files::ValueOptions&);
WARPGRAPH_FOR_EACH_VERTEX_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::files
