// SPDX-License-Identifier: Apache-2.0
//
// Loading plugins from shared libraries is tested with the command line.
#include <memory>
#include <string>
#include <vector>

#include <warpgraph/runtime/plugin.hpp>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

using Kind = plugins::PluginOption::Kind;

const std::vector<plugins::PluginOption> kDeclared = {{.name = "file", .is_positional = true},
                                                      {.name = "rounds", .default_value = "3"},
                                                      {.name = "mode", .kind = Kind::kName, .choices = {"low", "loud"}},
                                                      {.name = "fast", .kind = Kind::kSwitch}};

TEST(PluginOptions, HaveTheirStandardsUnlessTheyAreGiven) {
  const plugins::PluginOptions options(kDeclared, {{"file", "g"}});
  EXPECT_EQ(options.text("file"), "g");
  EXPECT_EQ(options.number<int>("rounds"), 3);
  EXPECT_FALSE(options.is_given("mode"));
  EXPECT_FALSE(options.is_given("fast"));
  const plugins::PluginOptions others(kDeclared, {{"file", "g"}, {"rounds", "-5"}, {"mode", "loud"}, {"fast", "yes"}});
  EXPECT_EQ(others.number<std::int64_t>("rounds"), -5);
  EXPECT_EQ(others.text("mode"), "loud");
  EXPECT_TRUE(others.is_given("fast"));
}

TEST(PluginOptions, RefuseWhatCannotBe) {
  EXPECT_THROW(plugins::PluginOptions{kDeclared}, UsageError);
  EXPECT_THROW(plugins::PluginOptions(kDeclared, {{"file", "g"}, {"pace", "1"}}), UsageError);
  EXPECT_THROW(plugins::PluginOptions(kDeclared, {{"file", "g"}, {"mode", "soft"}}), UsageError);
  const plugins::PluginOptions options(kDeclared, {{"file", "g"}, {"rounds", "3x"}});
  EXPECT_THROW((void)options.number<int>("rounds"), UsageError);
  EXPECT_THROW((void)options.number<unsigned>("mode"), UsageError);
}

TEST(PluginOptions, RefuseWhatIsNotTheNumberThatTheyDeclare) {
  const std::vector<plugins::PluginOption> declared{{.name = "count", .kind = Kind::kWhole, .default_value = 0u},
                                                    {.name = "share", .kind = Kind::kReal, .default_value = 2.0}};
  EXPECT_EQ(plugins::PluginOptions(declared, {{"count", "7"}, {"share", "-2.5e3"}}).number<double>("share"), -2500);
  for (const char* const wrong : {"", "x", "-1", "1.5", "1x", "99999999999999999999"})
    EXPECT_THROW(plugins::PluginOptions(declared, {{"count", wrong}}), UsageError) << wrong;
  for (const char* const wrong : {"", "x", "1x", "nan", "inf", "1e999"})
    EXPECT_THROW(plugins::PluginOptions(declared, {{"share", wrong}}), UsageError) << wrong;
}

std::string refusal_of(const plugins::PluginOptions& options, auto number) {
  try {
    (void)options.number<decltype(number)>("value");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(PluginOptions, SayWhichNumbersTheirTypeHolds) {
  const auto options = [](const char* value) {
    return plugins::PluginOptions({{.name = "value"}}, {{"value", value}});
  };
  EXPECT_EQ(refusal_of(options("256"), std::uint8_t{}),
            "--value cannot be \"256\"; it is a whole number from 0 to 255");
  EXPECT_EQ(refusal_of(options("-129"), std::int8_t{}),
            "--value cannot be \"-129\"; it is a whole number from -128 to 127");
  EXPECT_EQ(refusal_of(options("1e39"), float{}), "--value cannot be \"1e39\"; it is a number of its type");
  EXPECT_EQ(refusal_of(options("255"), std::uint8_t{}), "none");
}

class Named final : public plugins::Plugin {
 public:
  explicit Named(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string summary() const override { return ""; }
  plugins::PluginReport run(Runtime&, const plugins::PluginOptions&) override { return {}; }

 private:
  std::string name_;
};

TEST(PluginRegistry, FindsPluginsByName) {
  plugins::PluginRegistry registry;
  registry.add(std::make_shared<Named>("a"));
  registry.add(std::make_shared<Named>("b-2"));
  ASSERT_NE(registry.find("b-2"), nullptr);
  EXPECT_EQ(registry.find("b-2")->name(), "b-2");
  EXPECT_EQ(registry.find("c"), nullptr);
  EXPECT_EQ(registry.plugins().size(), 2u);
}

TEST(PluginRegistry, RefusesNamesThatAreTakenOrNone) {
  plugins::PluginRegistry registry;
  registry.add(std::make_shared<Named>("a"));
  EXPECT_THROW(registry.add(std::make_shared<Named>("a")), UsageError);
  EXPECT_THROW(registry.add(std::make_shared<Named>("")), UsageError);
  EXPECT_THROW(registry.add(std::make_shared<Named>("A b")), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
