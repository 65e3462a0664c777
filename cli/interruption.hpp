// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ctrl-C, SIGTERM and a closed terminal end the program at once, wherever it is. Files that were not finished have no
// name yet, or, while they take the target's place and on file systems without unnamed files (NFS, Lustre), a hidden
// one ending in .part; those are removed. Then the program dies of the signal itself, so that the shell sees 130 (143)
// and leaves its loops too.
//
// A mapped file that others cut while it is in use ends the program with one line and the exit code of a wrong file.
namespace warpgraph::cli {

// To be called once, before there are threads.
void handle_interruptions();

}  // namespace warpgraph::cli
