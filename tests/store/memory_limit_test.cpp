// The limit is the least of the machine's and of all groups around the process; sizes are read as GNU programs do.
#include "graphfuzz/store/memory_limit.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "store/temporary_folder.hpp"

namespace graphfuzz::store::testing {
namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;

/// A machine of 1 GiB.
class Machine {
 public:
  Machine() { file("proc/meminfo", "MemTotal:        1048576 kB\nMemFree:          12345 kB\n"); }
  void file(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::uint64_t limit() const { return memory_limit(folder_.path()); }

 private:
  TemporaryFolder folder_;
};

TEST(StoreMemoryLimit, WithoutGroups) {
  const TemporaryFolder nothing;
  EXPECT_EQ(memory_limit(nothing.path()), 0u);
  EXPECT_EQ(Machine().limit(), 1024 * kMebi);
}

TEST(StoreMemoryLimit, Version2) {
  Machine machine;
  machine.file("proc/self/cgroup", "0::/a.slice/b.service/c\n");
  machine.file("proc/self/mountinfo",
               "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  const std::string top = "sys/fs/cgroup/";
  machine.file(top + "a.slice/b.service/c/memory.max", "max\n");
  EXPECT_EQ(machine.limit(), 1024 * kMebi);
  machine.file(top + "a.slice/memory.max", "536870912\n");
  EXPECT_EQ(machine.limit(), 512 * kMebi) << "a group around it";
  machine.file(top + "a.slice/b.service/c/memory.max", "734003200\n");
  EXPECT_EQ(machine.limit(), 512 * kMebi) << "may be tighter";
  machine.file(top + "a.slice/b.service/memory.high", "104857600\n");
  EXPECT_EQ(machine.limit(), 100 * kMebi);
  machine.file(top + "other/memory.max", "1\n");
  EXPECT_EQ(machine.limit(), 100 * kMebi) << "another's";
}

TEST(StoreMemoryLimit, Version2InAContainer) {
  Machine machine;
  machine.file("proc/self/cgroup", "0::/\n");
  machine.file("proc/self/mountinfo", "30 23 0:26 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  machine.file("sys/fs/cgroup/memory.max", "268435456");
  EXPECT_EQ(machine.limit(), 256 * kMebi);
}

TEST(StoreMemoryLimit, Version1) {
  Machine machine;
  machine.file("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/docker/abc/inner\n1:cpuset:/\n0::/\n");
  machine.file("proc/self/mountinfo",
               "33 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
               "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw shared:9 master:2 - cgroup cgroup rw,cpu,memory\n");
  const std::string top = "sys/fs/cgroup/memory/";
  machine.file(top + "inner/memory.limit_in_bytes", "9223372036854771712\n");  // none
  machine.file("sys/fs/cgroup/cpuset/memory.limit_in_bytes", "1\n");
  EXPECT_EQ(machine.limit(), 1024 * kMebi);
  machine.file(top + "memory.limit_in_bytes", "134217728\n");
  EXPECT_EQ(machine.limit(), 128 * kMebi);
}

TEST(StoreMemoryLimit, FilesThatMakeNoSense) {
  Machine machine;
  machine.file("proc/self/cgroup", "\n:\n::\n0:\nx::/\n0::/../../..\n5:memory\n4:memory:\n");
  machine.file("proc/self/mountinfo", " - \n - cgroup2 a b\n1 2 3 / / rw - cgroup2 x y\n1 2 3 4 5 - cgroup x memory\n");
  machine.file("memory.max", "hello");
  EXPECT_EQ(machine.limit(), 1024 * kMebi);
}

TEST(StoreMemoryLimit, ThisMachineAndProcess) {
  EXPECT_GT(memory_limit(), 64 * kMebi);
  const std::uint64_t before = resident_memory();
  std::vector<char> block(64 * kMebi, 'x');
  const std::uint64_t after = resident_memory();
  EXPECT_GE(peak_memory() + (std::uint64_t{1} << 20), after);  // the kernel counts in its own time
  EXPECT_GT(before, kMebi);
  EXPECT_GE(after, before + 60 * kMebi) << block[1];
  EXPECT_LT(after, memory_limit());
}

TEST(StoreMemoryLimit, Sizes) {
  EXPECT_EQ(parse_memory_size("0"), 0u);
  EXPECT_EQ(parse_memory_size("4096"), 4096u);
  EXPECT_EQ(parse_memory_size("17B"), 17u);
  EXPECT_EQ(parse_memory_size("2G"), 2048 * kMebi);
  EXPECT_EQ(parse_memory_size("512MiB"), 512 * kMebi);
  EXPECT_EQ(parse_memory_size("1.5GB"), 1'500'000'000u);
  EXPECT_EQ(parse_memory_size("0.5k"), 512u);
  EXPECT_EQ(parse_memory_size("1.1MB"), 1'100'000u);
  EXPECT_EQ(parse_memory_size("3tib"), 3 * kMebi * kMebi);
  EXPECT_EQ(parse_memory_size("9223372036854775807"), 9223372036854775807u);
  for (const char* wrong : {"", " ", "G", "x", "-1", "1 G", "2GG", "2Gi", "2BiB", "1.", ".5", "1..5", "1.2.3", "1e9",
                            "2P", "2Gb/s", "0.1", "9223372036854775808", "99999999T"}) {
    try {
      parse_memory_size(wrong);
      ADD_FAILURE() << wrong;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find('"' + std::string(wrong) + '"'), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace graphfuzz::store::testing
