// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/values.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/value_columns.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "framework/io/reading.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

using Numbers = std::vector<std::int32_t>;

const IdMap kFromOne = {1, {}};
const IdMap kPermuted = {0, {30, 7, 2000000000000}};

class ValuesTest : public testing::Test {
 protected:
  ThreadPool pool_{3};
  TemporaryFolder folder_;

  template <class Value>
  std::string written(const std::string& name, const std::vector<Value>& values, const IdMap& ids = {}) {
    files::write_values<Value>(folder_.path() / name, values, ids, {{}, &pool_});
    return TemporaryFolder::content(folder_.path() / name);
  }
};

template <class Value>
std::vector<Value> read(std::string_view content, const std::string& name, const IdMap& ids = {},
                        VertexId vertex_count = 3) {
  return files::read_values<Value>(bytes_of(content), name, ids, vertex_count);
}

template <class Value>
std::string error_of_values(std::string_view content, const std::string& name, const IdMap& ids = {},
                            VertexId vertex_count = 3) {
  return refusal_of([&] { (void)read<Value>(content, name, ids, vertex_count); });
}

TEST_F(ValuesTest, TextIsInIncreasingOrderOfTheUsersIds) {
  EXPECT_EQ(written<std::int32_t>("v.txt", {1, 2, 3}, kFromOne), "1 1\n2 2\n3 3\n");
  EXPECT_EQ(written<std::int32_t>("v.txt", {1, -2, 3}, kPermuted), "7 -2\n30 1\n2000000000000 3\n");
}

TEST_F(ValuesTest, CsvFilesHaveCommasAndNamesOfColumns) {
  EXPECT_EQ(written<std::int32_t>("v.csv", {1, -2, 3}, kPermuted), "vertex,value\n7,-2\n30,1\n2000000000000,3\n");
  EXPECT_EQ(written<std::int32_t>("v.tsv", {1, -2, 3}, kPermuted), "7\t-2\n30\t1\n2000000000000\t3\n");
  EXPECT_EQ(written<std::int32_t>("v.csv", {}), "vertex,value\n");
}

TEST_F(ValuesTest, SeveralColumnsStandBelowTheirNames) {
  const std::vector<std::int64_t> level{2, -1, 0};
  const std::vector<float> share{.5f, 1, std::numeric_limits<float>::infinity()};
  const std::vector<files::ValueColumn> columns{{"level", std::span(level)}, {"share", std::span(share)}};
  const auto written_to = [&](const std::string& name) {
    files::write_columns(folder_.path() / name, columns, kPermuted, {{}, &pool_});
    return TemporaryFolder::content(folder_.path() / name);
  };
  EXPECT_EQ(written_to("v.txt"), "vertex level share\n7 -1 1.0\n30 2 0.5\n2000000000000 0 inf\n");
  EXPECT_EQ(written_to("v.csv"), "vertex,level,share\n7,-1,1.0\n30,2,0.5\n2000000000000,0,inf\n");
  EXPECT_EQ(written_to("v.tsv"), "vertex\tlevel\tshare\n7\t-1\t1.0\n30\t2\t0.5\n2000000000000\t0\tinf\n");
  EXPECT_THROW(written_to("v.npy"), UsageError);
  const std::vector<files::ValueColumn> uneven{columns[0], {"share", std::span(share).first(2)}};
  EXPECT_THROW(files::write_columns(folder_.path() / "w.txt", uneven, kPermuted), UsageError);
  EXPECT_THROW(files::write_columns(folder_.path() / "w.txt", {}, kPermuted), UsageError);
}

