// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/timeline.hpp>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <new>
#include <ostream>
#include <utility>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph {

namespace {

constexpr std::array<std::string_view, 5> kKindNames = {"kernel", "copy", "fill", "host call", "range"};

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> escape;
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
      result += escape.data();
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// Numbers names in the order in which they turn up.
class Numbering {
 public:
  // The number, and whether the name is new.
  std::pair<std::size_t, bool> operator()(const std::string& name) {
    const auto [place, fresh] = numbers_.emplace(name, numbers_.size());
    return {place->second, fresh};
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

void write_name(std::ostream& out, std::string_view what, std::size_t process, std::size_t thread,
                std::string_view name) {
  out << R"({"ph":"M","name":)" << json_string(what) << R"(,"pid":)" << process << R"(,"tid":)" << thread
      << R"(,"args":{"name":)" << json_string(name) << "}},\n";
}

}  // namespace

void Timeline::add(Span span) {
  const std::lock_guard lock(mutex_);
  spans_.push_back(std::move(span));
}

std::vector<Timeline::Span> Timeline::spans() const {
  const std::lock_guard lock(mutex_);
  return spans_;
}

void Timeline::clear() {
  const std::lock_guard lock(mutex_);
  spans_.clear();
}

void Timeline::write_chrome_trace(std::ostream& out) const {
  Numbering processes;
  Numbering threads;
  out << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
  for (const Span& span : spans()) {
    const auto [process, new_process] = processes(span.device);
    const auto [thread, new_thread] = threads(span.device + '/' + span.stream);
    if (new_process) write_name(out, "process_name", process, thread, span.device);
    if (new_thread) write_name(out, "thread_name", process, thread, span.stream);
    out << R"({"ph":"X","name":)" << json_string(span.name) << R"(,"cat":)"
        << json_string(kKindNames[static_cast<std::size_t>(span.kind)]) << R"(,"pid":)" << process << R"(,"tid":)"
        << thread << R"(,"ts":)" << std::to_string(span.begin) << R"(,"dur":)" << std::to_string(span.end - span.begin)
        << R"(,"args":{"bytes":)" << span.bytes << "}},\n";
  }
  // JSON allows no comma after the last element, so the list ends in an element that says nothing.
  out << R"({"ph":"M","name":"trace_end","pid":0,"tid":0,"args":{}})"
      << "\n]}\n";
}

void Timeline::write_chrome_trace(const std::filesystem::path& file) const {
  std::filesystem::path unfinished = file;
  unfinished += ".part";
  {
    std::ofstream out(unfinished);
    write_chrome_trace(out);
    out.close();
    if (!out) throw InputError(unfinished.string(), 0, "cannot write the timeline");
  }
  std::filesystem::rename(unfinished, file);
}

ProfileRange::ProfileRange(Runtime& runtime, std::string_view name)
    : runtime_(runtime.keep_alive()), name_(name), begin_(runtime.now()) {
  runtime.machine().push_range(name_.c_str());
}

ProfileRange::~ProfileRange() {
  runtime_->machine().pop_range();
  try {
    if (Timeline* timeline = runtime_->timeline())
      timeline->add({std::move(name_), Timeline::Kind::kRange, "program", "ranges", begin_, runtime_->now(), 0});
  } catch (const std::bad_alloc&) {  // a span is missing
  }
}

}  // namespace warpgraph
