// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "graph.hpp"
#include "interruptible.hpp"
#include "parts.hpp"

// Ranks whose messages an object of Python carries: ranks.py has one over a communicator of mpi4py. So the package
// works with any MPI, and is linked with none.
namespace warpgraph::python {

namespace nb = nanobind;

namespace {

// A piece of memory, for as long as the call.
nb::object view_of_memory(const std::byte* data, std::size_t size, int flags) {
  auto* const begin = const_cast<char*>(reinterpret_cast<const char*>(data));
  return nb::steal(PyMemoryView_FromMemory(begin, static_cast<Py_ssize_t>(size), flags));
}

class PythonRanks final : public Ranks {
 public:
  // Methods of `carrier` return None, or the failure of a rank: (rank, message, is it late, fault).
  PythonRanks(nb::object carrier, int rank, int size, bool are_all_processes)
      : carrier_(new nb::object(std::move(carrier)),
                 [](nb::object* kept) {
                   if (Py_IsInitialized() == 0) return;
                   const nb::gil_scoped_acquire lock;
                   delete kept;
                 }),
        rank_(rank),
        size_(size),
        are_all_processes_(are_all_processes) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] bool are_all_processes() const override { return are_all_processes_; }

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    if (sent.empty() && received.empty()) return;
    std::exception_ptr ended;  // by a look: Python would hand on its message alone
    const auto look = [&] {
      try {
        cancellation::check();
      } catch (...) {
        ended = std::current_exception();
        throw;
      }
    };
    const auto exchange_by = [&](nb::object& carrier) {
      nb::list out;
      nb::list in;
      for (const Sent& each : sent)
        out.append(nb::make_tuple(each.to, view_of_memory(each.bytes.data(), each.bytes.size(), PyBUF_READ)));
      for (const Received& each : received)
        in.append(nb::make_tuple(each.from, view_of_memory(each.bytes.data(), each.bytes.size(), PyBUF_WRITE)));
      return carrier.attr("exchange")(out, in, nb::cpp_function(look));
    };
    try {
      call(exchange_by);
    } catch (...) {
      if (ended) std::rethrow_exception(ended);
      throw;
    }
  }
  void fail(std::string_view why, ranks::RankFault fault) noexcept override {
    try {
      call([&](nb::object& carrier) {
        carrier.attr("fail")(std::string(why), static_cast<int>(fault));
        return nb::none();
      });
    } catch (const std::exception& error) {
      detail::log(support::message_of(error));
    }
  }
  void expect_answers() override {
    call([](nb::object& carrier) { return carrier.attr("expect_answers")(); });
  }
  void look_around() override {
    call([](nb::object& carrier) { return carrier.attr("look_around")(); });
  }
  [[nodiscard]] std::chrono::milliseconds time_limit() const override {
    const nb::gil_scoped_acquire lock;
    return std::chrono::milliseconds(nb::cast<std::int64_t>(carrier_->attr("milliseconds")));
  }

 private:
  template <class Act>
  void call(const Act& act) {
    const nb::gil_scoped_acquire lock;
    nb::object failure;
    try {
      failure = act(*carrier_);
    } catch (nb::python_error& error) {  // of MPI; the thread that called the library may be another one
      if (error.matches(nb::module_::import_("warpgraph.errors").attr("Cancelled"))) throw cancellation::Cancelled();
      throw DeviceError(std::string("a message between ranks: ") + error.what());
    }
    if (failure.is_none()) return;
    const auto told = nb::cast<nb::tuple>(failure);
    throw RankError(nb::cast<int>(told[0]), nb::cast<std::string>(told[1]), nb::cast<bool>(told[2]),
                    static_cast<ranks::RankFault>(nb::cast<int>(told[3])));
  }

  std::shared_ptr<nb::object> carrier_;
  int rank_;
  int size_;
  bool are_all_processes_;
};

// The devices of this rank. The ranks stay as long as they do.
std::shared_ptr<Devices> open(const nb::object& carrier, int rank, int size, bool are_all_processes,
                              const std::string& text, std::size_t memory_limit) {
  struct Both {
    PythonRanks ranks;
    std::unique_ptr<Runtime> runtime = {};
  };
  const auto both = std::shared_ptr<Both>(new Both{PythonRanks(carrier, rank, size, are_all_processes)});
  return interruptibly([=] {
    RuntimeOptions options;
    options.memory_limit = memory_limit;
    both->runtime = std::make_unique<Runtime>(both->ranks, text, options);
    return std::make_shared<Devices>(Devices{text, std::shared_ptr<Runtime>(both, both->runtime.get())});
  });
}

// None where all ranks have the same words; otherwise on all ranks the lowest one whose words are not those of the
// first rank, its words, and the first rank's.
nb::object find_other_call(const std::shared_ptr<Devices>& devices, const std::vector<std::string>& words) {
  const std::optional<ranks::OtherCall> other =
      interruptibly([=] { return ranks::find_other_call(*devices->runtime->ranks(), words); });
  if (!other) return nb::none();
  return nb::make_tuple(other->rank, other->words, other->first);
}

// What each rank says, in their order. Collective.
nb::list tell_all(const std::shared_ptr<Devices>& devices, const nb::bytes& mine) {
  const std::vector<char> text(mine.c_str(), mine.c_str() + mine.size());
  const std::vector<std::vector<char>> told = interruptibly([=] {
    Ranks& ranks = *devices->runtime->ranks();
    return ranks::all_to_all(ranks, std::vector(static_cast<std::size_t>(ranks.size()), text));
  });
  nb::list all;
  for (const std::vector<char>& each : told) all.append(nb::bytes(each.data(), each.size()));
  return all;
}

}  // namespace

void add_ranks(nb::module_& module) {
  module.def("open_devices_of_rank", &open, nb::arg("carrier"), nb::arg("rank"), nb::arg("size"),
             nb::arg("are_all_processes"), nb::arg("text"), nb::arg("memory_limit"));
  module.def("find_other_call", &find_other_call, nb::arg("devices"), nb::arg("words"));
  module.def("tell_all", &tell_all, nb::arg("devices"), nb::arg("mine"));
}

}  // namespace warpgraph::python
