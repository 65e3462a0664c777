// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/mapped_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/io/reading.hpp"
#include "io/reading_room.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

class MappedFileTest : public testing::Test {
 protected:
  TemporaryFolder folder_;

  [[nodiscard]] std::string error_of(const std::filesystem::path& path) const {
    try {
      const files::MappedFile file(path);
    } catch (const InputError& error) {
      EXPECT_EQ(error.file(), path.string());
      return std::string(error.what()).substr(path.string().size());
    }
    return "no error";
  }
};

// What standard input is, for as long as the object lives.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : saved_(::dup(STDIN_FILENO)) { ::dup2(descriptor, STDIN_FILENO); }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

TEST_F(MappedFileTest, MapsARegularFile) {
  folder_.file("f", "some text");
  const files::MappedFile file(folder_.path() / "f");
  file.expect_sequential_reading();
  EXPECT_TRUE(file.is_mapped());
  EXPECT_EQ(file.text(), "some text");
  EXPECT_EQ(file.size(), 9u);
  EXPECT_EQ(file.name(), (folder_.path() / "f").string());
}

TEST_F(MappedFileTest, Moves) {
  folder_.file("f", "abc");
  files::MappedFile file(folder_.path() / "f");
  files::MappedFile moved(std::move(file));
  file = std::move(moved);
  EXPECT_EQ(file.text(), "abc");
}

TEST_F(MappedFileTest, SaysWhatIsWrong) {
  folder_.file("empty", "");
  EXPECT_EQ(error_of(folder_.path() / "none"), ": cannot be read: No such file or directory");
  EXPECT_EQ(error_of(folder_.path() / "."), ": is a directory, expected a file");
  EXPECT_EQ(error_of(folder_.path() / "empty"), ": is empty");
  EXPECT_EQ(error_of("/dev/null"), ": is empty");
}

TEST_F(MappedFileTest, SaysThatItMayNotRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  folder_.file("f", "abc");
  std::filesystem::permissions(folder_.path() / "f", std::filesystem::perms::none);
  EXPECT_EQ(error_of(folder_.path() / "f"), ": cannot be read: Permission denied");
}

TEST_F(MappedFileTest, ReadsAPipeToItsEnd) {
  const std::string text(300'000, 'x');
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  std::thread writer([&] { folder_.file("pipe", text); });
  const files::MappedFile file(folder_.path() / "pipe");
  writer.join();
  EXPECT_FALSE(file.is_mapped());
  EXPECT_EQ(file.text(), text);
}

TEST_F(MappedFileTest, ReadsFilesOfTheKernel) { EXPECT_FALSE(files::MappedFile("/proc/self/stat").text().empty()); }

TEST_F(MappedFileTest, ReadsStandardInputFromAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "abc", 3), 3);
  ::close(ends[1]);
  const StandardInput input(ends[0]);
  const files::MappedFile file("-");
  EXPECT_EQ(file.text(), "abc");
  EXPECT_EQ(file.name(), "standard input");
  ::close(ends[0]);
}

// As after `{ head -c4; warpgraph ...; } < file`.
TEST_F(MappedFileTest, MapsStandardInputFromWhereItStands) {
  folder_.file("f", "head tail");
  const int descriptor = ::open((folder_.path() / "f").c_str(), O_RDONLY);
  ::lseek(descriptor, 5, SEEK_SET);
  const StandardInput input(descriptor);
  EXPECT_EQ(files::MappedFile("-").text(), "tail");
  ::lseek(descriptor, 9, SEEK_SET);
  EXPECT_THROW(files::MappedFile("-"), InputError);
  ::close(descriptor);
}

