// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../costs.hpp"
#include "../json_output.hpp"
#include "../option_groups.hpp"
#include "../progress.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace warpgraph::cli {

namespace {

void print_devices(const Runtime& runtime, Output& output) {
  Table table({"device", "model", "memory", "free", "processors", "L2", "links"});
  for (int i = 0; i < runtime.device_count(); ++i) {
    const Device& device = runtime.device(i);
    const DeviceInfo& info = device.info();
    std::string links;
    for (int j = 0; j < runtime.device_count(); ++j) {
      if (i == j) continue;
      links += (links.empty() ? "" : ", ") + runtime.device(j).name() + " " +
               std::string(to_string(runtime.link(device.id(), runtime.device(j).id())));
    }
    table.add({info.name, info.architecture.empty() ? info.model : info.model + " (" + info.architecture + ")",
               support::format_bytes(info.memory_bytes), support::format_bytes(device.memory().free),
               std::to_string(info.multiprocessors), info.l2_bytes == 0 ? "-" : support::format_bytes(info.l2_bytes),
               links.empty() ? "-" : links});
  }
  table.print(output.out, output.width());
}

nlohmann::ordered_json describe_devices(const Runtime& runtime) {
  nlohmann::ordered_json devices = nlohmann::ordered_json::array();
  for (int i = 0; i < runtime.device_count(); ++i) {
    const Device& device = runtime.device(i);
    const DeviceInfo& info = device.info();
    nlohmann::ordered_json links;
    for (int j = 0; j < runtime.device_count(); ++j)
      links[runtime.device(j).name()] = to_string(runtime.link(device.id(), runtime.device(j).id()));
    devices.push_back({{"name", info.name},
                       {"model", info.model},
                       {"architecture", info.architecture},
                       {"memory_bytes", info.memory_bytes},
                       {"free_bytes", device.memory().free},
                       {"multiprocessors", info.multiprocessors},
                       {"l2_bytes", info.l2_bytes},
                       {"links", links}});
  }
  return devices;
}

class DevicesCommand final : public Command {
 public:
  std::string_view name() const override { return "devices"; }
  std::string_view summary() const override { return "show the devices of this machine, their memory and their links"; }
  std::vector<Example> examples(std::string_view) const override {
    return {{"warpgraph devices", "all GPUs, or the host where there is none"},
            {"warpgraph devices --devices host:4", "four virtual devices"},
            {"warpgraph devices --measure --json > costs.json", "what work and messages cost, for run --costs"},
            {"warpgraph devices --json", "the same for machines"}};
  }
  Declaration describe(std::string_view) const override {
    Declaration declaration{{{"options"}}};
    add_devices_option(declaration, "auto");
    declaration.groups.front().options.add_options()(
        "measure", po::bool_switch(),
        "measure what gathers, copies, launches and messages cost; between ranks too, if mpirun starts several");
    add_rank_options(declaration.groups.front().options);
    return declaration;
  }
  bool runs_on_ranks(const po::variables_map&) const override { return true; }

  void run(const po::variables_map& options, Output& output) override {
    const bool measures = options["measure"].as<bool>();
    const bool concerns_all = measures || options["verbose"].as<bool>();
    if (!concerns_all && output.ranks != nullptr) {  // the first rank does it alone
      if (output.ranks->rank() != 0) return;
      output.ranks = nullptr;
    }
    Ranks* const ranks = output.ranks;
    const auto runtime = open(ranks, options, output);
    nlohmann::ordered_json facts = describe_devices(*runtime);
    if (measures) {
      const Costs costs = measure(ranks, *runtime, output);
      for (std::size_t i = 0; i < facts.size(); ++i) facts[i]["cost"] = to_json(costs.devices[i]);
      facts = {{"ranks", costs.ranks}, {"devices", std::move(facts)}, {"links", to_json(costs.links)}};
      if (!output.json) return print_costs(costs, *runtime, output);
    }
    if (output.json)
      print_json(facts, output.out);
    else
      print_devices(*runtime, output);
  }

 private:
  static std::unique_ptr<Runtime> open(Ranks* ranks, const po::variables_map& options, Output& output) {
    if (ranks == nullptr) return open_devices(options, output);
    return open_rank_devices(*ranks, options, output);
  }
  static Costs measure(Ranks* ranks, Runtime& runtime, Output& output) {
    const Phase phase(output, "measuring");
    return measure_costs(ranks, runtime);
  }
};

}  // namespace

std::unique_ptr<Command> make_devices_command() { return std::make_unique<DevicesCommand>(); }

}  // namespace warpgraph::cli
