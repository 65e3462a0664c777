// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/write_edge_list.hpp>

#include <optional>
#include <string>
#include <variant>

#include <warpgraph/framework/io/output_file.hpp>

#include "graph/list_rules.hpp"
#include "io/compression.hpp"
#include "io/extension.hpp"
#include "io/formatted_output.hpp"
#include "io/text/occurring_ids.hpp"
#include "io/writers.hpp"

namespace warpgraph::files {

namespace {

FileFormat choose_format(const std::filesystem::path& path, const WriteOptions& options) {
  if (options.format) return *options.format;
  if (const std::optional<FileFormat> format = file_format_of(path)) return *format;
  std::string names;
  for (const FileFormatInfo& info : file_formats()) names += detail::message(" ", info.name);
  throw InputError(path.string(), 0, "expected an extension that says the format; give it, one of" + names);
}

detail::EdgeListStyle style_of(const std::filesystem::path& path) {
  const std::string extension = detail::extension_of(path);
  if (extension == "el" || extension == "wel") return {detail::EdgeListHead::kNothing, ' '};
  if (extension == "csv") return {detail::EdgeListHead::kColumns, ','};
  return {detail::EdgeListHead::kComments, extension == "tsv" ? '\t' : ' '};
}

void write(detail::FormattedOutput& output, const EdgeList& list, FileFormat format, detail::EdgeListStyle style) {
  switch (format) {
    case FileFormat::kEdgeList:
      return detail::write_edge_list_text(output, list, style);
    case FileFormat::kMatrixMarket:
      return detail::write_matrix_market(output, list);
    case FileFormat::kMetis:
      return detail::write_metis(output, list);
    case FileFormat::kDimacs:
      return detail::write_dimacs(output, list);
    case FileFormat::kDimacsColouring:
      return detail::write_dimacs_colouring(output, list);
    case FileFormat::kGalois:
      return detail::write_galois(output, list);
    case FileFormat::kGap:
      return detail::write_gap(output, list, false);
    case FileFormat::kGapWeighted:
      return detail::write_gap(output, list, true);
    case FileFormat::kEcl:
      return detail::write_ecl(output, list);
    case FileFormat::kGraphalytics:
      return;  // it has files of its own
  }
}

VertexId count_isolated(const EdgeList& list, ThreadPool& pool) {
  constexpr std::size_t kEdgesAtATime = std::size_t{1} << 16;
  detail::OccurringIds ends(0, list.vertex_count - 1);
  pool.for_each(list.size(), kEdgesAtATime, [&](std::size_t edge) {
    ends.mark(list.source[edge]);
    ends.mark(list.target[edge]);
  });
  return list.vertex_count - ends.count();
}

}  // namespace

VertexId write_edge_list(const std::filesystem::path& path, const EdgeList& edges, const WriteOptions& options) {
  building::expect_consistent(edges);
  const FileFormat format = choose_format(path, options);
  std::optional<ThreadPool> own_pool;
  ThreadPool& pool = options.pool != nullptr ? *options.pool : own_pool.emplace();
  if (format == FileFormat::kGraphalytics) {
    detail::write_graphalytics(path, edges, options, pool);
    return 0;
  }
  const detail::Compression compression = detail::compression_of(path);
  detail::expect_available(compression, path.string());
  const detail::EdgeListStyle style = style_of(path);
  const bool names_all = format != FileFormat::kEdgeList ||
                         (style.head == detail::EdgeListHead::kComments && detail::first_of_consecutive_ids(edges));
  OutputFile file(path);
  detail::FormattedOutput output(file, compression, options, pool);
  if (!names_all && edges.size() == 0)
    output.fail("a graph without edges cannot be written: the file would name no vertex");
  const VertexId lost = names_all ? 0 : count_isolated(edges, pool);
  write(output, edges, format, style);
  file.commit();
  return lost;
}

}  // namespace warpgraph::files
