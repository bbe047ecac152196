# Threads that constructors of static objects start, before main, are threads of each execution; constructors that wait
# for them are refused.
# Runs two programs at a time.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

# One is detached and goes round for ever, as nobody tells it to stop; the other is joined.
cat >two.cpp <<'END_OF_FILE'
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> x, y, stop;
static thread_local int own = 1;
struct Detached {
  Detached() {
    std::thread([] {
      while (stop == 0) std::this_thread::yield();
    }).detach();
  }
};
struct Joined {
  int seen = -1;
  std::thread thread{[this] {
    ++own;
    x.store(1, std::memory_order_relaxed);
    seen = y.load(std::memory_order_relaxed);
  }};
  ~Joined() {
    thread.join();
    assert(seen + at_main > 0 && own == 1);
  }
  int at_main = -1;
};
#ifdef ENDLESS
static Detached detached;
#endif
static Joined joined;
int main() {
  y.store(1, std::memory_order_relaxed);
  joined.at_main = x.load(std::memory_order_relaxed);
}
END_OF_FILE
for mode in "" "--fork" "-j 2" "--cxx clang++"; do
  check 1 "$GRAPHFUZZ" two.cpp $mode --exhaustive --json found.json
  json found.json '[b["kind"] for b in r[0]["bugs"]] == ["assertion"] and not r[0]["bugs"][0]["differs"]'
done
check 0 "$GRAPHFUZZ" two.cpp -m sc --exhaustive --json found.json
json found.json 'r[0]["graphs"] == 3 and r[0]["complete"]'
check 1 "$GRAPHFUZZ" two.cpp -m sc --cflags -DENDLESS --after-main run --exhaustive --liveness --json found.json
json found.json '[b["kind"] for b in r[0]["bugs"]] == ["liveness"]'

# Constructors of libraries come first.
cat >library.cpp <<'END_OF_FILE'
#include <thread>
int value;
struct Starts {
  std::thread thread{[] { ++value; }};
  ~Starts() { thread.join(); }
};
static Starts starts;
END_OF_FILE
cat >uses.cpp <<'END_OF_FILE'
extern int value;
int main() { return value > 1; }
END_OF_FILE
"$CXX" -g -fsanitize=thread -fPIC -c library.cpp
"$CXX" -shared library.o -o libearly.so
check 1 "$GRAPHFUZZ" uses.cpp --ldflags "-L. -learly -Wl,-rpath,$PWD" --exhaustive --json found.json
json found.json '[b["kind"] for b in r[0]["bugs"]] == ["race"]'

# Nobody is there to wait for.
cat >waits.cpp <<'END_OF_FILE'
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
static std::atomic<int> ready;
static std::mutex lock;
static std::condition_variable changed;
static std::promise<int> promise;
struct Waits {
  Waits() {
    std::thread thread([] {
      {
        std::lock_guard held(lock);
        ready = 1;
      }
      promise.set_value(1);
      changed.notify_all();
      ready.notify_all();
    });
#if HOW == 0
    thread.join();
#elif HOW == 1
    std::unique_lock held(lock);
    changed.wait(held, [] { return ready == 1; });
#elif HOW == 2
    promise.get_future().get();
#elif HOW == 3
    ready.wait(0);
#else
    while (ready == 0) std::this_thread::yield();
#endif
    if (thread.joinable()) thread.detach();
  }
};
static Waits waits;
int main() {}
END_OF_FILE
refused=$work/asks
"$GRAPHFUZZ" waits.cpp --cflags "-std=c++20 -DHOW=4" -n 1 >"$refused" 2>&1 &
asks=$!
ways=("pthread_join" "pthread_cond_wait" "a futex" "the wait.. of an atomic object")
for how in 0 1 2 3; do
  check 2 "$GRAPHFUZZ" waits.cpp --cflags "-std=c++20 -DHOW=$how" -n 1
  has err "a constructor of a static object waits by ${ways[how]}.* before main.*waits.cpp:[0-9]+"
done
check 2 wait "$asks"
has "$refused" "a constructor of a static object takes longer than 10 s.*waits.cpp:[0-9]+"
