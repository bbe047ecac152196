// A file is written whole or not at all, and read whole or not at all.
#include "graphfuzz/store/atomic_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <thread>
#include <vector>

#include "store/file_size_limit.hpp"
#include "store/temporary_folder.hpp"

namespace graphfuzz::store::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr std::size_t kPlenty = std::size_t{1} << 24;

template <class Function>
FileError error_of_file(Function function) {
  try {
    function();
  } catch (const FileError& error) {
    return error;
  }
  return FileError("", "no error");
}

TEST(StoreAtomicFile, IsNotTheOneThatThePartOfANameBeforeAZeroByteNames) {
  const TemporaryFolder folder;
  write_file(folder / "a", "of another name");
  const std::string name("a\0b", 3);
  const FileError error = error_of_file([&] { read_file(folder / name, kPlenty); });
  EXPECT_EQ(error.problem(), "expected a name of a file, found a zero byte in it");
  EXPECT_THAT(error.what(), ::testing::EndsWith("a.b: " + error.problem()));
}

TEST(StoreAtomicFile, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  for (const std::size_t size : {0, 1, 4096, 3'000'001}) {
    std::string content(size, '\0');
    for (std::size_t i = 0; i < size; ++i) content[i] = static_cast<char>(i * 31 >> 3);
    write_file(folder / "a", content);
    EXPECT_TRUE(read_file(folder / "a", size) == content);
    EXPECT_EQ(folder.files(), 1u);
    if (size == 0) continue;
    EXPECT_THAT(error_of_file([&] { read_file(folder / "a", size - 1); }).what(), HasSubstr("bytes, found more"));
  }
  fs::current_path(folder.path());
  write_file("relative", "x");
  EXPECT_EQ(read_file(folder / "relative", 1), "x");
  fs::current_path("/");
}

TEST(StoreAtomicFile, FilesWhoseSizeIsNotTold) {
  EXPECT_THAT(read_file("/proc/self/status", kPlenty), HasSubstr("VmRSS"));
  EXPECT_THROW(read_file("/proc/self/status", 10), FileError);
}

TEST(StoreAtomicFile, OnlyRegularFilesAreRead) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of_file([&] { read_file(folder.path(), kPlenty); }).what(), HasSubstr("found a folder"));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(error_of_file([&] { read_file(folder / "pipe", kPlenty); }).what(), HasSubstr("found a pipe"));
  EXPECT_THAT(error_of_file([&] { read_file("/dev/zero", kPlenty); }).what(), HasSubstr("a device"));
  const FileError missing = error_of_file([&] { read_file(folder / "none", kPlenty); });
  EXPECT_EQ(missing.code(), ENOENT);
  EXPECT_EQ(missing.path(), folder / "none");
  EXPECT_EQ(missing.what(), (folder / "none").string() + ": cannot be opened: No such file or directory");
}

TEST(StoreAtomicFile, DevicesPipesAndFoldersAreNotReplaced) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_directory(folder / "folder");
  fs::create_symlink("/dev/null", folder / "null");
  for (const char* name : {"pipe", "folder", "null"}) {
    EXPECT_THAT(error_of_file([&] { write_file(folder / name, "x"); }).what(), HasSubstr("expected a regular file"));
  }
  EXPECT_EQ(folder.files(), 3u);
  EXPECT_TRUE(fs::is_symlink(folder / "null"));
}

TEST(StoreAtomicFile, TextsMayBeginWithAByteOrderMark) {
  const TemporaryFolder folder;
  write_file(folder / "a", "\xef\xbb\xbfx");
  EXPECT_EQ(read_text(folder / "a", kPlenty), "x");
  EXPECT_EQ(read_file(folder / "a", kPlenty).size(), 4u);
  EXPECT_EQ(read_beginning(folder / "a", 2).size(), 2u);
  EXPECT_EQ(read_beginning(folder / "a", 100).size(), 4u);
}

