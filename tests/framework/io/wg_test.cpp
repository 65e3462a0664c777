// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/wg.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "framework/graph/oracle.hpp"
#include "framework/graph/random_list.hpp"
#include "io/wg_format.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

using detail::WgHeader;
using detail::WgKind;
using detail::WgSection;
using Bytes = std::vector<std::byte>;

class WgTest : public testing::Test {
 protected:
  ThreadPool threads_{3};
  TemporaryFolder folder_;

  [[nodiscard]] AnyGraph graph(int type, const BuildOptions& options = {}, Direction direction = Direction::kDirected) {
    return build_graph(threads_, random_list(static_cast<std::uint64_t>(type), 50, 300, type, direction), options);
  }
  [[nodiscard]] Bytes written(const AnyGraph& graph) const {
    files::write_wg(folder_.path() / "g.wg", graph);
    const files::MappedFile file(folder_.path() / "g.wg");
    return {file.bytes().begin(), file.bytes().end()};
  }
  [[nodiscard]] std::string error_of(const Bytes& bytes, bool verify = false) {
    try {
      (void)files::read_wg(bytes, "g.wg", {verify, &threads_});
    } catch (const InputError& error) {
      EXPECT_EQ(error.file(), "g.wg");
      return error.what();
    }
    return "no error";
  }
};

// A file that can be changed in places, with a header that agrees with the changes.
class Editor {
 public:
  explicit Editor(Bytes bytes) : bytes_(std::move(bytes)) {
    std::memcpy(&header, bytes_.data(), sizeof header);
    sections.resize(header.section_count);
    std::memcpy(sections.data(), bytes_.data() + sizeof header, sections.size() * sizeof(WgSection));
  }

  WgHeader header;
  std::vector<WgSection> sections;

  [[nodiscard]] WgSection& section(WgKind kind) { return *std::ranges::find(sections, kind, &WgSection::kind); }
  template <class T>
  T& at(WgKind kind, std::size_t index) {
    return reinterpret_cast<T*>(bytes_.data() + section(kind).offset)[index];
  }
  // The others move up; what is in them does not move with them.
  void remove(WgKind kind) {
    std::erase_if(sections, [&](const WgSection& each) { return each.kind == kind; });
    std::uint64_t end = sizeof header + sections.size() * sizeof(WgSection);
    for (WgSection& each : sections) {
      each.offset = detail::wg_align(end);
      end = each.offset + each.size;
    }
    header.section_count = static_cast<std::uint32_t>(sections.size());
    header.file_size = end;
  }
  // With the checksums that belong to the contents.
  [[nodiscard]] Bytes bytes() {
    for (WgSection& each : sections) {
      if (each.offset + each.size > bytes_.size()) continue;
      each.checksum = detail::block_checksum(std::span(bytes_).subspan(each.offset, each.size), nullptr);
    }
    bytes_.resize(header.file_size);
    header.checksum = detail::wg_checksum(
        header, std::span(sections).first(std::min<std::size_t>(header.section_count, sections.size())));
    std::memcpy(bytes_.data(), &header, sizeof header);
    std::memcpy(bytes_.data() + sizeof header, sections.data(), sections.size() * sizeof(WgSection));
    return bytes_;
  }

 private:
  Bytes bytes_;
};

TEST_F(WgTest, KeepsEveryKindOfGraph) {
  for (int type = 0; type < 5; ++type) {
    for (const Direction direction : {Direction::kDirected, Direction::kUndirectedOnce}) {
      for (const bool outgoing : {false, true}) {
        const AnyGraph original = graph(type, {.outgoing = outgoing}, direction);
        files::write_wg(folder_.path() / "g.wg", original, &threads_);
        const AnyGraph read = files::read_wg(folder_.path() / "g.wg", {true, &threads_});
        EXPECT_EQ(read.index(), original.index());
        EXPECT_EQ(plain(read), plain(original));
      }
    }
  }
}

