// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>

// The tables of docs/reference/algorithms.md and of the pages of the algorithms are those that the catalogue makes. A
// test that fails prints the right ones.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

const std::filesystem::path kReference = std::filesystem::path(WARPGRAPH_DOCS) / "reference";

std::string text_of(const std::filesystem::path& page) {
  std::ifstream file(page);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string overview() { return text_of(kReference / "algorithms.md"); }

std::string pages_of_algorithms() {
  std::string text;
  for (const auto& page : std::filesystem::directory_iterator(kReference / "algorithms"))
    if (page.path().extension() == ".md") text += text_of(page.path());
  return text;
}

// "`bfs_levels`, `bfs_parents`"
std::string as_code(const std::string& names) {
  if (names.empty()) return "";
  std::string text = "`";
  for (const char c : names) text += c == ',' ? "`," : c == ' ' ? " `" : std::string(1, c);
  return text + '`';
}

std::string needs_of(const Algorithm& algorithm) {
  if (algorithm.needs_undirected) return "an undirected graph";
  return algorithm.needs_outgoing ? "outgoing edges" : algorithm.edge_values;
}

std::string table_of_algorithms() {
  std::string table =
      "| command | function, header in `<warpgraph/algorithms/...>` | program | computes | needs "
      "|\n|---|---|---|---|---|\n";
  for (const Algorithm& each : all_algorithms()) {
    table += "| `" + each.name + "` | " + as_code(each.functions) + " (`" + each.header + "`) | " +
             as_code(each.programs) + " | " + each.summary + " | " + needs_of(each) + " |\n";
  }
  return table;
}

std::string table_of_options(const Algorithm& algorithm) {
  std::string table = "| option of `" + algorithm.name + "` | accepts | default | |\n|---|---|---|---|\n";
  for (const AlgorithmOption& each : algorithm.options) {
    const bool is_switch = each.kind == AlgorithmOption::Kind::kSwitch;
    table += "| `--" + each.name + (is_switch ? "" : " " + each.value_name) + "` | " + accepted_values(each) + " | " +
             (is_switch ? "off" : shown_default(each)) + " | " + each.help + " |\n";
  }
  return table;
}

TEST(CatalogueDocs, HaveTheTableOfAlgorithms) {
  EXPECT_NE(overview().find(table_of_algorithms()), std::string::npos) << table_of_algorithms();
}

TEST(CatalogueDocs, AskAQuestionThatEachAlgorithmAnswers) {
  const std::string page = overview();
  const std::string questions = page.substr(0, page.find("## Commands and functions"));
  for (const Algorithm& each : all_algorithms())
    EXPECT_NE(questions.find('`' + each.name + '`'), std::string::npos)
        << "| ... ? | [...](algorithms/" + each.name + ".md) | `" + each.name + "` |";
}

TEST(CatalogueDocs, HaveTheTablesOfOptions) {
  const std::string pages = pages_of_algorithms();
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.options.empty()) continue;
    const std::string table = table_of_options(algorithm);
    EXPECT_NE(pages.find(table), std::string::npos) << table;
  }
}

}  // namespace
}  // namespace warpgraph::test
