// SPDX-License-Identifier: Apache-2.0
#include "interruptible.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <nanobind/nanobind.h>

#include <warpgraph/runtime/cancellation.hpp>

#include "parts.hpp"

namespace warpgraph::python {

namespace nb = nanobind;

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{30};   // for signals
constexpr std::chrono::milliseconds kForCancelled{100};  // how long cancelled work is waited for

// How many calls are at work, those that were given up too. A process that fork() made has none.
std::atomic<int> calls_at_work = 0;

// One of them, as long as it lives.
struct CallAtWork {
  CallAtWork() { ++calls_at_work; }
  ~CallAtWork() { --calls_at_work; }
  CallAtWork(const CallAtWork&) = delete;
  CallAtWork& operator=(const CallAtWork&) = delete;
};

struct Job {
  explicit Job(std::function<void()> its_work) : work(std::move(its_work)) {}

  void run() noexcept {
    try {
      const cancellation::Scope scope(is_cancelled);
      work();
    } catch (...) {
      error = std::current_exception();
    }
    work = nullptr;  // what it owns goes before the caller goes on
    --calls_at_work;
    const std::lock_guard lock(mutex);
    is_done = true;
    done.notify_all();
  }
  // Whether it is done. The interpreter's lock is not held.
  bool wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex);
    return done.wait_for(lock, longest, [&] { return is_done; });
  }

  std::function<void()> work;
  std::atomic<bool> is_cancelled = false;
  std::mutex mutex;
  std::condition_variable done;
  bool is_done = false;
  std::exception_ptr error;
};

// Threads that wait for jobs. They end with the process.
class Workers {
 public:
  void start(std::shared_ptr<Job> job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    ++under_way_;
    if (idle_ >= jobs_.size()) {
      wake_.notify_one();
    } else {
      try {
        std::thread([this] { work(); }).detach();
      } catch (...) {
        jobs_.pop_back();
        --under_way_;
        throw;
      }
    }
  }
  // Whether all jobs are done.
  bool wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    return all_done_.wait_for(lock, longest, [&] { return under_way_ == 0; });
  }

 private:
  [[noreturn]] void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      wake_.wait(lock, [&] { return !jobs_.empty(); });
      --idle_;
      std::shared_ptr<Job> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job->run();
      job.reset();
      lock.lock();
      if (--under_way_ == 0) all_done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable all_done_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::size_t idle_ = 0;
  std::size_t under_way_ = 0;
};

// Never destroyed: threads of it wait until the process has ended. A process that fork() made has one of its own.
Workers* workers = new Workers;  // NOLINT: see above
unsigned long main_thread = 0;   // of Python

void note_main_thread() {
  main_thread = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
}

void after_fork() {
  workers = new Workers;
  calls_at_work = 0;
  note_main_thread();
}

// At the end of the interpreter: what was interrupted uses the library's memory. A second Ctrl-C ends the process.
void finish() {
  while (true) {
    bool all_done = false;
    {
      const nb::gil_scoped_release released;
      all_done = workers->wait(kBetweenLooks);
    }
    if (all_done) return;
    if (PyErr_CheckSignals() != 0) std::_Exit(130);
  }
}

}  // namespace

void do_interruptibly(std::function<void()> work) {
  if (PyThread_get_thread_ident() != main_thread) {
    const nb::gil_scoped_release released;
    const CallAtWork counted;
    work();
    return;
  }
  const auto job = std::make_shared<Job>(std::move(work));
  ++calls_at_work;
  try {
    workers->start(job);
  } catch (...) {
    --calls_at_work;
    throw;
  }
  while (true) {
    bool is_done = false;
    {
      const nb::gil_scoped_release released;
      is_done = job->wait(kBetweenLooks);
    }
    if (is_done) break;
    if (PyErr_CheckSignals() == 0) continue;
    nb::python_error interrupted;
    job->is_cancelled = true;
    {
      const nb::gil_scoped_release released;
      job->wait(kForCancelled);
    }
    throw interrupted;  // NOLINT: a copy of it
  }
  if (job->error) std::rethrow_exception(job->error);
}

bool do_here(const std::function<void()>& work) {
  int none = 0;
  if (!calls_at_work.compare_exchange_strong(none, 1)) return false;
  std::optional<nb::python_error> interrupted;
  std::exception_ptr error;
  {
    const nb::gil_scoped_release released;
    auto next_look = std::chrono::steady_clock::now() + kBetweenLooks;
    const std::function<bool()> is_interrupted = [&] {
      if (interrupted) return true;
      const auto now = std::chrono::steady_clock::now();
      if (now < next_look) return false;
      next_look = now + kBetweenLooks;
      const nb::gil_scoped_acquire lock;
      if (PyErr_CheckSignals() != 0) interrupted.emplace();
      return interrupted.has_value();
    };
    try {
      const cancellation::Scope scope(is_interrupted);
      work();
    } catch (...) {
      error = std::current_exception();
    }
    --calls_at_work;
  }
  if (interrupted) throw nb::python_error(*interrupted);
  if (error) std::rethrow_exception(error);
  return true;
}

void add_interruptions(nb::module_& module) {
  note_main_thread();
  module.def("after_fork", &after_fork);
  module.def("finish", &finish);
}

}  // namespace warpgraph::python
