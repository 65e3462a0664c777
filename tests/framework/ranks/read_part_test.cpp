// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/read_part.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/with_weights.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>

#include "../graph/random_list.hpp"
#include "parts.hpp"
#include "ranks/readers.hpp"
#include "support/sanitizers.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

using std::filesystem::path;

std::vector<ranks::AnyGraphPart> read_parts(int ranks, const path& file, const ranks::ReadPartOptions& options = {}) {
  return parts_of(ranks, [&](Ranks& each, ThreadPool& threads) {
    ranks::ReadPartOptions own = options;
    own.read.pool = &threads;
    return ranks::read_part(each, file, own);
  });
}

AnyGraph read_whole(const path& file, const ranks::ReadPartOptions& options = {}) {
  ThreadPool threads(2);
  files::ReadOptions reading = options.read;
  reading.pool = &threads;
  return build_graph(threads, files::read_edge_list(file, reading), options.build);
}

// The same for all ranks, and for one that reads by itself.
std::string error_of_one(const path& file, const ranks::ReadPartOptions& options = {}) {
  try {
    if (file.extension() == ".wg") {
      static_cast<void>(files::read_wg(file, {.verify = true}));
    } else {
      static_cast<void>(read_whole(file, options));
    }
  } catch (const InputError& error) {
    return std::string("InputError ") + error.what();
  }
  return {};
}

std::vector<std::string> errors_of_reading(int ranks, const path& file, const ranks::ReadPartOptions& options = {}) {
  return errors_of(ranks, [&](Ranks& each, ThreadPool& threads) {
    ranks::ReadPartOptions own = options;
    own.read.pool = &threads;
    static_cast<void>(ranks::read_part(each, file, own));
  });
}

class ReadPart : public ::testing::TestWithParam<int> {
 protected:
  void expect_as_one(const path& file, const ranks::ReadPartOptions& options = {}) const {
    const std::string expected = error_of_one(file, options);
    if (expected.empty()) {
      EXPECT_EQ(rows_of(read_parts(GetParam(), file, options)), rows_of(read_whole(file, options)));
    } else {
      for (const std::string& error : errors_of_reading(GetParam(), file, options)) EXPECT_EQ(error, expected);
    }
  }

  TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Host, ReadPart, ::testing::ValuesIn(kRankCounts),
                         [](const auto& param) { return "ranks" + std::to_string(param.param); });

TEST_P(ReadPart, EdgeListsAreThoseThatOneRankReads) {
  const std::string texts[] = {
      "0 1\n1 2\n2 0\n",
      "7 9",
      "# only\n# Nodes: 12 Edges: 0\n",
      "# one\nfrom,to,weight\n0,3,5\n3,2,7\n1,0,2\n2,2,9\n",
      "# Undirected graph\n# Nodes: 9 Edges: 4\n1 2\n\n\n2 3\n3 8\n8 8\n",
      "5 6 1\n6 7 2\n5 6 9000000000\n7 7 -3\n",
      "5 6 1\n6 7 2\n5 6 2\n7 7 1.5\n1 2 9007199254740993\n",
      "4294967294 3\n3 4294967295\n",
      "18446744073709551615 1099511627776\n1099511627776 5\n5 6\n6 18446744073709551615\n",
      "\xef\xbb\xbf"
      "10 20\n20 30\n",
  };
  int number = 0;
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    expect_as_one(folder_.file("g" + std::to_string(number++) + ".txt", text));
    for (const files::IdMapping ids : {files::IdMapping::kCompact, files::IdMapping::kKeep}) {
      ranks::ReadPartOptions options;
      options.read.ids = ids;
      if (ids == files::IdMapping::kKeep && text.size() > 9 && text.find("94967") != text.npos)
        continue;  // rows take 32 GiB
      expect_as_one(folder_.file("g.el", text), options);
    }
  }
}

