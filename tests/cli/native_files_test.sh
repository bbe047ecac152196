# Every execution of a program begins with the same files, whatever those before have done to them, and so does whoever
# comes after graphfuzz.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

mkdir files && cd files
printf abc >data
chmod 640 data
touch -d 2020-01-01 data
for name in one two three; do echo $name >$name; done
ln -s data link
head -c 8192 /dev/zero >shared
ls -l --time-style=full-iso >../before

# kept PROGRAM: two graphs, however it is run, and all is as it was.
kept() {
  local how
  for how in '' --fork '-j 2'; do
    check 0 "$GRAPHFUZZ" "../$1" --exhaustive $how --json ../all.json
    json ../all.json 'r[0]["complete"] and r[0]["graphs"] == 2 and not r[0]["remarks"]'
    rm out err
    ls -l --time-style=full-iso | sed '/link/d' >../after
    check 0 diff <(sed '/link/d' ../before) ../after
    rm out err
    [[ $(cat data link) == abcabc && $(readlink link) == data ]]
    check 0 cmp shared <(head -c 8192 /dev/zero)
    rm out err
  done
}

cat >../files.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int* counter;
static int* numbers;
static void* work(void* unused) {
  atomic_fetch_add(counter, 1);
  numbers[2] += 1;
  return unused;
}
static void of_names(void) {
  assert(access("made", F_OK) != 0 && access("folder", F_OK) != 0);
  FILE* file = fopen("made", "w");
  fputs("hello", file);
  fclose(file);
  assert(mkdir("folder", 0755) == 0);
  const int in = open("folder/in", O_CREAT | O_EXCL | O_WRONLY, 0644);
  assert(in >= 0 && close(in) == 0);
  struct stat status;
  assert(stat("data", &status) == 0 && status.st_size == 3);
  for (int i = 0; i < 2; ++i) {
    file = fopen(i == 0 ? "data" : "./link", "a");
    fputs("x", file);
    fclose(file);
  }
  assert(stat("data", &status) == 0 && status.st_size == 5);
  assert(rename("one", "two") == 0 && unlink("three") == 0 && unlink("link") == 0 && access("one", F_OK) != 0);
  char name[] = "t-XXXXXX.txt", other[] = "t-XXXXXX", folder[] = "d-XXXXXX", wrong[] = "XXXXX";
  const int first = mkstemps(name, 4), second = mkstemp(other);
  assert(first >= 0 && write(first, "abc", 3) == 3 && second >= 0 && close(second) == 0);
  assert(mkdtemp(folder) == folder && mkstemp(wrong) < 0);
}
static int* map(int fd) {
  int* const at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  assert(at != MAP_FAILED);
  return at;
}
static void of_memory(void) {
  const int shared = open("shared", O_RDWR);
  const int named = shm_open("/graphfuzz-files-test", O_CREAT | O_EXCL | O_RDWR, 0600);
  assert(named >= 0 && ftruncate(named, 4096) == 0);
  numbers = map(shared);
  counter = (_Atomic int*)map(named);
  assert(numbers[0] == 0 && numbers[1] == 0 && numbers[2] == 0 && close(named) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  numbers[0] += 1;
  atomic_fetch_add(counter, 1);
  numbers[1] += 2;
  pthread_join(thread, 0);
  assert(*counter == 2);
  msync(numbers, 4096, MS_SYNC);
  int written[3];
  assert(read(shared, written, sizeof written) == sizeof written);
  assert(written[0] == 1 && written[1] == 2 && written[2] == 1);
  const int nameless = memfd_create("x", 0);
  assert(ftruncate(nameless, 4096) == 0);
  int* const at = map(nameless);
  assert(*at == 0);
  *at = 7;
  assert(read(nameless, written, 4) == 4 && *written == 7);
}
int main(void) {
  of_names();
  of_memory();
}
END
kept files.c
[[ ! -e /dev/shm/graphfuzz-files-test ]]

cat >../streams.cpp <<'END'
#include <atomic>
#include <cassert>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
int main() {
  std::string text;
  std::ifstream("data") >> text;
  assert(text == "abc" && !std::filesystem::exists("sub"));
  std::ofstream("data") << "other";
  std::ofstream("made") << "text";
  std::filesystem::create_directories("sub/folder");
  std::filesystem::rename("made", "sub/made");
  std::filesystem::remove("one");
  std::filesystem::resize_file("two", 1);
  std::atomic<int> x = 0;
  std::thread other([&] { ++x; });
  ++x;
  other.join();
}
END
kept streams.cpp

# Folders whose entries are read: what is left open is closed after each execution, of which there are more than may be
# open. What iterators refer to is counted by the program, and by the library.
cat >../folders.cpp <<'END'
#include <atomic>
#include <cassert>
#include <dirent.h>
#include <unistd.h>
#include <filesystem>
#include <thread>
namespace fs = std::filesystem;
std::atomic<int> x;
int count_of(fs::directory_iterator it) {
  int count = 0;
  for (const auto& entry : it) count += entry.exists() + x.load(std::memory_order_relaxed) / 10;
  return count;
}
int main() {
  std::thread other([] { for (int i = 1; i < 6; i++) x.store(i, std::memory_order_relaxed); });
  fs::recursive_directory_iterator all("."), copy;
  const int many = count_of(fs::directory_iterator("."));
  copy = all;
  assert(many >= 6 && count_of(fs::directory_iterator(".")) == many);
  int count = 0;
  for (; all != end(all); ++all) count++;
  assert(count == many);
  DIR* const folder = opendir(".");
  for (const int seen = x; readdir(folder) != nullptr;) {
    if (seen == 3) other.join(), _exit(0);
  }
  other.join();
}
END
mkdir ../entries && cd ../entries && touch 1 2 3 4 5 6
(
  ulimit -n 256
  check 0 "$GRAPHFUZZ" ../folders.cpp -n 1000 --strategy random --json ../all.json
)
json ../all.json 'r[0]["executions"] == 1000 and not r[0]["bugs"] and not r[0]["remarks"]'

# A stream that is closed twice.
cat >../twice.c <<'PROGRAM'
#include <pthread.h>
#include <stdio.h>
static void* closes(void* file) { return fclose(file), NULL; }
int main(void) {
  FILE* const file = fopen("1", "r");
  pthread_t thread;
  pthread_create(&thread, 0, closes, file);
  pthread_join(thread, 0);
  fclose(file);
}
PROGRAM
check 1 "$GRAPHFUZZ" ../twice.c --exhaustive
grep -q 'twice.c:9:1: bad-free: fclose() of a stream that is closed' out
