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
  if (algorithm.takes == GraphKind::kForest) return "an undirected graph without cycles";
  if (algorithm.takes == GraphKind::kLists) return "a graph of lists";
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

std::string values_of(const AlgorithmColumn& column) {
  switch (column.type) {
    case ColumnType::kVertex:
      return "a vertex";
    case ColumnType::kDistance:
      return "float or double as the weights, otherwise int64";
    case ColumnType::kWeight:
      return "as the weights, int32 without";
    default:
      return std::string(to_string(column.type)) +
             (column.double_with.empty() ? "" : "; double with `--" + column.double_with + '`');
  }
}

std::string missing_of(const AlgorithmColumn& column) {
  switch (column.missing) {
    case Missing::kNever:
      return "";
    case Missing::kMinusOne:
      return "-1";
    case Missing::kInfinite:
      return "infinity, or -1 of int64";
    case Missing::kLowest:
      return "the lowest number";
  }
  return "";
}

std::string made_of(const AlgorithmColumn& column) {
  if (!column.made_with.empty()) return "`--" + column.made_with + "`, `--columns`";
  return column.is_usual ? "" : "`--columns`";
}

std::string table_of_columns() {
  std::string table = "| command | column | values | none | asked for by | |\n|---|---|---|---|---|---|\n";
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const AlgorithmColumn& each : algorithm.columns) {
      table += "| `" + algorithm.name + "` | `" + each.name + "` | " + values_of(each) + " | " + missing_of(each) +
               " | " + made_of(each) + " | " + each.help + " |\n";
    }
  }
  return table;
}

std::string type_of(const DeclaredFact& fact) {
  switch (fact.type) {
    case FactType::kVertex:
      return "a vertex";
    case FactType::kWeight:
      return "double or int64 as the weights";
    default:
      return std::string(to_string(fact.type)) + (fact.unit.empty() ? "" : ", " + fact.unit);
  }
}

std::string table_of_facts() {
  std::string table = "| command | fact | type | |\n|---|---|---|---|\n";
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const DeclaredFact& each : algorithm.facts) {
      table += "| `" + algorithm.name + "` | `" + (each.is_of_device ? "device_N_" : "") + each.name + "` | " +
               type_of(each) + " | " + each.help + " |\n";
    }
  }
  return table;
}

TEST(CatalogueDocs, HaveTheTableOfColumns) {
  EXPECT_NE(overview().find(table_of_columns()), std::string::npos) << table_of_columns();
}

TEST(CatalogueDocs, HaveTheTableOfFacts) {
  EXPECT_NE(overview().find(table_of_facts()), std::string::npos) << table_of_facts();
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
