// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <warpgraph/runtime/error.hpp>

#include "../call.hpp"
#include "rank/number_file.hpp"

namespace warpgraph::test {
namespace {

using cli::Numbers;
using cli::NumberType;

// 0 -> 2 -> 1 -> 4 -> 3 and 5
constexpr const char* kLists = "2\n4\n1\n3\n3\n-1\n";

std::string npy(const std::string& dictionary, const std::string& data) {
  return std::string("\x93NUMPY\x01", 7) + '\0' + static_cast<char>(dictionary.size()) + '\0' + dictionary + data;
}
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}
Numbers read(const std::string& bytes, files::ValueFormat format, NumberType otherwise = NumberType::kUint32) {
  return cli::read_numbers(std::as_bytes(std::span(bytes)), "file", format, otherwise);
}

class RankCommand : public testing::Test {
 protected:
  CallResult rank(const std::vector<std::string>& options) const {
    std::vector<std::string> arguments{"rank", "--devices", "host"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return call(arguments);
  }
  void expect_refused(const std::vector<std::string>& options, int code, const std::string& text) const {
    const auto before = folder_.names();
    const CallResult result = rank(options);
    EXPECT_EQ(result.code, code) << result.err;
    EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
    EXPECT_EQ(folder_.names(), before);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.file(name); }

  CallFolder folder_;
  std::string lists_ = folder_.write("next.txt", kLists);
};

TEST_F(RankCommand, WritesRanksHeadsAndOrderOfText) {
  const CallResult result =
      rank({lists_, "-o", path("ranks.txt"), "--heads", path("heads.txt"), "--order", path("order.txt"), "--verify"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(folder_.read("ranks.txt"), "0\n2\n1\n4\n3\n0\n");
  EXPECT_EQ(folder_.read("heads.txt"), "0\n0\n0\n0\n0\n5\n");
  EXPECT_EQ(folder_.read("order.txt"), "0\n2\n1\n4\n3\n5\n");
}

TEST_F(RankCommand, RanksFromTheTail) {
  ASSERT_EQ(rank({lists_, "-o", path("ranks.txt"), "--from", "tail"}).code, 0);
  EXPECT_EQ(folder_.read("ranks.txt"), "4\n2\n3\n0\n1\n0\n");
}

TEST_F(RankCommand, AddsValuesUpAlongTheLists) {
  const std::string values = folder_.write("values.txt", "10\n-20\n30\n40\n50\n60\n");
  ASSERT_EQ(rank({lists_, "-o", path("sums.txt"), "--values", values}).code, 0);
  EXPECT_EQ(folder_.read("sums.txt"), "10\n20\n40\n110\n70\n60\n");
  ASSERT_EQ(rank({lists_, "-o", path("sums.txt"), "--values", values, "--from", "tail"}).code, 0);
  EXPECT_EQ(folder_.read("sums.txt"), "110\n70\n100\n40\n90\n60\n");
}

TEST_F(RankCommand, SumsBeyond64BitsAreRefused) {
  // 0 -> 2 -> 1 -> 4 -> 3, and 5
  const std::string values = folder_.write("values.txt", "9223372036854775807\n1\n-1\n40\n-50\n9223372036854775807\n");
  ASSERT_EQ(rank({lists_, "-o", path("sums.txt"), "--values", values}).code, 0);
  EXPECT_EQ(folder_.read("sums.txt"),
            "9223372036854775807\n9223372036854775807\n9223372036854775806\n"
            "9223372036854775797\n9223372036854775757\n9223372036854775807\n");
  const std::string too_much = folder_.write("values.txt", "9223372036854775807\n1\n0\n0\n0\n0\n");
  expect_refused({lists_, "--order", path("r.txt"), "-o", path("sums2.txt"), "--values", too_much}, 3,
                 "values.txt: the values up to element 1 add up to more than 64 bits hold");
  expect_refused({lists_, "-o", path("r.txt"), "--values", too_much, "--from", "tail"}, 3,
                 "values.txt: the values up to element 0 add up to more than 64 bits hold");
}

TEST_F(RankCommand, ArraysOfNumPyKeepTheirType) {
  const std::string next = folder_.write(
      "next.npy", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }", bytes_of<std::int64_t>({2, -1, 1})));
  ASSERT_EQ(rank({next, "-o", path("ranks.npy")}).code, 0);
  const Numbers ranks = read(folder_.read("ranks.npy"), files::ValueFormat::kNpy);
  EXPECT_EQ(ranks.type, NumberType::kInt64);
  EXPECT_EQ(ranks.wide, (std::vector<std::uint64_t>{0, 2, 1}));
}

TEST_F(RankCommand, RawNumbersHaveTheWidthThatIsSaid) {
  const std::string narrow = folder_.write("narrow.bin", bytes_of<std::uint32_t>({1, 1}));
  ASSERT_EQ(rank({narrow, "-o", path("ranks.bin")}).code, 0);
  EXPECT_EQ(folder_.read("ranks.bin"), bytes_of<std::uint32_t>({0, 1}));
  const std::string wide = folder_.write("wide.bin", bytes_of<std::uint64_t>({1, ~std::uint64_t{0}}));
  ASSERT_EQ(rank({wide, "-o", path("ranks.bin"), "--index", "64"}).code, 0);
  EXPECT_EQ(folder_.read("ranks.bin"), bytes_of<std::uint64_t>({0, 1}));
}

TEST_F(RankCommand, WhatIsNoListIsRefusedWithTheFileAndTheElement) {
  expect_refused({folder_.write("a.txt", "1\n2\n1\n"), "-o", path("ranks.txt")}, 3,
                 "a.txt: element 1 has two predecessors, 0 and 2");
  expect_refused({folder_.write("b.txt", "1\n2\n0\n"), "-o", path("ranks.txt")}, 3, "b.txt: element 0 is on a circle");
  expect_refused({folder_.write("c.txt", "1\n7\n"), "-o", path("ranks.txt")}, 3,
                 "c.txt: element 1 is followed by 7, and the last element is 1");
  expect_refused({folder_.write("d.txt", "1\nx\n"), "-o", path("ranks.txt")}, 3, "d.txt:2: expected a whole number");
}

TEST_F(RankCommand, EveryMethodRanksGeneratedLists) {
  for (const char* const method : {"walkers", "sequential", "pointer-jumping", "one-block-jumping", "splitters-64",
                                   "splitters-48", "splitter-threads"}) {
    for (const char* const shape : {"random:1000", "sequential:1", "reversed:77", "strided:500,stride=9"}) {
      const CallResult result = rank({"--generate", shape, "--method", method, "--verify"});
      EXPECT_EQ(result.code, 0) << method << ' ' << shape << ' ' << result.err;
      EXPECT_NE(result.out.find("all ranks are right"), std::string::npos) << result.out;
    }
  }
}

TEST_F(RankCommand, GeneratedListsCanBeKept) {
  ASSERT_EQ(rank({"--generate", "random:100,lists=3", "--next", path("next.npy"), "-o", path("ranks.npy")}).code, 0);
  ASSERT_EQ(rank({path("next.npy"), "-o", path("again.npy"), "--verify"}).code, 0);
  EXPECT_EQ(folder_.read("again.npy"), folder_.read("ranks.npy"));
}

TEST_F(RankCommand, GeneratedListsAsTextHaveNoSuccessorAtTheirTails) {
  for (const std::string index : {"32", "64"}) {
    ASSERT_EQ(rank({"--generate", "sequential:5,lists=2", "--index", index, "--next", path("next.txt")}).code, 0);
    EXPECT_EQ(folder_.read("next.txt"), "1\n2\n-1\n4\n-1\n");
  }
}

TEST_F(RankCommand, TellsTheStrideIfItIsNotTheOneThatWasAskedFor) {
  const std::string remark = "warpgraph: note: --generate: the stride is 11; 9 and 30 elements have a common divisor\n";
  EXPECT_EQ(rank({"--generate", "strided:30,stride=9"}).err, remark);
  EXPECT_EQ(rank({"--generate", "strided:31,stride=9"}).err, "");
  EXPECT_EQ(rank({"--generate", "strided:0,stride=9"}).err, "");
  expect_refused({"--generate", "random:31,stride=9"}, 2, "found \"stride=9\"");
  expect_refused({"--generate", "random:31,lists=2,lists=3"}, 2, "each once, found \"lists=3\"");
}

TEST_F(RankCommand, ReadsWhatGenerateListWrites) {
  for (const std::string name : {"lists.wg", "lists.el", "lists.mtx"}) {
    ASSERT_EQ(call({"generate", "list", "--vertices", "50", "--lists", "4", "--directed", "-o", path(name)}).code, 0);
    const CallResult result = rank({path(name), "-o", path("ranks.txt"), "--verify", "--json"});
    ASSERT_EQ(result.code, 0) << name << result.err;
    EXPECT_EQ(result.json()["lists"], 4) << name;
  }
  ASSERT_EQ(call({"generate", "list", "--vertices", "50", "-o", path("both.wg")}).code, 0);
  expect_refused({path("both.wg"), "-o", path("r.txt")}, 2, "warpgraph generate list has --directed");
  expect_refused(
      {folder_.write("pairs.txt", "0 5\n5 5\n"), "-o", path("r.txt")}, 3,
      "pairs.txt:1: expected one whole number, found \"0 5\"; lines of edges are a graph, for --format edges");
}

TEST_F(RankCommand, JsonTellsListsAndSteps) {
  const CallResult result = rank({"--generate", "random:1000,lists=8", "--json", "--verify"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("\"lists\": 8"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\"verified\": true"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\"steps\""), std::string::npos) << result.out;
}

TEST_F(RankCommand, CallsWithoutSenseAreRefused) {
  expect_refused({}, 2, "expected a file of successors, or --generate");
  expect_refused({lists_}, 2, "say where the ranks go");
  expect_refused({lists_, "--values", lists_, "--order", path("order.txt")}, 2,
                 "--values has no effect without --output");
  expect_refused({lists_, "-o", lists_}, 2, "next.txt");
  expect_refused({"--generate", "circular:10"}, 2, "expected SHAPE:ELEMENTS");
  expect_refused({"--generate", "random:10,lists=11"}, 2, "one for each element");
  expect_refused({lists_, "-o", path("r.txt"), "--values", folder_.write("v.txt", "1\n")}, 3, "expected 6 values");
}

TEST_F(RankCommand, SeveralDevicesGiveTheSameFiles) {
  ASSERT_EQ(rank({"--generate", "random:3000,lists=7", "--next", path("next.npy")}).code, 0);
  const auto rank_on = [&](const std::string& devices, const std::string& name) {
    const CallResult result =
        call({"rank", "--devices", devices, path("next.npy"), "--from", "tail", "-o", path(name), "--order",
              path(name + "order.npy"), "--heads", path(name + "heads.npy"), "--verify", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(call({"rank", "--devices", devices, path("next.npy"), "--values", path("next.npy"), "-o",
                    path(name + "sums.npy")})
                  .code,
              0);
    return result.out;
  };
  rank_on("host", "one.npy");
  EXPECT_NE(rank_on("host:3", "three.npy").find("host:0, host:1, host:2"), std::string::npos);
  for (const char* const each : {"", "order.npy", "heads.npy", "sums.npy"})
    EXPECT_EQ(folder_.read(std::string("three.npy") + each), folder_.read(std::string("one.npy") + each)) << each;
}

TEST_F(RankCommand, AMethodForComparisonSaysThatItIsForOneDevice) {
  const CallResult result =
      call({"rank", "--devices", "host:3", "--generate", "random:100", "--method", "pointer-jumping", "--verify"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("1 of 3: pointer-jumping is for one"), std::string::npos) << result.out;
}

TEST_F(RankCommand, TheEdgesOfAGraphAreLists) {
  // 10 -> 30 -> 20 and 50 -> 40 with an edge to itself
  const std::string graph = folder_.write("g.el", "10 30\n30 20\n50 40\n40 40\n");
  const std::string values = folder_.write("values.txt", "10 1\n20 2\n30 3\n40 4\n50 -5\n");
  ASSERT_EQ(
      rank({graph, "-o", path("ranks.txt"), "--heads", path("heads.txt"), "--order", path("order.txt"), "--verify"})
          .code,
      0);
  EXPECT_EQ(folder_.read("ranks.txt"), "10 0\n20 2\n30 1\n40 1\n50 0\n");
  EXPECT_EQ(folder_.read("heads.txt"), "10 10\n20 10\n30 10\n40 50\n50 50\n");
  EXPECT_EQ(folder_.read("order.txt"), "10\n30\n20\n50\n40\n");
  ASSERT_EQ(rank({graph, "--values", values, "-o", path("sums.txt")}).code, 0);
  EXPECT_EQ(folder_.read("sums.txt"), "10 1\n20 6\n30 4\n40 -1\n50 -5\n");
}

TEST_F(RankCommand, AGraphThatIsNoListsIsRefusedWithIds) {
  const auto refused = [&](const char* edges, const std::string& text) {
    expect_refused({folder_.write("g.el", edges), "-o", path("ranks.txt")}, 3, text);
  };
  refused("10 30\n10 20\n", "g.el: vertex 10 has two successors, ");
  refused("10 30\n10 30\n", "g.el: vertex 10 has two edges to vertex 30");
  refused("10 30\n20 30\n", "g.el: vertex 30 has two predecessors, 10 and 20");
  refused("10 30\n40 50\n50 40\n", "g.el: vertex 40 is on a circle");
}

TEST_F(RankCommand, NegativeNumbersAreShownAsSuch) {
  const std::string next = folder_.write(
      "next.npy", npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", bytes_of<std::int32_t>({1, -7})));
  expect_refused({next, "-o", path("ranks.npy")}, 3, "element 1 is followed by -7, and the last element is 1");
}

TEST_F(RankCommand, TextMayHaveCommentsAndAMark) {
  const std::string next = folder_.write("next.txt", "\xef\xbb\xbf# of two elements\n1\n% and\n// so\n1\n");
  ASSERT_EQ(rank({next, "-o", path("ranks.txt")}).code, 0);
  EXPECT_EQ(folder_.read("ranks.txt"), "0\n1\n");
}

TEST_F(RankCommand, NumbersBeyond64BitsAreRefusedAsSuch) {
  const std::string next = folder_.write("next.txt", "1\n18446744073709551616\n");
  expect_refused({next, "-o", path("ranks.txt")}, 3, "next.txt:2: expected a whole number that fits 64 bits, found");
  const std::string values = folder_.write("values.txt", "5 7\n");
  const CallResult result = rank({lists_, "--values", values, "-o", path("sums.txt")});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err.find("--format"), std::string::npos) << result.err;
}

TEST_F(RankCommand, ListsCanBeVerifiedAlone) {
  const CallResult result = rank({lists_, "--verify"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("all ranks are right"), std::string::npos) << result.out;
}

TEST_F(RankCommand, NamesOfCompressedFilesAreRefused) {
  expect_refused({lists_, "-o", path("ranks.txt.gz")}, 2, "this file is never compressed");
  expect_refused({lists_, "-o", path("ranks.txt"), "--order", path("order.zst")}, 2, "this file is never compressed");
  expect_refused({path("next.txt.gz"), "-o", path("ranks.txt")}, 2, "this file is never compressed");
}

TEST_F(RankCommand, OptionsWithoutEffectAreRefused) {
  expect_refused({lists_, "-o", path("r.txt"), "--method", "pointer-jumping", "--values", lists_}, 2,
                 "--method pointer-jumping gives ranks only: --values takes walkers or sequential");
  expect_refused({path("next.npy"), "-o", path("r.bin"), "--index", "64"}, 2, "--index is for text and .bin files");
  expect_refused({lists_, "-o", path("r.txt"), "--method", "sequential", "--splitters", "9"}, 2,
                 "--splitters has no effect with --method sequential");
  expect_refused({lists_, "-o", path("r.txt"), "--method", "pointer-jumping", "--seed", "9"}, 2,
                 "--seed has no effect with --method pointer-jumping");
  expect_refused({lists_, "-o", path("r.txt"), "--direction", "directed"}, 2, "--direction is for graphs");
}

TEST_F(RankCommand, TheTimeOfAMethodForComparisonIsThatOfItsSteps) {
  const CallResult result = rank({"--generate", "random:3000", "--method", "splitters-64", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  double sum = 0;
  for (const auto& step : json["steps"])
    if (step["name"] != "RS5 coalesced, wrong") sum += step["seconds"].get<double>();
  EXPECT_DOUBLE_EQ(json["seconds"].get<double>(), sum);
}

TEST_F(RankCommand, HeadersOfNumPyAreReadStrictly) {
  const std::string data = bytes_of<std::uint32_t>({1, 1});
  EXPECT_EQ(
      read(npy("{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }  \n", data), files::ValueFormat::kNpy).narrow,
      (std::vector<std::uint32_t>{1, 1}));
  EXPECT_EQ(read(npy("{'shape': (2,), 'fortran_order': False, 'descr': '<u4'}", data), files::ValueFormat::kNpy).size(),
            2u);
  EXPECT_EQ(
      read(npy("{'descr': '<u4', 'fortran_order': True, 'shape': (2,), }", data), files::ValueFormat::kNpy).narrow,
      (std::vector<std::uint32_t>{1, 1}))
      << "one dimension has either order";
  for (const std::string& wrong :
       {npy("{'descr': '>u4', 'fortran_order': False, 'shape': (2,), }", data),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", data),
        npy("{'descr': '<u4', 'fortran_order': False, 'shape': (1, 2), }", data),
        npy("{'descr': '<u4', 'fortran_order': False, 'shape': (2), }", data),
        npy("{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }", data),
        npy("{'descr': '<u4', 'fortran_order': False, 'shape': (2,), } x", data),
        npy("{'descr': '<u4', 'descr': '<u4', 'fortran_order': False, 'shape': (2,), }", data),
        npy("{'fortran_order': False, 'shape': (2,), }", data), npy("", data), data, std::string("\x93NUMPY")}) {
    EXPECT_THROW((void)read(wrong, files::ValueFormat::kNpy), InputError) << wrong;
  }
}

TEST_F(RankCommand, DamagedFilesOfNumbersAreReadOrRefused) {
  const std::string good =
      npy("{'descr': '<i4', 'fortran_order': False, 'shape': (5,), }", bytes_of<std::int32_t>({1, 2, 3, 4, -1}));
  std::mt19937 random(1);
  std::uint64_t refused = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string bytes = good;
    for (unsigned change = random() % 4 + 1; change > 0; --change) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 3) {
        case 0:
          bytes[at] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(at, random() % 4 + 1);
          break;
        default:
          bytes.insert(at, 1, static_cast<char>(random()));
      }
      if (bytes.empty()) bytes = "x";
    }
    for (const files::ValueFormat format :
         {files::ValueFormat::kNpy, files::ValueFormat::kText, files::ValueFormat::kBinary}) {
      try {
        const Numbers numbers = read(bytes, format, trial % 2 == 0 ? NumberType::kInt64 : NumberType::kInt32);
        EXPECT_LE(numbers.size(), bytes.size());
      } catch (const InputError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 20000u);
}

}  // namespace
}  // namespace warpgraph::test
