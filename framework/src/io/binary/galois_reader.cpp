// SPDX-License-Identifier: Apache-2.0
//
// Galois .gr: four 64-bit numbers (version, bytes of an edge's data, vertices, edges), for every
// vertex the end of its row (64 bits), neighbours of 32 bits (version 1, filled up to a multiple of
// 8 bytes) or 64 bits (version 2), and the edges' data. The file does not say what the data are.
// Galois itself is of two minds whether an odd number of edges is filled up in version 2, and some
// writers leave the filling out where no data follow; the length of the file tells.

#include <algorithm>
#include <cstdint>
#include <string>

#include "io/binary/rows.hpp"
#include "io/readers.hpp"
#include "io/text/header.hpp"

namespace warpgraph::detail {

namespace {

class GaloisReader {
 public:
  explicit GaloisReader(const Input& input) : input_(input), reader_(input) {
    version_ = reader_.take<std::uint64_t>("the version");
    if (version_ != 1 && version_ != 2) {
      input.fail(0, "expected version 1 or 2 of Galois .gr, found ", version_);
    }
    data_bytes_ = reader_.take<std::uint64_t>("the size of an edge's data");
    vertices_ = reader_.take<std::uint64_t>("the number of vertices");
    edges_ = reader_.take<std::uint64_t>("the number of edges");
    if (vertices_ > kMaxVertices) {
      input.fail(0, "expected no more than ", kMaxVertices, " vertices, found ", vertices_);
    }
  }

  EdgeList read() { return version_ == 1 ? read_rows<std::uint32_t>() : read_rows<std::uint64_t>(); }

 private:
  template <class Neighbour>
  EdgeList read_rows() {
    const auto ends = reader_.take_array<std::uint64_t>(vertices_, "ends of rows");
    const auto neighbours = reader_.take_array<Neighbour>(edges_, "neighbours");
    skip_filling(sizeof(Neighbour));
    EdgeList list;
    list.vertex_count = static_cast<VertexId>(vertices_);
    list.direction = input_.options.direction.value_or(Direction::kDirected);
    expand_rows(
        input_, edges_, [&](std::uint64_t v) { return ends[v]; }, list);
    read_neighbours(
        input_, edges_, [&](std::size_t e) { return neighbours[e]; }, list);
    read_data(list);
    reader_.expect_end();
    return list;
  }

  // An odd number of neighbours is followed by one that means nothing, if the file is so long.
  void skip_filling(std::size_t bytes) {
    const std::uint64_t left = reader_.left();
    if (edges_ % 2 == 0 || data_bytes_ > left / edges_) return;
    const bool required = version_ == 1 && data_bytes_ > 0;
    if (required || left - data_bytes_ * edges_ == bytes) reader_.skip(bytes, "filling");
  }

  void read_data(EdgeList& list) {
    if (data_bytes_ == 0) return;
    const files::WeightType wanted = input_.options.weights;
    if (wanted == files::WeightType::kNone) return skip_data();
    if (data_bytes_ == 4) return read_four_bytes(wanted, list);
    if (data_bytes_ == 8) return read_eight_bytes(wanted, list);
    input_.fail(0, "expected 0, 4 or 8 bytes of data for an edge, found ", data_bytes_, " (they can be left out)");
  }

  void skip_data() {
    if (edges_ > 0 && data_bytes_ > reader_.left() / edges_) {
      input_.fail(0, "expected ", data_bytes_, " bytes of data for each of ", edges_, " edges, the file ends before");
    }
    reader_.skip(data_bytes_ * edges_, "the edges' data");
  }

  void read_four_bytes(files::WeightType wanted, EdgeList& list) {
    switch (wanted) {
      case files::WeightType::kInt64:
        return read_as<std::int32_t, std::int64_t>(list);
      case files::WeightType::kFloat:
        return read_as<float, float>(list);
      case files::WeightType::kDouble:
        return read_as<float, double>(list);
      default:
        return read_as<std::int32_t, std::int32_t>(list);
    }
  }

  void read_eight_bytes(files::WeightType wanted, EdgeList& list) {
    switch (wanted) {
      case files::WeightType::kInt32:
      case files::WeightType::kFloat:
        input_.fail(0, "expected 4 bytes of data for an edge for 32-bit weights, found 8");
      case files::WeightType::kDouble:
        return read_as<double, double>(list);
      default:
        return read_as<std::int64_t, std::int64_t>(list);
    }
  }

  template <class Stored, class Value>
  void read_as(EdgeList& list) {
    const auto data = reader_.take_array<Stored>(edges_, "the edges' data");
    read_values_as<Value>(
        input_, edges_, [&](std::size_t e) { return data[e]; }, list);
  }

  const Input& input_;
  ByteReader reader_;
  std::uint64_t version_ = 0;
  std::uint64_t data_bytes_ = 0;
  std::uint64_t vertices_ = 0;
  std::uint64_t edges_ = 0;
};

}  // namespace

EdgeList read_galois(const Input& input) { return GaloisReader(input).read(); }

}  // namespace warpgraph::detail
