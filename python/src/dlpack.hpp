// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// DLPack 1.0, the layout by which libraries of arrays hand memory to each other: a capsule of Python has a pointer to
// one of the managed structs. From https://github.com/dmlc/dlpack/blob/main/include/dlpack/dlpack.h
namespace warpgraph::python::dlpack {

enum DeviceType : std::int32_t { kCpu = 1, kCuda = 2, kCudaHost = 3, kCudaManaged = 13 };
struct Device {
  std::int32_t type;
  std::int32_t id;
};

enum TypeCode : std::uint8_t { kInt = 0, kUint = 1, kFloat = 2 };
struct DataType {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;

  bool operator==(const DataType&) const = default;
};

struct Tensor {
  void* data;
  Device device;
  std::int32_t ndim;
  DataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements; null: in one piece
  std::uint64_t byte_offset;
};

// In a capsule "dltensor".
struct Managed {
  Tensor tensor;
  void* context;
  void (*deleter)(Managed*);
};

struct Version {
  std::uint32_t major;
  std::uint32_t minor;
};
constexpr Version kVersion{1, 0};
constexpr std::uint64_t kIsCopied = 2;  // a flag

// In a capsule "dltensor_versioned", for consumers that ask for version 1.
struct ManagedVersioned {
  Version version;
  void* context;
  void (*deleter)(ManagedVersioned*);
  std::uint64_t flags;
  Tensor tensor;
};

constexpr const char* kName = "dltensor";
constexpr const char* kUsedName = "used_dltensor";
constexpr const char* kVersionedName = "dltensor_versioned";
constexpr const char* kUsedVersionedName = "used_dltensor_versioned";

}  // namespace warpgraph::python::dlpack
