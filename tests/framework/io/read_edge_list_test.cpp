// SPDX-License-Identifier: Apache-2.0
//
// The front door of the readers: files, formats, compression. The formats have tests of their own.

#include <unistd.h>

#include <filesystem>
#include <new>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/write_edge_list.hpp>

#include "framework/io/reading.hpp"
#include "io/room.hpp"
#include "io/text_limit.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

class ReadEdgeList : public testing::Test {
 protected:
  // The message without the folder's name.
  std::string error(const std::filesystem::path& path, const files::ReadOptions& options = {}) const {
    return refusal_of([&] { (void)files::read_edge_list(path, options); }, folder_.path());
  }

  static std::string compressed(const std::string& extension, const EdgeList& list) {
    const TemporaryFolder folder;
    files::write_edge_list(folder.path() / ("g.txt" + extension), list);
    return TemporaryFolder::content(folder.path() / ("g.txt" + extension));
  }

  static EdgeList one_edge() {
    EdgeList list;
    list.vertex_count = 2;
    list.source = {0};
    list.target = {1};
    return list;
  }

  TemporaryFolder folder_;
};

TEST_F(ReadEdgeList, TakesTheFormatFromTheExtension) {
  EXPECT_EQ(files::read_edge_list(folder_.file("a.el", "3 4\n")).ids.base, 3u);
  EXPECT_EQ(files::read_edge_list(folder_.file("a.GRAPH", "1 0\n\n")).direction, Direction::kUndirectedBoth);
}

TEST_F(ReadEdgeList, TheFormatThatIsGivenComesBeforeTheExtension) {
  EXPECT_EQ(files::read_edge_list(folder_.file("a.mtx", "3 4\n"), as(files::FileFormat::kEdgeList)).size(), 1u);
}

TEST_F(ReadEdgeList, TellsTheTwoKindsOfGrByTheirContent) {
  const auto text = folder_.file("text.gr", "p sp 2 1\na 1 2 3\n");
  EXPECT_EQ(files::read_edge_list(text).ids.base, 1u);
  const auto galois =
      folder_.file("galois.gr", binary(std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}));
  EXPECT_EQ(files::read_edge_list(galois).vertex_count, 0u);
  const auto future = folder_.file("future.gr", binary(std::uint64_t{9}));
  EXPECT_EQ(error(future), "future.gr: expected version 1 or 2 of Galois .gr, found 9");
}

TEST_F(ReadEdgeList, RefusesAnUnknownExtension) {
  EXPECT_EQ(error(folder_.file("graph.xyz", "0 1\n")),
            "graph.xyz: expected an extension that says the format; give it, one of edges mtx "
            "metis dimacs dimacs-edge galois sg wsg egr graphalytics");
}

TEST_F(ReadEdgeList, RefusesAMissingFileAFolderAndAnEmptyFile) {
  EXPECT_EQ(error(folder_.path() / "none.el"), "none.el: cannot be read: No such file or directory");
  std::filesystem::create_directory(folder_.path() / "folder.el");
  EXPECT_EQ(error(folder_.path() / "folder.el"), "folder.el: is a directory, expected a file");
  for (const files::FileFormatInfo& info : files::file_formats()) {
    EXPECT_EQ(error(folder_.file("empty", ""), as(info.format)), "empty: is empty") << info.name;
  }
}

TEST_F(ReadEdgeList, RefusesAFileWithoutPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may read everything";
  const auto file = folder_.file("secret.el", "0 1\n");
  std::filesystem::permissions(file, std::filesystem::perms::none);
  EXPECT_EQ(error(file), "secret.el: cannot be read: Permission denied");
}

TEST_F(ReadEdgeList, NamesFileAndLine) {
  try {
    static_cast<void>(files::read_edge_list(folder_.file("a.el", "0 1\n0 x\n")));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.file(), (folder_.path() / "a.el").string());
    EXPECT_EQ(error.line(), 2u);
  }
}

TEST_F(ReadEdgeList, RecognisesCompressionByContent) {
  for (const std::string extension : {".gz", ".zst"}) {
    const std::string bytes = compressed(extension, one_edge());
    EXPECT_EQ(files::read_edge_list(folder_.file("plain.txt", bytes)).size(), 1u) << extension;
    EXPECT_EQ(files::read_edge_list(folder_.file("g.txt" + extension, bytes)).size(), 1u) << extension;
  }
}

TEST_F(ReadEdgeList, ReadsSeveralCompressedPartsAsOne) {
  for (const std::string extension : {".gz", ".zst"}) {
    const std::string bytes = compressed(extension, one_edge());
    EXPECT_EQ(files::read_edge_list(bytes_of(bytes + bytes), "g.txt").size(), 2u) << extension;
  }
  const std::string padded = compressed(".gz", one_edge()) + std::string(512, '\0');
  EXPECT_EQ(files::read_edge_list(bytes_of(padded), "g.txt").size(), 1u);
}

TEST_F(ReadEdgeList, RefusesDamagedCompression) {
  for (const std::string extension : {".gz", ".zst"}) {
    const std::string bytes = compressed(extension, one_edge());
    const files::ReadOptions options = as(files::FileFormat::kEdgeList);
    for (std::size_t size = 4; size < bytes.size(); ++size) {
      if (bytes.substr(size).starts_with(bytes.substr(0, 3))) continue;  // the whole of the first of several parts
      const std::string error = error_of(bytes.substr(0, size), options);
      EXPECT_TRUE(error.starts_with("file: expected more "))
          << extension << " " << size << " of " << bytes.size() << ": " << error;
    }
    EXPECT_TRUE(error_of(bytes + "x", options).starts_with("file: expected ")) << extension;
    std::string damaged = bytes;
    damaged[bytes.size() / 2] ^= 0x55;
    EXPECT_TRUE(error_of(damaged, options).starts_with("file: expected ")) << extension;
  }
}

