// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/metis/metis.h>

#include <string>
#include <string_view>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::metis {

// Throws InputError, which becomes METIS_ERROR_INPUT.
inline void expect_input(bool condition, std::string_view message) {
  if (!condition) throw InputError(message);
}

// An argument that METIS needs, by the name that its manual gives it.
inline idx_t required(const idx_t* argument, const char* name) {
  if (argument == nullptr) throw InputError(std::string(name) + " is missing");
  return *argument;
}

// What an array of options says.
struct Settings {
  bool recursive = false;  // METIS_OPTION_PTYPE
  bool volume = false;
  bool connected = false;
  idx_t seed = -1;
  idx_t tries = 1;
  idx_t ufactor = -1;
  idx_t numbering = 0;
};

// NULL: all defaults. Throws InputError for values that METIS does not know.
Settings read_settings(const idx_t* options);

// Whether a call that fails says why.
bool wants_messages(const idx_t* options);

}  // namespace warpgraph::metis
