// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/stream.hpp>

namespace warpgraph {

// Every launch, copy and host call with its begin and end on the device, for chrome://tracing and ui.perfetto.dev. A
// runtime records one if it was asked to (RuntimeOptions::timeline). Thread-safe. Each piece of work adds a span, in
// host memory.
class Timeline {
 public:
  enum class Kind { kKernel, kCopy, kFill, kHostCall, kRange };
  struct Span {
    std::string name;
    Kind kind;
    std::string device;  // "cuda:0"
    std::string stream;  // the stream's name
    double begin;        // microseconds since the runtime began
    double end;
    std::size_t bytes;  // of copies and fills, else 0
  };

  void add(Span span);
  // A copy of all.
  [[nodiscard]] std::vector<Span> spans() const;
  void clear();

  // Chrome's trace event format. Devices are processes, streams are threads. The file is written beside and renamed.
  void write_chrome_trace(std::ostream& out) const;
  void write_chrome_trace(const std::filesystem::path& file) const;

 private:
  mutable std::mutex mutex_;
  std::vector<Span> spans_;
};

// A named range of the host's work, shown by NVTX tools and in the timeline, for as long as the object lives.
class ProfileRange {
 public:
  ProfileRange(Runtime& runtime, std::string_view name);
  ~ProfileRange();
  ProfileRange(const ProfileRange&) = delete;
  ProfileRange& operator=(const ProfileRange&) = delete;

 private:
  std::shared_ptr<Runtime> runtime_;
  std::string name_;
  double begin_;
};

}  // namespace warpgraph