TEST_F(WgTest, KeepsTheEmptyGraph) {
  const AnyGraph read = files::read_wg(written(AnyGraph()), "g.wg", {true});
  EXPECT_EQ(vertex_count(read), 0u);
  EXPECT_EQ(edge_count(read), 0u);
}

TEST_F(WgTest, KeepsVerticesWithoutEdgesAndTheBaseOfIds) {
  EdgeList list;
  list.vertex_count = 7;
  list.ids.base = 1;
  const AnyGraph read = files::read_wg(written(build_graph(threads_, list)), "g.wg", {true});
  EXPECT_EQ(vertex_count(read), 7u);
  EXPECT_EQ(ids(read).name_of(6), 7);
}

TEST_F(WgTest, RefusesWeightsThatAreNotFinite) {
  for (const float weight : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN()}) {
    EdgeList list;
    list.vertex_count = 2;
    list.source = {0, 1};
    list.target = {1, 0};
    list.values = std::vector<float>{1, weight};
    const Bytes bytes = written(build_graph(threads_, list));
    try {
      (void)files::read_wg(bytes, "g.wg", {true});
      ADD_FAILURE() << weight;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("expected a weight that is a finite number"), std::string::npos)
          << error.what();
    }
  }
}

TEST_F(WgTest, GivesValuesTheTypeThatIsAskedFor) {
  const std::filesystem::path file = folder_.path() / "g.wg";
  files::write_wg(
      file,
      build_graph(threads_, {.vertex_count = 2, .source = {0}, .target = {1}, .values = std::vector<std::int32_t>{7}}));
  const AnyGraph doubles = files::read_wg(file, {.weights = files::WeightType::kDouble});
  EXPECT_EQ(std::get<Graph<double>>(doubles).incoming().value[0], 7.0);
  const AnyGraph none = files::read_wg(file, {.threads = &threads_, .weights = files::WeightType::kNone});
  EXPECT_EQ(std::get<Graph<NoValue>>(none).edge_count(), 1u);
  EXPECT_TRUE(std::holds_alternative<Graph<std::int32_t>>(files::read_wg(file)));
}

TEST_F(WgTest, NamesTheFileWhoseValuesAreNotOfTheTypeThatIsAskedFor) {
  const std::filesystem::path file = folder_.path() / "g.wg";
  files::write_wg(
      file,
      build_graph(threads_, {.vertex_count = 2, .source = {0}, .target = {1}, .values = std::vector<double>{0.5}}));
  const std::string complaint =
      refusal_of([&] { (void)files::read_wg(file, {.weights = files::WeightType::kInt32}); }, folder_.path());
  EXPECT_TRUE(complaint.starts_with("g.wg: ")) << complaint;
  EXPECT_NE(complaint.find("0.5"), std::string::npos) << complaint;
}

TEST_F(WgTest, ReadsBytesAtAnyAddress) {
  const AnyGraph original = graph(4, {.outgoing = true});
  const Bytes bytes = written(original);
  Bytes shifted(1);
  shifted.insert(shifted.end(), bytes.begin(), bytes.end());
  EXPECT_EQ(plain(files::read_wg(std::span(shifted).subspan(1), "g.wg", {true})), plain(original));
}

TEST_F(WgTest, DoesNotReadTheArraysOfAMappedFile) {
  const AnyGraph original = graph(3);
  Bytes bytes = written(original);
  bytes[Editor(bytes).section(WgKind::kColumn).offset] ^= std::byte{1};
  EXPECT_EQ(error_of(bytes), "no error");
}

TEST_F(WgTest, KeepsTheMappingAliveWithTheGraph) {
  const AnyGraph original = graph(2);
  files::write_wg(folder_.path() / "g.wg", original);
  const AnyGraph read = files::read_wg(folder_.path() / "g.wg");
  files::write_wg(folder_.path() / "g.wg", graph(0));
  EXPECT_EQ(plain(read), plain(original));
}

TEST_F(WgTest, FilesDoNotDependOnTheThreads) {
  const AnyGraph original = graph(1, {.outgoing = true});
  const Bytes alone = written(original);
  files::write_wg(folder_.path() / "h.wg", original, &threads_);
  const files::MappedFile file(folder_.path() / "h.wg");
  EXPECT_TRUE(std::ranges::equal(file.bytes(), alone));
}