TEST_F(ReadEdgeList, RefusesCompressedInputThatGrowsBeyondTheLimit) {
  EdgeList list = one_edge();
  list.source.resize(100000, 0);
  list.target.resize(100000, 1);
  files::ReadOptions options = as(files::FileFormat::kEdgeList);
  options.decompressed_limit = 1 << 17;
  EXPECT_EQ(error_of(compressed(".gz", list), options), "file: expected no more than 128.0 KiB of text in gzip");
  EXPECT_EQ(error_of(compressed(".zst", list), options), "file: expected no more than 128.0 KiB of text in zstd");
}

TEST_F(ReadEdgeList, GivesTheSameOnAnyNumberOfThreads) {
  std::string text;
  for (int e = 0; e < 20000; ++e) text += std::to_string(e * 7919 % 5000 * 3) + " 6 " + "1.5\n";
  files::ReadOptions options = as(files::FileFormat::kEdgeList);
  options.chunk_bytes = 1000;
  std::string first;
  for (const unsigned threads : {1u, 2u, 7u}) {
    ThreadPool pool(threads);
    options.pool = &pool;
    const std::string result = describe_reading(text, options);
    if (first.empty()) first = result;
    EXPECT_EQ(result, first) << threads;
  }
}

TEST_F(ReadEdgeList, PassesOverSkippableFramesOfZstd) {
  const std::string skippable = binary(std::uint32_t{0x184D2A50}, std::uint32_t{4}, std::uint32_t{17});
  const std::string frame = compressed(".zst", one_edge());
  EXPECT_EQ(files::read_edge_list(bytes_of(skippable + frame + skippable + frame), "g.txt").size(), 2u);
}

TEST_F(ReadEdgeList, PassesOverZerosBehindCompressedText) {
  for (const std::string extension : {".gz", ".zst"}) {
    const std::string padded = compressed(extension, one_edge()) + std::string(512, '\0');
    EXPECT_EQ(files::read_edge_list(bytes_of(padded), "g.txt").size(), 1u) << extension;
    EXPECT_NE(error_of(padded + "x", as(files::FileFormat::kEdgeList)), "no error") << extension;
  }
}

TEST_F(ReadEdgeList, PassesOverTheByteOrderMarkOfText) {
  const std::string mark = "\xef\xbb\xbf";
  EXPECT_EQ(read_text(mark + "# Undirected\n0 1\n", as(files::FileFormat::kEdgeList)).direction,
            Direction::kUndirectedOnce);
  EXPECT_EQ(read_text(mark + "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
                      as(files::FileFormat::kMatrixMarket))
                .size(),
            1u);
  EXPECT_EQ(read_text(mark + "2 1\n2\n1\n", as(files::FileFormat::kMetis)).size(), 2u);
  EXPECT_EQ(read_text(mark + "p sp 2 1\na 1 2 3\n", as(files::FileFormat::kDimacs)).size(), 1u);
  EXPECT_EQ(error_of(mark, as(files::FileFormat::kEdgeList)), "file: is empty");
}

TEST_F(ReadEdgeList, RefusesUtf16ByItsName) {
  const std::string expected = "file:1: expected text in ASCII or UTF-8, found UTF-16";
  for (const files::FileFormat format :
       {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket, files::FileFormat::kDimacs}) {
    EXPECT_EQ(error_of(std::string("\xff\xfe"
                                   "0\0 \0"
                                   "1\0\n\0",
                                   10),
                       as(format)),
              expected);
    EXPECT_EQ(error_of(std::string("\xfe\xff\0"
                                   "0\0 \0"
                                   "1\0\n",
                                   10),
                       as(format)),
              expected);
  }
  EXPECT_EQ(error(folder_.file("g.gr", std::string("\xff\xfep\0 \0", 6))),
            "g.gr:1: expected text in ASCII or UTF-8, found UTF-16");
}

TEST_F(ReadEdgeList, CompressedInputMayTakeHalfOfTheFreeMemory) {
  detail::TextLimit limit("g.txt.gz", std::nullopt);
  EXPECT_NO_THROW(limit.expect(1000, "gzip"));
  try {
    limit.expect(std::size_t{1} << 60, "gzip");
    FAIL();
  } catch (const OutOfMemory& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("host: not enough memory for the text in g.txt.gz and what is read from it: needs "
                                 "2097152.0 TiB, free are "))
        << error.what();
  }
}

TEST_F(ReadEdgeList, SaysWhichFileTheMemoryIsMissingFor) {
  try {
    detail::with_room("g.mtx", "the edges of", std::size_t{1} << 60, [] { FAIL(); });
    FAIL();
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.asked(), std::size_t{1} << 60);
    EXPECT_LT(error.free(), std::size_t{1} << 60);
    EXPECT_TRUE(std::string(error.what()).starts_with("host: not enough memory for the edges of g.mtx: needs "));
  }
  EXPECT_THROW(detail::with_room("g.mtx", "", 1, [] { throw std::bad_alloc(); }), OutOfMemory);
}

TEST_F(ReadEdgeList, MakesVerticesWithoutEdgesWhereAGraphOfThemFits) {
  const std::string text = "# Nodes: 4294967295 Edges: 1\n0 1\n";
  const bool fits = detail::free_host_memory() > std::size_t{33} << 30;
  const std::string result = describe_reading(text, as(files::FileFormat::kEdgeList));
  EXPECT_TRUE(result.starts_with(fits ? "4294967295 vertices" : "error: not enough memory")) << result;
}

}  // namespace
}  // namespace warpgraph::test