TEST_P(ReadPart, LongListsOfAllFormatsAreThoseThatOneRankReads) {
  ThreadPool threads(2);
  int number = 0;
  for (const Direction direction : {Direction::kDirected, Direction::kUndirectedOnce}) {
    for (const int type : {0, 1, 2, 4}) {
      EdgeList list = random_list(static_cast<std::uint64_t>(++number), 300, 2000, type, direction);
      for (const char* const name : {"g.el", "g.mtx", "g.gr"}) {
        SCOPED_TRACE(name + std::string(", values ") + std::to_string(type));
        if (std::string(name) != "g.el") list.ids = {.base = 1};
        if (std::string(name) == "g.gr" && type == 4) continue;
        const path written = folder_.path() / name;
        files::WriteOptions writing;
        writing.pool = &threads;
        static_cast<void>(files::write_edge_list(written, list, writing));
        expect_as_one(written, {.build = {.symmetrise = number % 2 == 0, .duplicates = Duplicates::kFirst}});
      }
    }
  }
}

TEST_P(ReadPart, ErrorsNameTheFirstBadLineOfTheWholeFile) {
  std::string good;
  for (int i = 0; i < 500; ++i) good += std::to_string(i) + " " + std::to_string(i * 7 % 500) + "\n";
  expect_as_one(folder_.file("a.el", good + "x 3\n" + good));
  expect_as_one(folder_.file("b.el", good + "1 2 3 4\n" + good + "oops\n"));
  expect_as_one(folder_.file("c.el", good + "1099511627776 2\n" + good + "3 -1\n"));
  expect_as_one(folder_.file("d.el", "# nothing\n"));
  expect_as_one(folder_.file("e.el", good + good + "1 2"));
  const std::string banner = "%%MatrixMarket matrix coordinate integer general\n";
  const std::string entries = "1 2 3\n2 3 4\n3 1 5\n";
  expect_as_one(folder_.file("a.mtx", banner + "3 3 3\n" + entries));
  expect_as_one(folder_.file("b.mtx", banner + "3 3 2\n" + entries));
  expect_as_one(folder_.file("c.mtx", banner + "3 3 7\n" + entries));
  expect_as_one(folder_.file("d.mtx", banner + "3 3 4\n" + entries + "3 4 1\n"));
  expect_as_one(folder_.file("e.mtx", banner + "3 4 3\n" + entries));
  expect_as_one(folder_.file("f.mtx", "%%MatrixMarket matrix array\n"));
  expect_as_one(folder_.file("a.gr", "c x\np sp 3 2\na 1 2 3\na 2 3 5\n"));
  expect_as_one(folder_.file("b.gr", "c x\np sp 3 2\na 1 2 3\nb 2 3 5\n"));
  expect_as_one(folder_.file("c.gr", "c x\n"));
}

TEST_P(ReadPart, AnEdgeWithoutItsReverseIsTheErrorOfOneRank) {
  std::string both;
  for (int i = 0; i < 200; ++i) {
    const std::string low = std::to_string(i * 5000000000);
    const std::string high = std::to_string((i + 1) * 5000000000);
    both += low + " " + high + " 3\n" + high + " " + low + " 3\n";
  }
  ranks::ReadPartOptions options;
  options.read.direction = Direction::kUndirectedBoth;
  expect_as_one(folder_.file("a.el", both), options);
  expect_as_one(folder_.file("b.el", both + "15000000000 35000000000 1\n"), options);
  expect_as_one(folder_.file("c.el", both + "15000000000 35000000000 1\n35000000000 15000000000 2\n"), options);
}

constexpr int kDamages = kSanitized ? 40 : 150;

