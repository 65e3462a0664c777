// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "io/input.hpp"

namespace warpgraph::detail {

// Whether text begins as UTF-16 does where the byte order is marked.
inline bool is_marked_as_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

// The input without the mark that some editors put in front of UTF-8. Throws InputError for UTF-16.
inline Input without_byte_order_mark(Input input) {
  constexpr std::string_view kUtf8 = "\xef\xbb\xbf";
  if (is_marked_as_utf16(input.text())) input.fail(1, "expected text in ASCII or UTF-8, found UTF-16");
  if (!input.text().starts_with(kUtf8)) return input;
  input.bytes = input.bytes.subspan(kUtf8.size());
  if (input.bytes.empty()) input.fail(0, "is empty");
  return input;
}

}  // namespace warpgraph::detail