TEST(StoreAtomicFile, InputsMayBePipesThatSomebodyWritesTo) {
  const TemporaryFolder folder;
  const std::atomic<bool> go_on = false, stop = true;
  write_file(folder / "a", "text");
  EXPECT_EQ(read_input(folder / "a", kPlenty, go_on), "text");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(error_of_file([&] { read_input(folder / "pipe", kPlenty, go_on); }).what(),
              HasSubstr("a pipe that nobody writes to"));
  const int writer = ::open((folder / "pipe").c_str(), O_RDWR);
  ASSERT_EQ(::write(writer, "text", 4), 4);
  EXPECT_THAT(error_of_file([&] { read_input(folder / "pipe", kPlenty, stop); }).what(), HasSubstr("interrupted"));
  ASSERT_EQ(::write(writer, "text", 4), 4);
  EXPECT_THAT(error_of_file([&] { read_input(folder / "pipe", 3, go_on); }).what(), HasSubstr("at most 3 bytes"));
  ::close(writer);
  // The writer comes and goes while it is read.
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::thread writes([&] {
    EXPECT_EQ(::write(ends[1], "some ", 5), 5);
    EXPECT_EQ(::write(ends[1], "text", 4), 4);
    ::close(ends[1]);
  });
  EXPECT_EQ(read_input("/dev/fd/" + std::to_string(ends[0]), kPlenty, go_on), "some text");
  writes.join();
  ::close(ends[0]);
}

TEST(StoreAtomicFile, ErrorsLeaveTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  write_file(folder / "a", "old");
  {
    const FileSizeLimit full(1000);
    const FileError error = error_of_file([&] { write_file(folder / "a", std::string(5000, 'x')); });
    EXPECT_EQ(error.code(), EFBIG);
    EXPECT_THAT(error.what(), HasSubstr("cannot be written: File too large"));
  }
  EXPECT_EQ(read_file(folder / "a", kPlenty), "old");
  EXPECT_EQ(folder.files(), 1u);
  fs::create_directories(folder / "folder" / "inner");
  EXPECT_THAT(error_of_file([&] { write_file(folder / "folder", "x"); }).what(), HasSubstr("expected a regular file"));
  EXPECT_EQ(folder.files(), 2u);
  EXPECT_EQ(error_of_file([&] { write_file(folder / "none" / "a", "x"); }).code(), ENOENT);
}

TEST(StoreAtomicFile, PermissionsAndLinks) {
  const TemporaryFolder folder;
  write_file(folder / "a", "secret");
  fs::permissions(folder / "a", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a", folder / "link");
  write_file(folder / "a", "secret, too");
  EXPECT_EQ(fs::status(folder / "a").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(read_file(folder / "link", kPlenty), "secret, too");
  write_file(folder / "link", "other");
  EXPECT_FALSE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "a", kPlenty), "secret, too");
}

// A link that somebody laid where the new file would be is not followed.
TEST(StoreAtomicFile, NoLinkIsFollowed) {
  const TemporaryFolder folder;
  write_file(folder / "victim", "old");
  for (int i = 0; i < 10000; ++i) {
    fs::create_symlink("victim", folder / (".a." + std::to_string(::getpid()) + "-" + std::to_string(i) + ".new"));
  }
  write_file(folder / "a", "new");
  EXPECT_EQ(read_file(folder / "victim", kPlenty), "old");
  EXPECT_EQ(read_file(folder / "a", kPlenty), "new");
}

TEST(StoreAtomicFile, WritersAtTheSameTime) {
  const TemporaryFolder folder;
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&, i] {
      for (int k = 0; k < 25; ++k) write_file(folder / "a", std::string(10'000, static_cast<char>('a' + i)));
    });
  }
  for (std::thread& writer : writers) writer.join();
  const std::string content = read_file(folder / "a", kPlenty);
  EXPECT_EQ(content, std::string(10'000, content[0]));
  EXPECT_EQ(folder.files(), 1u);
}

TEST(StoreAtomicFile, SurvivesAKillAndCanBeTidied) {
  const TemporaryFolder folder;
  write_file(folder / "a", std::string(100'000, 'a'));
  write_file(folder / ".a.mine.new", "not ours");
  for (int round = 0; round < 15; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (char c = 'a';; c = c == 'z' ? 'a' : static_cast<char>(c + 1)) {
        write_file(folder / "a", std::string(100'000, c));
      }
    }
    ASSERT_GT(child, 0);
    ::usleep(static_cast<useconds_t>(1'000 + 700 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const std::string content = read_file(folder / "a", kPlenty);
    EXPECT_EQ(content, std::string(100'000, content[0]));
  }
  std::ofstream(folder / ".a.1-2.new") << "half";
  remove_unfinished(folder / "a");
  EXPECT_EQ(folder.files(), 2u);
  EXPECT_TRUE(fs::exists(folder / ".a.mine.new"));
}

}  // namespace
}  // namespace graphfuzz::store::testing