TEST_F(ValuesTest, NamesOfColumnsArePassedOver) {
  const Numbers values{1, -2, 3};
  for (const char* const name : {"v.csv", "v.csv.gz", "v.tsv"}) {
    written(name, values, kPermuted);
    EXPECT_EQ(files::read_values<std::int32_t>(folder_.path() / name, kPermuted, 3), values) << name;
  }
  EXPECT_EQ(read<std::int32_t>("# of mine\n\"id\";\"level\"\n0;1\n1;-2\n2;3\n", "v.txt"), values);
  EXPECT_EQ(error_of_values<std::int32_t>("0 1\nid level\n1 2\n2 3\n", "v.txt"),
            "v.txt:2: expected a vertex id, a whole number below 2^64, found 'id'");
  EXPECT_EQ(error_of_values<std::int32_t>("id level\nid level\n0 1\n", "v.txt"),
            "v.txt:2: expected a vertex id, a whole number below 2^64, found 'id'");
  EXPECT_EQ(error_of_values<std::int32_t>("id 1\n0 1\n", "v.txt"),
            "v.txt:1: expected a vertex id, a whole number below 2^64, found 'id'");
}

TEST_F(ValuesTest, ArraysAreInIncreasingOrderOfTheUsersIds) {
  EXPECT_EQ(written<std::int32_t>("v.bin", {1, -2, 3}, kPermuted), binary(-2, 1, 3));
  const std::string npy = written<std::int32_t>("v.npy", {1, -2, 3}, kPermuted);
  EXPECT_EQ(npy.substr(npy.size() - 12), binary(-2, 1, 3));
}

TEST_F(ValuesTest, RealNumbersAreTheShortestThatReadAsTheSame) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(written<float>("v.txt", {0.1f, 1, 1e20f}), "0 0.1\n1 1.0\n2 1e+20\n");
  EXPECT_EQ(written<double>("v.txt", {1.0 / 3, infinity, std::nan("")}), "0 0.3333333333333333\n1 inf\n2 nan\n");
}

TEST_F(ValuesTest, NpyHasTheHeaderThatNumPyWrites) {
  const std::string header = "{'descr': '<u8', 'fortran_order': False, 'shape': (2,), }";
  const std::string expected =
      std::string("\x93NUMPY\1\0v\0", 10) + header + std::string(128 - 10 - header.size() - 1, ' ') + "\n";
  EXPECT_EQ(written<std::uint64_t>("v.npy", {5, 6}), expected + binary(std::uint64_t{5}, std::uint64_t{6}));
}

template <class Value>
class ValueTypesTest : public ValuesTest {};
using ValueTypes = testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(ValueTypesTest, ValueTypes);

TYPED_TEST(ValueTypesTest, ComeBackFromEveryFormat) {
  using Limits = std::numeric_limits<TypeParam>;
  const std::vector<TypeParam> values = {Limits::lowest(), Limits::max(), static_cast<TypeParam>(0.1)};
  for (const std::string name : {"v.txt", "v.npy", "v.bin", "v.txt.gz", "v.NPY.gz", "v.bin.gz", "v.txt.zst"}) {
    for (const IdMap& ids : {IdMap(), kFromOne, kPermuted}) {
      this->written(name, values, ids);
      EXPECT_EQ(files::read_values<TypeParam>(this->folder_.path() / name, ids, 3), values) << name;
    }
  }
}

TEST_F(ValuesTest, ManyValuesOfSparseIdsComeBack) {
  constexpr VertexId kMany = 200'000;
  IdMap ids;
  std::vector<VertexId> values;
  for (std::uint64_t v = 0; v < kMany; ++v) {
    ids.original.push_back(v * 0x9e3779b97f4a7c15u);
    values.push_back(static_cast<VertexId>(v));
  }
  const std::string several = written("v.txt", values, ids);
  ThreadPool one(1);
  files::write_values<VertexId>(folder_.path() / "w.txt", values, ids, {{}, &one});
  EXPECT_EQ(several, TemporaryFolder::content(folder_.path() / "w.txt"));
  EXPECT_EQ(read<VertexId>(several, "v.txt", ids, kMany), values);
}

TEST_F(ValuesTest, EdgesAreLinesInTheirOwnOrder) {
  const std::vector<VertexId> source = {2, 0};
  const std::vector<VertexId> target = {0, 1};
  const std::vector<double> value = {0.5, 2};
  files::write_edge_values<double>(folder_.path() / "tree.txt", {source, target, value}, kPermuted);
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "tree.txt"), "2000000000000 30 0.5\n30 7 2.0\n");
}

