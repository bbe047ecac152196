# Streams and memory resources of the C++ library: threads that use one race, unless something keeps them apart, and who
# waits for what others put there is told of it.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

# What is used is the first argument; with a second one, under a lock; with a third one, it is waited for.
cat >streams.cpp <<'END'
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory_resource>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
static std::mutex mutex;
static std::condition_variable changed;
static std::ostringstream out;
static std::stringstream both;
static std::istringstream in("1 2 word rest of it");
static std::pmr::monotonic_buffer_resource monotonic;
static std::pmr::unsynchronized_pool_resource pool;
static std::pmr::synchronized_pool_resource synchronized;
static std::string word;
static int number;
static int call;
static bool locked;
static void* take(std::pmr::memory_resource& r) { return r.allocate(16); }
static void use(int i) {
  switch (call) {
    case 0: out << "text"; break;
    case 1: out << i; break;
    case 2: out << std::string(40, 'x'); break;
    case 3: out << 'c' << std::endl; break;
    case 4: if (i == 1) out << 1.5; else number += out.str().size(); break;
    case 5: if (i == 1) both << 7 << ' '; else both >> number; break;
    case 6: { int n; in >> n; } break;
    case 7: if (i == 1) in >> number; else number = 3; break;
    case 8: if (i == 1) std::getline(in, word); else number = word.size(); break;
    case 9: take(monotonic); break;
    case 10: take(pool); break;
    case 11: if (i == 1) out.str("x"); else out.put('c'); break;
    case 12: { static std::ofstream file("written"); file << i; } break;
    case 13: if (i == 1) in >> word; else word = "x"; break;
    // Allowed.
    case 20: std::cout << i << "text" << std::endl; std::cerr << "x\n"; break;
    case 21: take(synchronized); break;
    case 22: { std::ostringstream mine; mine << i; assert(mine.str() == std::to_string(i)); } break;
    default: std::exit(3);
  }
}
int main(int count, char** arguments) {
  call = std::atoi(arguments[1]);
  if (count == 4) {  // waits for what is put there
    std::thread waits([] {
      std::unique_lock lock(mutex);
      if (call == 0) changed.wait(lock, [] { return out.str() == "ab"; });
      if (call == 1) changed.wait(lock, [] { int n = 0; const bool there = bool(both >> n); both.clear(); return there && n == 7; });
    });
    {
      std::lock_guard lock(mutex);
      out << "a" << 'b';
      both << 7 << ' ';
    }
    changed.notify_one();
    waits.join();
    return 0;
  }
  locked = count > 2;
  const auto work = [](int i) {
    std::unique_lock lock(mutex, std::defer_lock);
    if (locked) lock.lock();
    use(i);
  };
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
}
END
for how in 'gcc -O0' 'gcc -O2' 'clang -O2'; do
  read -r compiler level <<<"$how"
  command -v "$compiler" >/dev/null || continue
  run() { check "$1" "$GRAPHFUZZ" streams.cpp --cc "$compiler" --cflags "$level -w" -q --exhaustive -- "${@:2}"; }
  for ((call = 0; call <= 13; ++call)); do
    # Without optimization the library itself calls what takes memory there.
    if [[ $call != 9 || $level != -O0 ]]; then run 1 $call; fi
    run 0 $call locked
  done
  for call in 20 21 22; do run 0 $call; done
  for call in 0 1; do run 0 $call waited for; done
done
