// SPDX-License-Identifier: Apache-2.0
//
// Shared libraries for the tests of --plugin, one for each of the names below.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <warpgraph/runtime/plugin.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace {

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

class Echo : public plugins::Plugin {
 public:
  explicit Echo(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string summary() const override { return "say it again"; }
  std::vector<plugins::PluginOption> options() const override {
    using Kind = plugins::PluginOption::Kind;
    return {{.name = "word", .help = "what to say", .is_positional = true},
            {.name = "times", .kind = Kind::kWhole, .help = "how often", .default_value = 1u},
            {.name = "mode", .kind = Kind::kName, .help = "how", .default_value = "low", .choices = {"low", "loud"}},
            {.name = "backwards", .kind = Kind::kSwitch, .help = "from the end"}};
  }
  std::vector<Example> examples() const override { return {{"warpgraph " + name_ + " hello", "says it once"}}; }
  plugins::PluginReport run(Runtime& runtime, const plugins::PluginOptions& options) override {
    plugins::PluginReport report;
    report.add("word", options.text("word"));
    report.add("times", options.number<std::uint64_t>("times"));
    report.add("loud", options.text("mode") == "loud");
    report.add("backwards", options.is_given("backwards"));
    report.add("devices", std::int64_t{runtime.device_count()});
    return report;
  }

 private:
  std::string name_;
};

[[maybe_unused]] void add_two(plugins::PluginRegistry& registry, const std::string& second) {
  registry.add(std::make_shared<Echo>("echo"));
  registry.add(std::make_shared<Echo>(second));
}

}  // namespace

#if defined(ALONE)
static void add(plugins::PluginRegistry& registry) { add_two(registry, "echo-2"); }
WARPGRAPH_PLUGINS(add);
#elif defined(TAKEN_NAME)
static void add(plugins::PluginRegistry& registry) {
  registry.add_methods([] { std::fputs("methods of a library that is refused\n", stderr); });
  add_two(registry, "info");
}
WARPGRAPH_PLUGINS(add);
#elif defined(NO_PLUGIN)
static void add(plugins::PluginRegistry&) {}
WARPGRAPH_PLUGINS(add);
#elif defined(NULL_PLUGIN)
static void add(plugins::PluginRegistry& registry) { registry.add(nullptr); }
WARPGRAPH_PLUGINS(add);
#elif defined(THROWS)
static void add(plugins::PluginRegistry&) { throw std::runtime_error("nothing works"); }
WARPGRAPH_PLUGINS(add);
#elif defined(NULL_INTERFACE)
extern "C" const char* warpgraph_plugin_interface() { return nullptr; }
extern "C" void warpgraph_add_plugins(void*) {}
#elif defined(OTHER_INTERFACE)
extern "C" const char* warpgraph_plugin_interface() { return "0"; }
extern "C" void warpgraph_add_plugins(void*) {}
#endif