// Any change of one byte is found: in the header and the table at once, elsewhere by verify. Zeros
// between sections are not looked at.
TEST_F(WgTest, FindsEveryDamagedByte) {
  Bytes bytes = written(graph(3, {.outgoing = true}));
  Editor editor(bytes);
  const std::size_t table_end = sizeof(WgHeader) + editor.sections.size() * sizeof(WgSection);
  const auto is_content = [&](std::size_t i) {
    return std::ranges::any_of(editor.sections,
                               [&](const WgSection& each) { return each.offset <= i && i < each.offset + each.size; });
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= std::byte{0x10};
    if (i < table_end || is_content(i)) {
      EXPECT_NE(error_of(bytes, i >= table_end), "no error") << i;
    }
    bytes[i] ^= std::byte{0x10};
  }
}

TEST_F(WgTest, FindsEveryTruncation) {
  const Bytes bytes = written(graph(3, {.outgoing = true}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(error_of(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))), "no error") << size;
  }
}

struct Damage {
  std::string name;
  std::string message;  // is part of it
  std::function<void(Editor&)> edit;
  bool verify = false;
};

void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.name; }

const std::vector<Damage> kDamages = {
    {"Magic", "is not a .wg file", [](Editor& e) { e.header.magic[0] = 'x'; }},
    {"OtherByteOrder", "other byte order", [](Editor& e) { e.header.byte_order = detail::kWgSwappedByteOrder; }},
    {"NoByteOrder", "mark of the byte order", [](Editor& e) { e.header.byte_order = 7; }},
    {"VersionFromTheFuture", "is of .wg version 2, expected 1: a newer", [](Editor& e) { e.header.version = 2; }},
    {"VersionZero", "is of .wg version 0", [](Editor& e) { e.header.version = 0; }},
    {"Flags", "has flags 2", [](Editor& e) { e.header.flags = 2; }},
    {"ValueType", "has values of type 9", [](Editor& e) { e.header.value_type = 9; }},
    {"ManyVertices", "at most 4294967295", [](Editor& e) { e.header.vertex_count = 1ull << 32; }},
    {"NamesOverflow", "ids begin with 18446744073709551615", [](Editor& e) { e.header.id_base = ~std::uint64_t{0}; }},
    {"VerticesDoNotFit", "section \"row\" has 408 bytes, expected 52 elements of 8",
     [](Editor& e) { e.header.vertex_count = 51; }},
    {"EdgesDoNotFit", "section \"column\" has 1200 bytes, expected 299 elements of 4",
     [](Editor& e) { e.header.edge_count = 299; }},
    {"EdgesOverflow", "section \"column\" has 1200 bytes, expected 4611686018427388204 elements",
     [](Editor& e) { e.header.edge_count = (1ull << 62) + 300; }},
    {"WeightsOverflow", "section \"vertex weights\" has 400 bytes",
     [](Editor& e) { e.header.weights_per_vertex = 0xffffffff; }},
    {"ManySections", "says that it has 9 sections", [](Editor& e) { e.header.section_count = 9; }},
    {"MissingSection", "section \"vertex weights\" has 0 bytes, expected 50 elements",
     [](Editor& e) { e.remove(WgKind::kVertexWeights); }},
    {"GapAtTheEnd", "has sections up to byte", [](Editor& e) { e.header.file_size += 8; }},
    {"SectionTwice", "has a section of kind 1, expected one above 1",
     [](Editor& e) { e.section(WgKind::kColumn).kind = WgKind::kRow; }},
    {"UnknownSection", "has a section of kind 77", [](Editor& e) { e.sections.back().kind = static_cast<WgKind>(77); }},
    {"SectionOutside", "reaches over the end", [](Editor& e) { e.sections.back().size = 1u << 20; }},
    {"SectionOverflows", "reaches over the end", [](Editor& e) { e.sections.back().size = ~std::uint64_t{0}; }},
    {"SectionElsewhere", "begins at byte 64", [](Editor& e) { e.section(WgKind::kRow).offset = 64; }},
    {"ElementSize", "section \"column\" has elements of 8 bytes, expected 4",
     [](Editor& e) { e.section(WgKind::kColumn).element_size = 8; }},
    {"OutgoingOfUndirected", "is undirected and has section \"outgoing row\"",
     [](Editor& e) { e.header.flags = detail::kWgUndirected; }},
    {"OutgoingWithoutRows", "section \"outgoing column\" has 1200 bytes, expected 0 elements",
     [](Editor& e) { e.remove(WgKind::kOutRow); }},
    {"FirstRow", "section \"row\" has offset 1 at 0, expected 0", [](Editor& e) { e.at<EdgeId>(WgKind::kRow, 0) = 1; }},
    {"LastRow", "section \"row\" has offset 301 at 50, expected 300",
     [](Editor& e) { e.at<EdgeId>(WgKind::kRow, 50) = 301; }},
    {"LastOutgoingRow", "section \"outgoing row\" has offset 0 at 50",
     [](Editor& e) { e.at<EdgeId>(WgKind::kOutRow, 50) = 0; }},
    {"FallingRow", "section \"row\" has 1 at 30, expected at least",
     [](Editor& e) { e.at<EdgeId>(WgKind::kRow, 30) = 1; }, true},
    {"HugeRow", "expected at least 18446744073709551615, the offset before it",
     [](Editor& e) { e.at<EdgeId>(WgKind::kRow, 30) = ~EdgeId{0}; }, true},
    {"ColumnOutOfRange", "section \"column\" has 50 at 299, expected an id below 50",
     [](Editor& e) { e.at<VertexId>(WgKind::kColumn, 299) = 50; }, true},
    {"FallingColumn", "section \"outgoing column\" has 0 at",
     [](Editor& e) { e.at<VertexId>(WgKind::kOutColumn, 299) = 0; }, true},
};

