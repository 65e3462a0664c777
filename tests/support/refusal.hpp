// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::test {

// The message of the InputError that the call throws, without the folder at its begin; "no error" if it throws none.
template <class Call>
std::string refusal_of(const Call& call, const std::filesystem::path& folder = {}) {
  try {
    call();
  } catch (const InputError& error) {
    const std::string message = error.what();
    const std::string prefix = folder.empty() ? "" : folder.string() + "/";
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
  }
  return "no error";
}

// The message of the error of this type that the call throws; "no error" if it throws none.
template <class Thrown, class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Thrown& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace warpgraph::test
