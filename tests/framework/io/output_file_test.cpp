// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/output_file.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <new>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "support/failing_allocation.hpp"
#include "support/sanitizers.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

class OutputFileTest : public testing::Test {
 protected:
  TemporaryFolder folder_;

  [[nodiscard]] std::ptrdiff_t count_of_files() const {
    return std::distance(std::filesystem::directory_iterator(folder_.path()), {});
  }
};

TEST_F(OutputFileTest, AppearsWhenItIsCommitted) {
  files::OutputFile file(folder_.path() / "f");
  file.write("one ");
  file.write("two");
  EXPECT_EQ(file.size(), 7u);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "f"));
  file.commit();
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "f"), "one two");
  EXPECT_EQ(count_of_files(), 1);
}

TEST_F(OutputFileTest, LeavesNothingBehindWithoutCommit) {
  folder_.file("f", "old");
  {
    files::OutputFile file(folder_.path() / "f");
    file.write(std::string(200'000, 'x'));
  }
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "f"), "old");
  EXPECT_EQ(count_of_files(), 1);
}

TEST_F(OutputFileTest, IsWholeOrAsItWasWhicheverAllocationFails) {
  folder_.file("f", "old");
  bool has_failed = true;
  for (int n = 0; has_failed; ++n) {
    const std::filesystem::path target = folder_.path() / "f";
    const std::string right = "of " + std::to_string(n);
    std::string found = TemporaryFolder::content(target);
    try {
      const FailingAllocation one(n);
      files::OutputFile file(target);
      file.write(right);
      file.commit();
      has_failed = one.has_failed();
      found = right;
    } catch (const std::bad_alloc&) {
    }
    EXPECT_EQ(TemporaryFolder::content(target), found) << "allocation " << n;
    EXPECT_EQ(count_of_files(), 1) << "allocation " << n;
    ASSERT_LT(n, 1000);
  }
}

TEST_F(OutputFileTest, WritesLargeAndSmallPiecesInOrder) {
  std::string expected;
  files::OutputFile file(folder_.path() / "f");
  for (const std::size_t size : {1u, 70'000u, 3u, 65'535u, 65'536u, 2u, 0u, 40'000u, 40'000u}) {
    const std::string piece(size, static_cast<char>('a' + size % 26));
    file.write(piece);
    expected += piece;
  }
  file.commit();
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "f"), expected);
}

TEST_F(OutputFileTest, KeepsThePermissionsOfWhatItReplaces) {
  folder_.file("f", "old");
  std::filesystem::permissions(folder_.path() / "f", std::filesystem::perms::owner_all);
  files::OutputFile file(folder_.path() / "f");
  file.commit();
  EXPECT_EQ(std::filesystem::status(folder_.path() / "f").permissions(), std::filesystem::perms::owner_all);
}

TEST_F(OutputFileTest, KeepsTheOwnerOfWhatItReplacesIfItMay) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  folder_.file("f", "old");
  ASSERT_EQ(::chown((folder_.path() / "f").c_str(), 12, 34), 0);
  ASSERT_EQ(::chmod((folder_.path() / "f").c_str(), 04750), 0);
  files::OutputFile file(folder_.path() / "f");
  file.commit();
  struct stat status {};
  ASSERT_EQ(::stat((folder_.path() / "f").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12u);
  EXPECT_EQ(status.st_gid, 34u);
  EXPECT_EQ(status.st_mode & 07777, 04750u);
}

// The hidden name for the time before has more characters than the target's.
TEST_F(OutputFileTest, TakesNamesAsLongAsTheSystemDoes) {
  for (const std::size_t length : {std::size_t{239}, std::size_t{250}, std::size_t{NAME_MAX}}) {
    const std::string name(length, 'n');
    files::OutputFile file(folder_.path() / name);
    file.write("new");
    file.commit();
    EXPECT_EQ(TemporaryFolder::content(folder_.path() / name), "new") << length;
    files::OutputFile shared = files::OutputFile::shared(folder_.path() / name);
    EXPECT_NE(shared.part(), folder_.path() / name);
  }
}

TEST_F(OutputFileTest, ReplacesWhatALinkNames) {
  folder_.file("f", "old");
  std::filesystem::create_symlink("f", folder_.path() / "link");
  files::OutputFile file(folder_.path() / "link");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path() / "link"));
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "f"), "new");
}

TEST_F(OutputFileTest, WritesToDevicesDirectly) {
  files::OutputFile file("/dev/null");
  file.write("text");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(OutputFileTest, SaysWhatIsWrong) {
  const auto error_of = [](const std::filesystem::path& path) -> std::string {
    try {
      files::OutputFile file(path);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(path.string().size());
    }
    return "no error";
  };
  EXPECT_EQ(error_of(folder_.path() / "no" / "f"), ": cannot be written: No such file or directory");
  EXPECT_EQ(error_of(folder_.path() / "."), ": cannot be written: Is a directory");
}

TEST_F(OutputFileTest, SaysThatTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  files::OutputFile file("/dev/full");
  file.write("text");
  EXPECT_THROW(file.commit(), InputError);
}

TEST_F(OutputFileTest, TakesNamesWithoutAFolder) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  files::OutputFile file("f");
  file.write("text");
  file.commit();
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "f"), "text");
  std::filesystem::current_path(before);
}

TEST_F(OutputFileTest, MakesTheMissingFileThatLinksLeadTo) {
  std::filesystem::create_directory(folder_.path() / "folder");
  std::filesystem::create_symlink("folder/second", folder_.path() / "first");
  std::filesystem::create_symlink("f", folder_.path() / "folder" / "second");
  files::OutputFile file(folder_.path() / "first");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path() / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path() / "folder" / "second"));
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "folder" / "f"), "new");
}

TEST_F(OutputFileTest, RefusesAnEmptyName) {
  try {
    files::OutputFile file("");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "expected the name of a file, found an empty one");
  }
}

[[noreturn]] void abandon_in(const std::filesystem::path& folder) {
  files::OutputFile shared = files::OutputFile::shared(folder / "shared");
  shared.write("half");
  files::OutputFile other(folder / "other");
  other.write("half");
  files::abandon_output_files();
  if (!kSanitized) {  // ThreadSanitizer refuses threads of a process that was forked
    std::thread([&] { other.commit(); }).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  std::_Exit(0);
}

TEST_F(OutputFileTest, LeavesNothingBehindWhenTheProcessEnds) {
  EXPECT_EXIT(abandon_in(folder_.path()), testing::ExitedWithCode(0), "");
  EXPECT_EQ(count_of_files(), 0);
}

}  // namespace
}  // namespace warpgraph::test