class WgDamageTest : public WgTest, public testing::WithParamInterface<Damage> {};
INSTANTIATE_TEST_SUITE_P(Host, WgDamageTest, testing::ValuesIn(kDamages),
                         [](const auto& damage) { return damage.param.name; });

TEST_P(WgDamageTest, IsOneClearError) {
  Editor editor(written(graph(3, {.outgoing = true})));
  GetParam().edit(editor);
  const Bytes bytes = editor.bytes();
  EXPECT_NE(error_of(bytes, GetParam().verify).find(GetParam().message), std::string::npos)
      << error_of(bytes, GetParam().verify);
  if (GetParam().verify) {
    EXPECT_EQ(error_of(bytes), "no error");
  }
}

TEST_F(WgTest, SaysThatThereIsNoFile) {
  EXPECT_THROW((void)files::read_wg(folder_.path() / "none.wg"), InputError);
  EXPECT_THROW((void)files::read_wg(folder_.path() / "."), InputError);
}

TEST_F(WgTest, DoesNotTouchTheTargetIfItCannotWrite) {
  EXPECT_THROW(files::write_wg(folder_.path() / "no" / "g.wg", graph(0)), InputError);
}

// Values of the published description of XXH64.
TEST(Checksum, IsXxh64) {
  const auto hash = [](std::string_view text) { return detail::xxh64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(hash(""), 0xef46db3751d8e999u);
  EXPECT_EQ(hash("abc"), 0x44bc2cf5ad770999u);
  EXPECT_EQ(hash("The quick brown fox jumps over the lazy dog"), 0x0b242d361fda71bcu);
}

TEST_F(WgTest, SaysThatACompressedFileIsCompressed) {
  const std::string gzip = "\x1f\x8b\x08";
  const std::span<const std::byte> bytes = std::as_bytes(std::span(gzip));
  EXPECT_EQ(error_of(Bytes(bytes.begin(), bytes.end())),
            "g.wg: is compressed, and a wg file is mapped as it is; unpack it first");
}

}  // namespace
}  // namespace warpgraph::test