TEST_P(ReadPart, DamagedTextIsReadAsOneRankReadsIt) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  std::string text = "%%MatrixMarket matrix coordinate real symmetric\n40 40 120\n";
  for (int i = 0; i < 120; ++i)
    text += std::to_string(1 + random() % 40) + " " + std::to_string(1 + random() % 40) + " 0.5\n";
  for (int i = 0; i < kDamages; ++i) {
    std::string damaged = text;
    for (unsigned k = 0; k <= random() % 3; ++k)
      damaged[random() % damaged.size()] = "0123456789 \n.-x%"[random() % 16];
    if (i % 3 == 0) damaged.resize(random() % damaged.size());
    if (damaged.empty()) continue;
    SCOPED_TRACE(damaged);
    if (damaged.starts_with("%%MatrixMarket matrix coordinate real symmetric\n40 40 1"))
      expect_as_one(folder_.file("m.mtx", damaged));
    ranks::ReadPartOptions options;
    options.read.weights = files::WeightType::kAuto;
    expect_as_one(folder_.file("e.el", damaged), options);
  }
}

// A ring with chords: line v lists the neighbours of vertex v, each with a weight if `weight` says one.
template <class Weight>
std::string metis_text(const std::string& header, int vertices, const Weight& weight) {
  std::string text = "% a comment\n" + header + "\n";
  for (int v = 0; v < vertices; ++v) {
    if (v % 50 == 7) text += "% a line between\n";
    for (const int step : {1, 9, vertices - 9, vertices - 1}) {
      const int u = (v + step) % vertices;
      text += std::to_string(u + 1) + " " + weight(std::min(u, v), std::max(u, v));
    }
    text += "\n";
  }
  return text;
}
std::string no_weight(int, int) { return ""; }
std::string wide_weight(int low, int high) { return (low == 150 ? "9000000000" : std::to_string(high)) + " "; }

TEST_P(ReadPart, MetisFilesAreThoseThatOneRankReads) {
  const std::string texts[] = {
      metis_text("200 400", 200, no_weight),
      metis_text("200 400 1", 200, wide_weight),
      "3 2\n2\n1 3\n2\n",
      "4 1\n\n3\n2\n",                               // the last line, which would be empty, is missing
      "3 2 011 2\n5 6 2 7\n1 1 1 7 3 8\n0 0 2 8\n",  // two weights of vertices, and those of edges
      "3 2 100\n9 2\n9 1 3\n9 2\n",                  // sizes of vertices
      "3 6 100\n1 2\n1 3\n2 3\n",                    // of the 10th DIMACS challenge, with loops
      "3 3\n2\n1 3\n2\n",                            // two edges, and not three
      "3 2\n2\n1 3\n2\n\n\n1\n",                     // too many lines
      "5 2\n2\n1 3\n2\n",                            // too few
      "3 2\n2\n1 3 2\n2\n",                          // a loop
      "3 2\n2\n1 4\n2\n",                            // no such vertex
      "3 2 1\n2 7\n1 7 3 8\n2 9\n",                  // weights that differ
      "4 3\n2\n1 3\n2 4 4\n1\n",                     // edges one way
      "3 2 1\n2 -7\n1 -7 3 8\n2 8\n",
      "3 2 2\n2\n1 3\n2\n",
      "3\n",
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text.substr(0, 40));
    expect_as_one(folder_.file("m.graph", text));
    ranks::ReadPartOptions options;
    options.read.weights = files::WeightType::kNone;
    expect_as_one(folder_.file("n.graph", text), options);
  }
}

TEST_P(ReadPart, DamagedMetisFilesAreReadAsOneRankReadsThem) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const std::string text =
      metis_text("40 80 1", 40, [](int low, int high) { return std::to_string(low + high) + " "; });
  for (int i = 0; i < kDamages; ++i) {
    std::string damaged = text;
    for (unsigned k = 0; k <= random() % 3; ++k)
      damaged[20 + random() % (damaged.size() - 20)] = "0123456789 \n%"[random() % 13];
    if (i % 3 == 0) damaged.resize(20 + random() % damaged.size());
    SCOPED_TRACE(damaged);
    expect_as_one(folder_.file("m.graph", damaged));
  }
}

