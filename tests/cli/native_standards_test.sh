# Programs in the standards that there are, what atomic objects may not be, and waits in code that handles exceptions.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

# graphs COMPILER FLAGS FILE: how many there are, if all were built
graphs() {
  CXX=$1 "$GRAPHFUZZ" "$3" --cflags "$2" --exhaustive >out || [[ $? == 1 ]]
  grep -q '^Left *nothing: all graphs were built' out
  sed -nE 's/^Graphs +([0-9]+) .*/\1/p' out
}
expect() {
  local found
  found=$(graphs "$1" "$2" "$3")
  if [[ $found != "$4" ]]; then
    echo "$3 by $1 $2: $found graphs instead of $4"
    exit 1
  fi
}

cat >standard.cpp <<'END'
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
std::atomic<int> x{0}, y{0};
int a, b;
std::mutex mutex;
std::condition_variable changed;
bool ready;
int main() {
  std::thread t([] { x.store(1, std::memory_order_relaxed); a = y.load(std::memory_order_relaxed); });
  std::thread u([] { y.store(1, std::memory_order_relaxed); b = x.load(std::memory_order_relaxed); });
  t.join();
  u.join();
  std::thread w([] { std::lock_guard<std::mutex> lock(mutex); ready = true; changed.notify_one(); });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return ready; });
  }
  w.join();
  auto seven = std::async(std::launch::async, [] { return 7; });
  assert(seven.get() == 7);
  assert(a || b);
}
END
# Four of store buffering, and who has the mutex first.
for built in 'g++ -std=c++11' 'g++ -std=c++14' 'g++ -std=c++23' 'clang++ -std=c++14' 'clang++ -std=c++17'; do
  expect ${built/ */} "${built/* /}" standard.cpp 8
  grep -q 'assertion failed: a || b' out
done

cat >three.cpp <<'END'
#include <atomic>
struct Colour {
  unsigned char r, g, b;
};
std::atomic<Colour> x{};
int main() { return x.load().r; }
END
! "$GRAPHFUZZ" three.cpp >out
grep -q 'three.cpp:6:.*unsupported: an atomic access of 3 bytes: graphfuzz has those of 1, 2, 4 and 8' out

# The library's lock of it tries again, with a variable on the stack that handlers do not read.
cat >shared.cpp <<'END'
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
std::atomic<std::shared_ptr<int>> p{std::make_shared<int>(1)};
int main() {
  std::thread t([] { p.store(std::make_shared<int>(2)); });
  std::thread u([] {
    auto seen = p.load();
    assert(*seen == 1 || *seen == 2);
  });
  t.join();
  u.join();
}
END
for built in 'g++ -O0' 'g++ -O1' 'g++ -O2' 'clang++ -O1'; do
  expect ${built/ */} "-std=c++20 ${built/* /}" shared.cpp 9
done

# Each attempt is another one, in whatever function it fails: three loads that read 0 or 1, in order.
cat >thrown.cpp <<'END'
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> x;
[[noreturn]] __attribute__((noinline)) void fail() { throw x.load(std::memory_order_relaxed); }
int main() {
  std::thread t([] { x.store(1, std::memory_order_relaxed); });
  int seen = 0;
  for (int i = 0; i < 3; i++) {
    try {
      fail();
    } catch (int value) {
      seen += value << i;
    }
  }
  t.join();
  assert(seen != 4);
}
END
for built in 'g++ -O1' 'g++ -O2' 'clang++ -O1'; do
  expect ${built/ */} "${built/* /}" thrown.cpp 4
  grep -q 'assertion failed: seen != 4' out
done
