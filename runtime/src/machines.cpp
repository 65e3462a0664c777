// SPDX-License-Identifier: Apache-2.0
#include "machines.hpp"

#include <mutex>

namespace warpgraph::detail {

namespace {

struct RegisteredMachines {
  std::mutex mutex;
  std::vector<const MachineKind*> kinds;
};
// Made by the first registration, so that it goes after the last.
RegisteredMachines& registered_machines() {
  static RegisteredMachines machines;
  return machines;
}

}  // namespace

std::vector<const MachineKind*> machine_kinds() {
  RegisteredMachines& registered = registered_machines();
  std::vector<const MachineKind*> kinds{&kCudaMachine};
  {
    const std::lock_guard lock(registered.mutex);
    kinds.insert(kinds.end(), registered.kinds.begin(), registered.kinds.end());
  }
  kinds.push_back(&kHostMachine);
  return kinds;
}

MachineRegistration::MachineRegistration(const MachineKind& kind) : kind_(&kind) {
  RegisteredMachines& registered = registered_machines();
  const std::lock_guard lock(registered.mutex);
  registered.kinds.push_back(kind_);
}

MachineRegistration::~MachineRegistration() {
  RegisteredMachines& registered = registered_machines();
  const std::lock_guard lock(registered.mutex);
  std::erase(registered.kinds, kind_);
}

}  // namespace warpgraph::detail