// What its writer is told of a reader that goes away shall not end the test.
class Fifo {
 public:
  Fifo(const TemporaryFolder& folder, std::string text) : path_(folder.path() / "fifo"), text_(std::move(text)) {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    writer_ = std::thread([this] { std::ofstream(path_) << text_; });
  }
  ~Fifo() {
    writer_.join();
    std::filesystem::remove(path_);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::string text_;
  std::thread writer_;
};

std::string of_lines(std::string_view begin, std::string_view line, std::size_t count) {
  std::string text(begin);
  for (std::size_t i = 0; i < count; ++i) text += line;
  return text;
}

// A graph's file is judged by its first 64 KiB, wherever they end.
TEST_F(MappedFileTest, APipeGivesTheGraphThatAFileGives) {
  const std::size_t count = 20'000;
  std::string gap = binary(char{1}, std::uint64_t{count}, std::uint64_t{count - 1}, std::uint64_t{0});
  for (std::uint64_t v = 1; v < count; ++v) gap += binary(v + (v == count - 1 ? 1 : 0));
  for (std::size_t half = 0; half < 2; ++half) {
    if (half == 1) gap += gap.substr(17, 8 * count);
    for (std::size_t e = 0; e < count; ++e) gap += binary(static_cast<std::int32_t>(e % (count - 1)));
  }
  const std::string comments = of_lines("", "# 345678901\n", 65'532 / 12);  // so that names end with the first block
  const std::vector<std::pair<files::FileFormat, std::string>> files = {
      {files::FileFormat::kEdgeList, of_lines("", "5 7\n7 900\n", count)},
      {files::FileFormat::kEdgeList, of_lines(comments + "a,b\n", "5,7\n", 10)},
      {files::FileFormat::kEdgeList, std::string(100'000, '\n') + "5 7\n"},
      {files::FileFormat::kMatrixMarket,
       of_lines("%%MatrixMarket matrix coordinate pattern general\n9 9 20000\n", "5 7\n", count)},
      {files::FileFormat::kMetis, of_lines("20000 1\n", "", 0) + of_lines("2\n1\n", "\n", count - 2)},
      {files::FileFormat::kDimacs, of_lines("p sp 9 20000\n", "a 5 7 1\n", count)},
      {files::FileFormat::kGap, gap},
  };
  for (const auto& [format, text] : files) {
    const auto reading = [&](const std::filesystem::path& path) {
      try {
        return describe(files::read_edge_list(path, as(format)));
      } catch (const InputError& error) {
        return std::string(error.what()).substr(path.string().size());
      }
    };
    const Fifo fifo(folder_, text);
    EXPECT_TRUE(reading(fifo.path()) == reading(folder_.file("f", text))) << name_of(format);
  }
}

TEST_F(MappedFileTest, WhatIsNoGraphIsRefusedBeforeAllOfItIsRead) {
  for (const files::FileFormatInfo& each : files::file_formats())
    EXPECT_THROW(files::read_edge_list("/dev/zero", as(each.format)), InputError) << each.name;
  EXPECT_THROW(files::read_edge_list("/dev/zero"), InputError) << "no format";
  EXPECT_THROW(files::read_wg("/dev/zero"), InputError);
  const Fifo noise(folder_, "1 2\n1 x\n" + std::string(1'000'000, 'y'));
  EXPECT_EQ(
      refusal_of([&] { (void)files::read_edge_list(noise.path(), as(files::FileFormat::kEdgeList)); }, folder_.path()),
      "fifo:2: expected a vertex id, a whole number below 2^64, found 'x'");
}

TEST_F(MappedFileTest, ReadsNoMoreThanTheHostHasRoomFor) {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  EXPECT_EQ(detail::larger_room("f", 0, 0), detail::kFirstRead);
  EXPECT_EQ(detail::larger_room("f", kMiB, kMiB), 2 * kMiB);
  EXPECT_EQ(detail::larger_room("f", 1024 * kMiB, 300 * kMiB), 1280 * kMiB);
  try {
    static_cast<void>(detail::larger_room("f", 1024 * kMiB, 200 * kMiB));
    FAIL();
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string(error.what()).find("more than the 1.0 GiB that were read of f"), std::string::npos)
        << error.what();
  }
}

TEST_F(MappedFileTest, RefusesAnEmptyName) {
  EXPECT_EQ(error_of(""), "expected the name of a file, found an empty one");
}

}  // namespace
}  // namespace warpgraph::test