TEST_P(ReadPart, SkewSymmetricMatricesAreThoseThatOneRankReads) {
  const std::string head = "%%MatrixMarket matrix coordinate integer skew-symmetric\n";
  std::string long_one = head + "300 300 290\n";
  for (int i = 1; i <= 290; ++i)
    long_one += std::to_string(i + 10) + " " + std::to_string(i) + " " + std::to_string(i - 100) + "\n";
  for (const std::string& text : {long_one, head + "3 3 2\n2 1 5\n3 2 -6\n", head + "3 3 2\n2 1 5\n2 2 6\n",
                                  head + "3 3 2\n2 1 5\n3 2 -9223372036854775808\n"}) {
    SCOPED_TRACE(text.substr(0, 80));
    expect_as_one(folder_.file("s.mtx", text));
    ranks::ReadPartOptions options;
    options.read.negative_weights = false;
    expect_as_one(folder_.file("t.mtx", text), options);
  }
}

TEST_P(ReadPart, WgFilesGiveTheRowsThatTheyHold) {
  ThreadPool threads(2);
  for (const Direction direction : {Direction::kDirected, Direction::kUndirectedOnce}) {
    for (int type = 0; type < 5; ++type) {
      EdgeList list = random_list(static_cast<std::uint64_t>(type), 1000, 5000, type, direction);
      if (type == 2) list.ids = {.base = 1};
      const AnyGraph graph = build_graph(threads, std::move(list), {.outgoing = type == 1});
      const path written = folder_.path() / "g.wg";
      files::write_wg(written, graph);
      EXPECT_EQ(rows_of(read_parts(GetParam(), written)), rows_of(graph));
      EXPECT_EQ(rows_of(read_parts(GetParam(), written, {.verify = false})), rows_of(graph));
      const BuildOptions changed{.symmetrise = true, .drop_self_loops = true, .duplicates = Duplicates::kMin};
      EXPECT_EQ(rows_of(read_parts(GetParam(), written, {.build = changed})),
                rows_of(build_graph(threads, to_edge_list(threads, graph), changed)));
      ranks::ReadPartOptions as_double;
      as_double.read.weights = files::WeightType::kDouble;
      EXPECT_EQ(rows_of(read_parts(GetParam(), written, as_double)),
                rows_of(files::with_weights(threads, files::read_wg(written), files::WeightType::kDouble)));
    }
  }
}

TEST_P(ReadPart, WgFilesOfFewVerticesLeaveRanksEmpty) {
  ThreadPool threads(1);
  for (const VertexId vertices : {0u, 1u, 130u}) {
    EdgeList list;
    list.vertex_count = vertices;
    if (vertices != 0) list.source = list.target = {vertices - 1};
    const AnyGraph graph = build_graph(threads, std::move(list));
    files::write_wg(folder_.path() / "g.wg", graph);
    EXPECT_EQ(rows_of(read_parts(GetParam(), folder_.path() / "g.wg")), rows_of(graph));
  }
}

TEST_P(ReadPart, AWgFileSaysItselfWhetherItIsDirectedWhateverItIsCalled) {
  ThreadPool threads(1);
  const path unnamed = folder_.path() / "graph.bin";
  files::write_wg(unnamed, build_graph(threads, random_list(5, 100, 300, 4, Direction::kDirected)));
  ranks::ReadPartOptions options;
  options.read.direction = Direction::kUndirectedOnce;
  for (const std::string& error : errors_of_reading(GetParam(), unnamed, options)) EXPECT_EQ(error, "UsageError");
}

