// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <source_location>
#include <string>
#include <utility>

#include <warpgraph/runtime/error.hpp>

// Errors that know where in the source they were thrown.
namespace warpgraph::detail {

// "stream.cpp:90", without the folders of the machine that compiled it.
[[nodiscard]] std::string place_of(std::source_location where);

// Beside the error's type. what() ends with the place, which helps the caller's programmer; message() leaves it out.
class Located {
 public:
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  [[nodiscard]] const std::string& place() const noexcept { return place_; }

 protected:
  Located(std::string message, std::string place) : message_(std::move(message)), place_(std::move(place)) {}
  Located(const Located&) = default;
  Located& operator=(const Located&) = default;
  virtual ~Located() = default;

 private:
  std::string message_;
  std::string place_;  // "buffer.cpp:17"
};

template <class Kind>
class LocatedError final : public Kind, public Located {
 public:
  LocatedError(const std::string& message, const std::string& place)
      : Kind(message + " (" + place + ")"), Located(message, place) {}
};

// An error of another type that begins with `where`, with the place if the first one has it.
template <class Kind>
[[noreturn]] void throw_as(const std::string& where, const std::exception& error) {
  const auto* const located = dynamic_cast<const Located*>(&error);
  if (located == nullptr) throw Kind(where + error.what());
  throw LocatedError<Kind>(where + located->message(), located->place());
}

}  // namespace warpgraph::detail
