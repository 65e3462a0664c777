// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/framework/io/output_file.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/number_text.hpp"
#include "io/compression.hpp"
#include "io/message.hpp"

namespace warpgraph::detail {

// Where a writer puts its bytes, and how.
class FormattedOutput {
 public:
  FormattedOutput(files::OutputFile& file, Compression compression, const files::WriteOptions& options,
                  ThreadPool& pool)
      : file_(file), compression_(compression), options_(options), pool_(pool) {}

  [[nodiscard]] const files::WriteOptions& options() const { return options_; }
  [[nodiscard]] ThreadPool& pool() const { return pool_; }

  // The graph is not one that the format can hold.
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    throw InputError(file_.name(), 0, message(parts...));
  }

  template <class... Parts>
  [[noreturn]] void refuse(graphs::RefusedGraph::Reason reason, const Parts&... parts) const {
    throw RefusedGraphError<InputError>(graphs::RefusedGraph(reason), file_.name(), 0, message(parts...));
  }

  // It holds only undirected ones.
  void expect_undirected(const EdgeList& list, std::string_view format) const {
    if (list.direction == Direction::kDirected)
      refuse(graphs::RefusedGraph::Reason::kDirected, format, " files hold undirected graphs, this one is directed");
  }

  void write(std::string_view text) {
    file_.write(compression_ == Compression::kNone ? text : compress(compression_, text));
  }

  // Writes what format(i, text) appends for i = 0, 1, ... count - 1, formatted in parallel.
  template <class Format>
  void write_each(std::size_t count, Format&& format) {
    std::vector<std::string> pieces(std::size_t{pool_.size()} * 4);
    for (std::size_t begin = 0; begin < count; begin += pieces.size() * kPiece) {
      const std::size_t wave = std::min(count - begin, pieces.size() * kPiece);
      pool_.for_chunks(wave, kPiece, [&](std::size_t first, std::size_t last) {
        std::string text;
        for (std::size_t i = first; i < last; ++i) format(begin + i, text);
        if (compression_ != Compression::kNone) text = compress(compression_, text);
        pieces[first / kPiece] = std::move(text);
      });
      for (std::string& piece : pieces) {
        file_.write(piece);
        piece.clear();
      }
    }
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 15;  // about half a megabyte of text

  files::OutputFile& file_;
  Compression compression_;
  const files::WriteOptions& options_;
  ThreadPool& pool_;
};

// Appends a number as it is in memory.
template <class Number>
void append_bytes(std::string& text, Number number) {
  text.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

}  // namespace warpgraph::detail
