// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/mapped_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

class MappedFileTest : public testing::Test {
 protected:
  TemporaryFolder folder_;

  [[nodiscard]] std::string error_of(const std::filesystem::path& path) const {
    try {
      const MappedFile file(path);
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
  const MappedFile file(folder_.path() / "f");
  file.expect_sequential_reading();
  EXPECT_TRUE(file.is_mapped());
  EXPECT_EQ(file.text(), "some text");
  EXPECT_EQ(file.size(), 9u);
  EXPECT_EQ(file.name(), (folder_.path() / "f").string());
}

TEST_F(MappedFileTest, Moves) {
  folder_.file("f", "abc");
  MappedFile file(folder_.path() / "f");
  MappedFile moved(std::move(file));
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
  const MappedFile file(folder_.path() / "pipe");
  writer.join();
  EXPECT_FALSE(file.is_mapped());
  EXPECT_EQ(file.text(), text);
}

TEST_F(MappedFileTest, ReadsFilesOfTheKernel) { EXPECT_FALSE(MappedFile("/proc/self/stat").text().empty()); }

TEST_F(MappedFileTest, ReadsStandardInputFromAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "abc", 3), 3);
  ::close(ends[1]);
  const StandardInput input(ends[0]);
  const MappedFile file("-");
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
  EXPECT_EQ(MappedFile("-").text(), "tail");
  ::lseek(descriptor, 9, SEEK_SET);
  EXPECT_THROW(MappedFile("-"), InputError);
  ::close(descriptor);
}

TEST_F(MappedFileTest, RefusesAnEmptyName) {
  EXPECT_EQ(error_of(""), "expected the name of a file, found an empty one");
}

}  // namespace
}  // namespace warpgraph::test
