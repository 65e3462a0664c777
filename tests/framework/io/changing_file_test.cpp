// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/mapped_file.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/values.hpp>

#include "framework/io/reading.hpp"
#include "io/binary/rows.hpp"
#include "io/changed.hpp"
#include "io/descriptor.hpp"
#include "io/text/dimacs_format.hpp"
#include "io/text/edge_list_format.hpp"
#include "io/text/matrix_market_format.hpp"
#include "io/text/metis_lines.hpp"
#include "io/text/records.hpp"
#include "io/text/vertex_ids.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

// Files that others change while they are read. A reader looks at a mapped file more than once: these tests change it
// between two looks.
namespace warpgraph::test {
namespace {

// A mapped file that is overwritten and cut.
class Changing {
 public:
  explicit Changing(std::string_view text, const std::string& name = "f")
      : path_(folder_.file(name, text)), file_(path_) {}

  [[nodiscard]] const files::MappedFile& file() const { return file_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string refusal() const { return path_.string() + ": changed while it was read"; }

  void overwrite(std::string_view text, off_t at = 0) const {
    const detail::Descriptor out(::open(path_.c_str(), O_WRONLY));
    ASSERT_EQ(::pwrite(out.value(), text.data(), text.size(), at), static_cast<ssize_t>(text.size()));
  }
  void cut(off_t size) const { ASSERT_EQ(::truncate(path_.c_str(), size), 0); }

 private:
  TemporaryFolder folder_;
  std::filesystem::path path_;
  files::MappedFile file_;
};

std::string repeated(std::string_view line, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += line;
  return text;
}

// The records of a text that becomes another one after they were counted.
template <class Format, class Ids>
std::string parse_after_change(Format format, Ids ids, files::WeightType weights, const std::string& before,
                               const std::string& after) {
  const Changing changing(before);
  ThreadPool pool(2);
  files::ReadOptions options;
  options.chunk_bytes = 64;
  const detail::Input input{changing.file().bytes(), changing.file().name(), options, pool};
  detail::Records records(input, format, input.text(), 1);
  changing.overwrite(after);
  EdgeList list;
  const std::string refusal = refusal_of([&] {
    (void)records.parse(ids, {weights, files::WeightType::kDouble, true}, list);
  });
  return refusal == changing.refusal() ? "changed" : refusal;
}

constexpr std::size_t kPage = 4096;

TEST(ChangingText, WithMoreRecordsThanWereCountedIsRefused) {
  const std::string few = repeated("123456 654321        \n", kPage);
  const std::string many = repeated("1 2\n", few.size() / 4);
  const std::string few_arcs = repeated("a 1 2 3              \n", kPage);
  const std::string many_arcs = repeated("a 1 2 3\n", few_arcs.size() / 8);
  const auto none = files::WeightType::kNone;
  EXPECT_EQ(parse_after_change(detail::EdgeListFormat{false}, detail::RawIds{}, none, few, many), "changed");
  EXPECT_EQ(parse_after_change(detail::EdgeListFormat{false}, detail::RawIds{}, none, few, repeated("\n", few.size())),
            "changed");
  EXPECT_EQ(
      parse_after_change(detail::MatrixMarketFormat{false, false}, detail::RangedIds{1, 999'999}, none, few, many),
      "changed");
  EXPECT_EQ(parse_after_change(detail::DimacsFormat<'a'>{false}, detail::RangedIds{1, 999'999},
                               files::WeightType::kInt32, few_arcs, many_arcs),
            "changed");
}

// The last line ends with the last page: what looks for its end must not leave the mapping.
TEST(ChangingText, WithoutTheEndsOfItsLinesIsRefused) {
  const std::string lines = repeated("1234567 7654321\n", kPage / 16);
  ASSERT_EQ(lines.size() % kPage, 0u);
  for (const char with : {' ', '1', '#', '\0'})
    EXPECT_NE(parse_after_change(detail::EdgeListFormat{false}, detail::RawIds{}, files::WeightType::kNone, lines,
                                 std::string(lines.size(), with)),
              "no error");
}

TEST(ChangingText, WithIdsThatWereNotThereBeforeIsRefused) {
  const std::vector<std::uint64_t> ids = {5'000'000'000, 5'000'000'007};
  const detail::IdTable table(ids);
  const std::string before = repeated("5000000000 5000000007\n", 100);
  for (const std::string_view id : {"5000000006", "4999999999", "5000000008", "9000000000", "0000000000"}) {
    const std::string after = before.substr(0, 22 * 70) + std::string(id) + before.substr(22 * 70 + 10);
    const auto none = files::WeightType::kNone;
    const detail::EdgeListFormat format{false};
    EXPECT_EQ(parse_after_change(format, detail::KnownIds{&table}, none, before, after), "changed") << id;
    if (id == "5000000006") continue;
    EXPECT_EQ(parse_after_change(format, detail::KnownIds{nullptr, 5'000'000'000, 8}, none, before, after), "changed")
        << id;
  }
}

std::string parse_metis_after_change(const detail::MetisHeader& header, const std::string& before,
                                     const std::string& after) {
  const Changing changing(before);
  ThreadPool pool(2);
  files::ReadOptions options;
  options.chunk_bytes = 64;
  const detail::Input input{changing.file().bytes(), changing.file().name(), options, pool};
  detail::MetisBody body(input, header, input.text(), 1);
  changing.overwrite(after);
  EdgeList list;
  const std::string refusal = refusal_of([&] { body.parse(detail::metis_weight_rules(input, header), list); });
  return refusal == changing.refusal() ? "changed" : refusal;
}

TEST(ChangingText, WithOtherListsOfVerticesIsRefused) {
  const std::size_t vertices = 1000;
  detail::MetisHeader plain;
  plain.vertices = vertices;
  detail::MetisHeader weighted = plain;
  weighted.constraints = 1;
  weighted.edge_weights = true;
  const std::string before = repeated("2                  \n", vertices);
  EXPECT_EQ(parse_metis_after_change(plain, before, repeated("2 3 2 3 2 3 2 3 2 3\n", vertices)), "changed");
  EXPECT_EQ(parse_metis_after_change(plain, before, repeated("                   \n", vertices)), "changed");
  EXPECT_EQ(parse_metis_after_change(plain, before, repeated("2         \n        \n", vertices)), "changed");
  EXPECT_EQ(parse_metis_after_change(weighted, repeated("                   \n", vertices),
                                     repeated("7                  \n", vertices)),
            "changed");
  EXPECT_EQ(parse_metis_after_change(weighted, repeated("7 2 5              \n", vertices),
                                     repeated("7 9 5 9 5 9 5 9 5  \n", vertices)),
            "changed");
}

TEST(ChangingBinary, WithOtherOffsetsAtTheSecondLookIsRefused) {
  ThreadPool pool(1);
  const files::ReadOptions options;
  const std::string name = "f";
  const detail::Input input{bytes_of("x"), name, options, pool};
  for (const std::uint64_t other : {std::uint64_t{0}, std::uint64_t{1} << 40}) {
    std::vector<int> looks(4);
    EdgeList list;
    list.vertex_count = 4;
    const auto end_of = [&](std::uint64_t v) { return v == 2 && ++looks[v] > 2 ? other : 2 * (v + 1); };
    EXPECT_EQ(refusal_of([&] { detail::expand_rows(input, 8, end_of, list); }), "f: changed while it was read");
  }
}

// What a whole reader makes of a file that `change` changes after its edges were counted: at its line of names of
// columns.
template <class Change>
std::string read_and_change(std::size_t lines, Change&& change) {
  const Changing changing("from,to\n" + repeated("1,2          \n", lines), "f.csv");
  files::ReadOptions options;
  options.remark = [&](const std::string&) { change(changing); };
  const std::string refusal = refusal_of([&] { (void)files::read_edge_list(changing.path(), options); });
  return refusal == changing.refusal() ? "changed" : refusal;
}

TEST(ChangingFile, IsOneErrorWhateverHasBeenReadOfIt) {
  const std::size_t lines = 10'000;
  EXPECT_EQ(read_and_change(lines, [](const Changing& file) { file.overwrite("no edges", 1000); }), "changed");
  EXPECT_EQ(read_and_change(lines, [](const Changing& file) { file.overwrite("3", 8); }), "changed") << "a good file";
  EXPECT_EQ(read_and_change(lines, [](const Changing& file) { file.overwrite("3,4\n", 8 + 14 * 10'000); }), "changed")
      << "one that has grown";
  EXPECT_EQ(read_and_change(lines, [](const Changing& file) { file.cut(kPage); }), "changed");
  EXPECT_EQ(read_and_change(lines, [](const Changing& file) { file.cut(0); }), "changed");
  EXPECT_EQ(read_and_change(lines, [](const Changing&) {}), "no error");
}

TEST(ChangingFile, IsTheErrorThoughAnotherWasThrown) {
  const Changing changing("some text");
  changing.overwrite("more text than before");
  const auto fail = [&]() -> int { throw OutOfMemory("too many edges"); };
  EXPECT_EQ(refusal_of([&] { (void)files::read_unchanged(changing.file(), fail); }), changing.refusal());
}

TEST(CutFile, HasZerosForWhatItHasLost) {
  const Changing changing(std::string(10 * kPage, 'x'));
  changing.cut(2 * kPage);
  const std::string_view text = changing.file().text();
  EXPECT_EQ(text[9 * kPage], '\0');
  EXPECT_EQ(text[2 * kPage - 1], 'x');
  EXPECT_EQ(text[5 * kPage], '\0');
  changing.overwrite(std::string(8 * kPage, 'x'), 2 * kPage);
  EXPECT_THROW(changing.file().expect_unchanged(), InputError);
}

[[noreturn]] void exit_with_7(int) { ::_exit(7); }

// Where a handler ends the process, and `access` makes a fault that is not to be mended.
template <class Access>
[[noreturn]] void fault_elsewhere(Access&& access) {
  std::signal(SIGBUS, exit_with_7);
  access();
  ::_exit(0);
}

char first_byte_of(const files::MappedFile& file) { return *const_cast<const volatile char*>(file.text().data()); }

TEST(CutFile, LeavesFaultsElsewhereToTheHandlerThatWasThere) {
  EXPECT_EXIT(fault_elsewhere([] {
                const Changing ours(std::string(kPage, 'x'));
                const detail::Descriptor other(::open(ours.path().c_str(), O_RDONLY));
                void* const pages = ::mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE, other.value(), 0);
                ours.cut(0);
                if (first_byte_of(ours.file()) != '\0') ::_exit(1);
                static_cast<void>(*static_cast<const volatile char*>(pages));
              }),
              testing::ExitedWithCode(7), "");
}

TEST(CutFile, EndsTheProcessAsBeforeOnceItIsRead) {
  EXPECT_EXIT(fault_elsewhere([] {
                TemporaryFolder folder;
                files::MappedFile file(folder.file("f", std::string(kPage, 'x')));
                file.finish_reading();
                std::filesystem::resize_file(folder.path() / "f", 0);
                first_byte_of(file);
              }),
              testing::ExitedWithCode(7), "");
}

TEST(CutFile, LeavesNoHandlerBehind) {
  struct sigaction before {};
  struct sigaction after {};
  ::sigaction(SIGBUS, nullptr, &before);
  {
    const Changing one("abc");
    const Changing two("abc");
    ::sigaction(SIGBUS, nullptr, &after);
    EXPECT_NE(after.sa_handler, before.sa_handler);
  }
  ::sigaction(SIGBUS, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

}  // namespace
}  // namespace warpgraph::test
