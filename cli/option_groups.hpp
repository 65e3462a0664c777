// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "command.hpp"

// Options that several commands have: added to a declaration, and taken out of what was parsed.
namespace warpgraph::cli {

// Puts a group in front of the others.
void prepend(OptionGroup group, Declaration& declaration);
// Leaves these options out of help and completion. They are parsed all the same, for a message that says more than that
// they are unknown.
void hide(const std::vector<std::string>& names, Declaration& declaration);
// Whether an option stands on the command line.
bool is_given(const po::variables_map& options, const std::string& name);

// Goes to the first group, which must be there, and so does --format.
void add_devices_option(Declaration& declaration, const std::string& standard);
// --memory-limit, which runtime_options() reads. Throws UsageError if it is no number of bytes above 0.
void add_memory_limit_option(po::options_description& options);
RuntimeOptions runtime_options(const po::variables_map& options);
// Those of --devices; where that is auto, those of the environment variable WARPGRAPH_DEVICES. Throws UsageError if the
// text names no devices that are there.
std::unique_ptr<Runtime> open_devices(const po::variables_map& options, Output& output,
                                      const RuntimeOptions& runtime = {});
// How ranks wait for each other: what open_rank_threads asks for.
void add_rank_timeout_option(po::options_description& options);
// Those on which this rank works without devices.
std::unique_ptr<ThreadPool> open_rank_threads(Ranks& ranks, const po::variables_map& options);
// The same, and how they tell of themselves: what open_rank_devices asks for.
void add_rank_options(po::options_description& options);
// Those of this rank.
std::unique_ptr<Runtime> open_rank_devices(Ranks& ranks, const po::variables_map& options, Output& output,
                                           RuntimeOptions runtime = {});

// The format of a file whose name does not tell it: --format, or --from and --to.
void add_format_option(Declaration& declaration, const std::string& name, const std::string& text);

// How files that leave something open are read. This group, and those below, are appended.
void add_read_options(Declaration& declaration);
files::ReadOptions read_options(const po::variables_map& options);

// What becomes of the edges between the file and the graph.
void add_cleaning_options(Declaration& declaration);
// Goes to the same group.
void add_outgoing_option(Declaration& declaration);
// ... and of the numbers of the vertices.
void add_relabel_options(Declaration& declaration);
// All but the permutation, which speaks of vertices that a file has to be read for.
BuildOptions build_options(const po::variables_map& options);
// For calls in which nothing is random. Throws UsageError if there is a --seed.
void expect_no_seed(const po::variables_map& options, const std::string& where);

}  // namespace warpgraph::cli
