// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/edge_list.hpp>

#include "io/input.hpp"

// One reader for every format; read_edge_list() chooses.
namespace warpgraph::detail {

// That of the options, or what name and content say.
files::FileFormat choose_format(const Input& input);

EdgeList read_edge_list_text(const Input& input);
EdgeList read_matrix_market(const Input& input);
EdgeList read_metis(const Input& input);
EdgeList read_dimacs(const Input& input, files::FileFormat format);
EdgeList read_galois(const Input& input);
EdgeList read_gap(const Input& input, bool weighted);
EdgeList read_ecl(const Input& input);

}  // namespace warpgraph::detail
