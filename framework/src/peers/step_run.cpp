// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/step_run.hpp>

#include <algorithm>
#include <span>
#include <utility>

#include <warpgraph/framework/run/detail/superstep_timeout.hpp>

namespace warpgraph::peers {

StepRun::StepRun(StreamRef stream, const EngineOptions& options, RunReport& report, const std::atomic<bool>* cancelled)
    : streams_{stream}, options_(options), report_(report), cancelled_(cancelled), marks_(1) {}

StepRun::StepRun(const PeerGraph& peers, PeerArrays& arrays, const EngineOptions& options, RunReport& report,
                 const std::atomic<bool>* cancelled)
    : peers_(peers.is_whole ? nullptr : &peers),
      arrays_(&arrays),
      options_(options),
      report_(report),
      cancelled_(cancelled),
      marks_(peers.parts.size()) {
  for (const PeerGraph::Part& each : peers.parts) streams_.push_back(each.stream);
}

bool StepRun::begin() {
  if (is_over_) return false;
  const bool is_cancelled = cancelled_ != nullptr && cancelled_->load();
  if (is_cancelled || step_ == options_.max_supersteps) {
    report_.end = is_cancelled ? RunEnd::kCancelled : RunEnd::kSuperstepLimit;
    is_over_ = true;
    return false;
  }
  begin_marks();
  return true;
}

void StepRun::begin_whole() { begin_marks(); }

void StepRun::mark_computed() { mark(&Marks::computed); }

void StepRun::wait() { wait_for(streams_.size()); }

void StepRun::wait_for_first() { wait_for(options_.time_supersteps ? streams_.size() : 1); }

void StepRun::end(SuperstepStatistics step, bool is_converged, std::vector<results::DeviceActivity> devices) {
  const bool is_watched = options_.time_supersteps || options_.after_superstep;
  if (is_watched && !has_waited_) wait();
  step.superstep = step_++;
  if (options_.time_supersteps) step.microseconds = microseconds();
  report_.supersteps.push_back(step);
  if (peers_ != nullptr) {
    add_times(devices);
    report_.per_device.push_back({std::move(devices), arrays_->take_traffic()});
  }
  is_over_ = is_converged;
  if (is_converged) {
    report_.end = RunEnd::kConverged;
  } else if (options_.after_superstep && !options_.after_superstep(report_.supersteps.back())) {
    report_.end = RunEnd::kStopped;
    is_over_ = true;
  }
}

void StepRun::end_whole() {
  if (peers_ == nullptr) return;
  wait();
  std::vector<results::DeviceActivity> devices;
  for (const PeerGraph::Part& each : peers_->parts)
    devices.push_back({each.own, each.incoming.column.size(), each.own.size(), 0, 0});
  add_times(devices);
  report_.per_device.push_back({std::move(devices), arrays_->take_traffic()});
}

void StepRun::begin_marks() {
  for (Marks& each : marks_) each = {};
  has_waited_ = false;
  mark(&Marks::begin);
}

void StepRun::mark(std::optional<Event> Marks::*which) {
  if (!options_.time_supersteps) return;
  for (std::size_t i = 0; i < streams_.size(); ++i)
    (marks_[i].*which).emplace(streams_[i].device()).record(streams_[i]);
}

void StepRun::wait_for(std::size_t devices) {
  mark(&Marks::end);
  detail::wait_for_devices(std::span(streams_).first(devices), options_.exchange, step_);
  has_waited_ = true;
}

void StepRun::add_times(std::vector<results::DeviceActivity>& devices) const {
  devices.resize(peers_->parts.size());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    devices[i].own = peers_->parts[i].own;
    if (!options_.time_supersteps) continue;
    const Marks& marks = marks_[i];
    const Event& computed = marks.computed ? *marks.computed : *marks.end;
    devices[i].compute_microseconds = computed.microseconds_since(*marks.begin);
    if (marks.computed) devices[i].exchange_microseconds = marks.end->microseconds_since(computed);
  }
}

double StepRun::microseconds() const {
  double longest = 0;
  for (const Marks& each : marks_) longest = std::max(longest, each.end->microseconds_since(*each.begin));
  return longest;
}

}  // namespace warpgraph::peers