TEST_P(ReadPart, DamagedWgFilesAreAnErrorOnAllRanks) {
  ThreadPool threads(2);
  const path written = folder_.path() / "g.wg";
  EdgeList list = random_list(4, 1000, 3000, 4, Direction::kDirected);
  list.vertex_weights = {};  // ranks do not read them
  files::write_wg(written, build_graph(threads, std::move(list)));
  const std::string good = TemporaryFolder::content(written);
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  for (int i = 0; i < (kSanitized ? 20 : 60); ++i) {
    std::string damaged = good;
    const std::size_t place = random() % good.size();
    damaged[place] = static_cast<char>(damaged[place] + 1 + random() % 255);
    if (i % 4 == 0) damaged.resize(1 + random() % (good.size() - 1));
    if (i % 4 == 1) damaged += 'x';
    folder_.file("g.wg", damaged);
    const std::vector<std::string> errors = errors_of_reading(GetParam(), written);
    for (const std::string& error : errors) EXPECT_EQ(error, error_of_one(written)) << place;
    ranks::ReadPartOptions trusting;
    trusting.verify = false;
    static_cast<void>(errors_of_reading(1, written, trusting));
  }
}

TEST_P(ReadPart, FormatsThatAreReadWholeAreRefused) {
  for (const std::string& error : errors_of_reading(GetParam(), folder_.file("g.sg", "12345678")))
    EXPECT_NE(error.find("convert the"), error.npos) << error;
  for (const std::string& error : errors_of_reading(GetParam(), folder_.file("g.el.gz", "\x1f\x8b\x08 and more")))
    EXPECT_NE(error.find("is compressed"), error.npos) << error;
  for (const std::string& error : errors_of_reading(GetParam(), "-"))
    EXPECT_NE(error.find("standard input is for one rank"), error.npos) << error;
  for (const std::string& error : errors_of_reading(GetParam(), folder_.path() / "none.el"))
    EXPECT_NE(error.find("InputError " + (folder_.path() / "none.el").string() + ": cannot be read"), error.npos)
        << error;
}

TEST(ReadPartOfFour, ARankWithAnotherFileIsNamed) {
  const TemporaryFolder folder;
  folder.file("a.el", "1 2\n2 3\n");
  folder.file("b.el", "1 2\n2 4\n");
  folder.file("c.el", "1 2\n");
  const auto errors_with = [&](const char* other) {
    return errors_of(4, [&](Ranks& ranks, ThreadPool& threads) {
      ranks::ReadPartOptions options;
      options.read.pool = &threads;
      static_cast<void>(ranks::read_part(ranks, folder.path() / (ranks.rank() == 2 ? other : "a.el"), options));
    });
  };
  for (const char* const other : {"b.el", "c.el", "none.el"})
    for (const std::string& error : errors_with(other)) EXPECT_TRUE(error.starts_with("RankError rank 2: ")) << error;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which reserve address space without end

// All edges are in the part of the second rank, and it has no room for them. Runs in a process of its own.
void read_where_one_rank_lacks_room() {
  constexpr std::size_t kBytes = std::size_t{40} << 20;  // of text for each rank
  std::string text;
  text.reserve(2 * kBytes);
  while (text.size() < kBytes) text += "# the first rank reads nothing but lines like this one\n";
  while (text.size() < 2 * kBytes) text += "1 2 3\n";
  const std::string name = "big.el";
  const files::ReadOptions options;
  alarm(60);
  rlimit address_space{};
  getrlimit(RLIMIT_AS, &address_space);
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  address_space.rlim_cur = pages * static_cast<std::size_t>(getpagesize()) + (std::size_t{64} << 20);
  setrlimit(RLIMIT_AS, &address_space);
  try {
    on_ranks(2, [&](Ranks& ranks) {
      ThreadPool threads(1);
      const detail::Input input{std::as_bytes(std::span(text)), name, options, threads};
      static_cast<void>(detail::read_text_part(ranks, input));
    });
  } catch (const RankError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(4);
  }
  std::_Exit(0);
}

TEST(ReadPartMemory, ARankWithoutRoomForItsEdgesEndsAll) {
  EXPECT_EXIT(read_where_one_rank_lacks_room(), testing::ExitedWithCode(4),
              "rank 1: host: not enough memory for the edges of big.el: needs [0-9.]* MiB, free are [0-9.]* MiB");
}

#endif

}  // namespace
}  // namespace warpgraph::test
