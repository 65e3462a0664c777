// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tests leave out of a build with a sanitizer, because it leads to no other code and the optimised build runs
// it: further seeds, further numbers of devices, further graphs of a kind, and sizes beyond those that another kernel
// or plan begins with.
namespace warpgraph::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// ThreadSanitizer takes ten times as long, and there is nothing for it to find where one thread does everything.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool kOnlyThreads = true;
#else
inline constexpr bool kOnlyThreads = false;
#endif

}  // namespace warpgraph::test