TEST_F(ValuesTest, LinesMayBeInAnyOrder) {
  EXPECT_EQ(read<std::int32_t>("# of mine\n30, 5\n\n2000000000000\t6\r\n7 7", "v.txt", kPermuted), (Numbers{5, 7, 6}));
}

TEST_F(ValuesTest, RealTypesTakeTheNearestNumber) {
  EXPECT_EQ(read<float>("0 0.1\n1 1e-60\n2 7", "v.txt"), (std::vector<float>{0.1f, 0, 7}));
  written<double>("v.npy", {0.1, 1e-60, 7});
  EXPECT_EQ(files::read_values<float>(folder_.path() / "v.npy", {}, 3), (std::vector<float>{0.1f, 0, 7}));
}

TEST_F(ValuesTest, IntegersOfNumPyFitAnyType) {
  written<std::int64_t>("v.npy", {2, 0, 1});
  EXPECT_EQ(files::read_values<std::uint32_t>(folder_.path() / "v.npy", {}, 3), (std::vector<std::uint32_t>{2, 0, 1}));
  EXPECT_EQ(files::read_values<double>(folder_.path() / "v.npy", {}, 3), (std::vector<double>{2, 0, 1}));
}

TEST_F(ValuesTest, HeadersOfNumPyHaveQuotesOfEitherKindAndAnyOrder) {
  std::string npy = written<float>("v.npy", {1, 2, 3});
  const auto replace = [&](std::string_view what, std::string_view other) {
    npy.replace(npy.find(what), what.size(), other);
  };
  replace("'descr': '<f4'", R"("descr": "<f4")");
  replace("'fortran_order': False", "'fortran_order': True ");
  EXPECT_EQ(read<float>(npy, "v.npy"), (std::vector<float>{1, 2, 3}));
  replace(R"("descr": "<f4", 'fortran_order': True )", R"('fortran_order': True , "descr": "<f4")");
  EXPECT_EQ(read<float>(npy, "v.npy"), (std::vector<float>{1, 2, 3}));
}

TEST_F(ValuesTest, AnIntegerTypeTakesNothingElse) {
  const auto error = [&](double value) {
    return error_of_values<std::uint64_t>(written<double>("v.npy", {1, value, -2}), "v.npy");
  };
  EXPECT_EQ(error(-1), "v.npy: expected an integer of 64 bits that is not negative at index 1, found -1.000000");
  EXPECT_NE(error(0.5).find("found 0.5"), std::string::npos);
  EXPECT_NE(error(0x1p64).find("at index 1"), std::string::npos);
  EXPECT_NE(error(std::nan("")).find("at index 1"), std::string::npos);
  EXPECT_NE(error(0x1p63).find("at index 2"), std::string::npos);
}

TEST_F(ValuesTest, ErrorsOfTextHaveTheLine) {
  const auto error = [](std::string_view text) { return error_of_values<std::uint32_t>(text, "v.txt", kFromOne); };
  EXPECT_EQ(error("1 5\n4 6\n"), "v.txt:2: expected the id of a vertex of the graph, found '4'");
  EXPECT_EQ(error("1 5\n0 6\n"), "v.txt:2: expected the id of a vertex of the graph, found '0'");
  EXPECT_EQ(error("x 5\n"), "v.txt:1: expected a vertex id, a whole number below 2^64, found 'x'");
  EXPECT_EQ(error("1 5\n\n1 6\n"), "v.txt:3: expected one value for vertex 1, found a second");
  EXPECT_EQ(error("1\n"), "v.txt:1: expected an integer of 32 bits that is not negative, found the end of the line");
  EXPECT_EQ(error("1 -5\n"), "v.txt:1: expected an integer of 32 bits that is not negative, found '-5'");
  EXPECT_EQ(error("1 5 6\n"), "v.txt:1: expected the end of the line, found '6'");
  EXPECT_EQ(error("1 5\n3 6\n"), "v.txt:2: expected 3 values, one for each vertex, found 2, and none for vertex 2");
}

