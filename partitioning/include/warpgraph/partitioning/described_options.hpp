// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/option.hpp>

// The members of PartitionOptions that are one value each, as programs offer them that do not know the partitioner:
// `warpgraph partition`, the entry of the catalogue, and the interfaces for C and Python.
namespace warpgraph::partitioning {

// "parts", "tolerance", "min-weight", "max-weight", "connected", "objective", "preset", "method" and "seed", with the
// defaults of PartitionOptions, in the order of help. "method" has the methods that there are now. A weight of a part
// is that of each part.
[[nodiscard]] std::vector<option::Option> describe_options();

// Puts what the text says into the option of this name. Throws UsageError for a text that the option does not accept,
// or if there is no such option.
void set_option(PartitionOptions& options, std::string_view name, std::string_view text);

// set_option puts in a weight of a part once; afterwards there is one for each part. Lists of other lengths stay.
void repeat_weights(PartitionOptions& options);

}  // namespace warpgraph::partitioning
