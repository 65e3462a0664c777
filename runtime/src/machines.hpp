// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/detail/backend.hpp>

// The table of machines, in which Runtime finds devices by the names that users write.
namespace warpgraph::detail {

struct MachineKind {
  enum class Numbers { kOrdinals, kCount };

  std::string_view name;    // "cuda" in "cuda:0,2"
  std::string_view device;  // what messages call one of its devices: "CUDA device"
  Numbers numbers;          // behind the colon: which devices, as in "cuda:0,2", or how many, as in "host:4"
  bool is_for_auto;         // "auto" takes all devices of the first such machine that has any, otherwise the host
  // The machine for a runtime that opens devices of it; null if it has none. `count`: how many devices the user wants,
  // for machines that have as many as that.
  std::unique_ptr<Machine> (*make)(Runtime& runtime, int count);
  std::string_view (*why_none)();  // why make() gave null; null if it never does
};

extern const MachineKind kCudaMachine;  // src/cuda; without CUDA src/cuda_absent.cpp
extern const MachineKind kHostMachine;  // src/host

// CUDA, the machines that have registered themselves, the host. Thread-safe.
[[nodiscard]] std::vector<const MachineKind*> machine_kinds();

// A row of the table, as long as it lives. A folder that implements the border adds its machine by a registration at
// namespace scope: nothing else has to name it, but the folder must be linked into the program as object files or as a
// shared library, because linkers drop what nothing names from a static one. Thread-safe.
class MachineRegistration {
 public:
  explicit MachineRegistration(const MachineKind& kind);
  ~MachineRegistration();
  MachineRegistration(const MachineRegistration&) = delete;
  MachineRegistration& operator=(const MachineRegistration&) = delete;

 private:
  const MachineKind* kind_;
};

}  // namespace warpgraph::detail