TEST_F(ValuesTest, ErrorsOfArraysSayWhatWasExpected) {
  const std::string npy = written<float>("v.npy", {1, 2, 3});
  const auto error = [](std::string_view content, VertexId count = 3) {
    return error_of_values<float>(content, "v.npy", {}, count);
  };
  const auto with = [&](std::string_view what, std::string_view other) {
    return std::string(npy).replace(npy.find(what), what.size(), other);
  };
  EXPECT_EQ(error(npy, 4), "v.npy: expected 4 values, one for each vertex, found 3");
  EXPECT_EQ(error("0 1\n1 2\n2 3\n"), "v.npy: expected a .npy file, which begins with the byte 0x93 and NUMPY");
  EXPECT_EQ(error(with("<f4", ">f4")),
            "v.npy: expected numbers of the type <i4, <u4, <i8, <u8, <f4 or <f8, found '>f4'");
  EXPECT_EQ(error(with("(3,)", "(3, 1)")), "v.npy: expected an array of one dimension, found one of the shape '3, 1'");
  EXPECT_EQ(error(with("(3,)", "(\x01\xff,)")),
            "v.npy: expected an array of one dimension, found one of the shape '??,'");
  EXPECT_EQ(error(with("'descr'", "'types'")),
            "v.npy: expected descr, fortran_order and shape in the .npy header, each once, found 'types'");
  EXPECT_EQ(error(with("'<f4'", "\x07<f4'")),
            "v.npy: expected a text between quotes in the .npy header, found '?<f4', 'fortran_order': ...'");
  EXPECT_EQ(error(with(" }", "  ")), "v.npy: expected a text between quotes in the .npy header, found its end");
  EXPECT_EQ(error(npy.substr(0, 60)), "v.npy: expected a whole .npy header, and the file ends in it");
  EXPECT_EQ(error(npy.substr(0, npy.size() - 1)),
            "v.npy: expected values (3 x 4 bytes) from byte 128 on, but the file has only 11 bytes there");
  EXPECT_EQ(error(npy + "x"), "v.npy: expected the end after 140 bytes, found 1 more");
  EXPECT_EQ(error_of_values<float>("12345678", "v.bin"),
            "v.bin: expected values (3 x 4 bytes) from byte 0 on, but the file has only 8 bytes there");
}

TEST_F(ValuesTest, BinaryFilesThatLookCompressedAreNot) {
  EXPECT_EQ(read<std::int32_t>(binary(0x8b1f, 2, 3), "v.bin"), (Numbers{0x8b1f, 2, 3}));
}

TEST_F(ValuesTest, APermutationHasEachNumberOnce) {
  const auto error = [&](std::string_view text) {
    return refusal_of([&] { (void)files::read_permutation(folder_.file("p.txt", text), kFromOne, 3); }, folder_.path());
  };
  EXPECT_EQ(error("1 2\n2 0\n3 1\n"), "no error");
  EXPECT_EQ(error("1 2\n2 0\n3 3\n"), "p.txt: vertex 3 gets the number 3, expected one below 3");
  EXPECT_EQ(error("1 2\n2 0\n3 2\n"), "p.txt: vertex 3 gets the number 2, as does vertex 1, expected each number once");
}

TEST_F(ValuesTest, SaysThatThereIsNoFile) {
  EXPECT_THROW((void)files::read_values<float>(folder_.path() / "none.txt", {}, 3), InputError);
}

TEST(ValueFormat, IsInTheName) {
  EXPECT_EQ(files::value_format_of("a.npy"), files::ValueFormat::kNpy);
  EXPECT_EQ(files::value_format_of("a.bin.zst"), files::ValueFormat::kBinary);
  EXPECT_EQ(files::value_format_of("a.tsv"), files::ValueFormat::kText);
  EXPECT_EQ(files::value_format_of("-"), files::ValueFormat::kText);
}

TEST_F(ValuesTest, TextMayBeginWithAByteOrderMark) {
  EXPECT_EQ(read<std::int32_t>("\xef\xbb\xbf"
                               "0 1\n1 2\n2 3\n",
                               "v.txt"),
            (Numbers{1, 2, 3}));
  EXPECT_EQ(error_of_values<std::int32_t>("\xff\xfe"
                                          "0",
                                          "v.txt"),
            "v.txt:1: expected text in ASCII or UTF-8, found UTF-16");
}

}  // namespace
}  // namespace warpgraph::test
