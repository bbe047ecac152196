# Programs that have parts of themselves explored: graphfuzz/explore.hpp, and tests of GoogleTest by graphfuzz/gtest.hpp, built
# by graphfuzz-c++ and by CMake. The programs of tests/runtime/explore check most of it themselves.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

programs=$SOURCE_DIR/tests/runtime/explore
runtime=${RUNTIME_FOLDER-}/libgraphfuzz-runtime.so
[[ -e $runtime ]] || exit 77
cxx=$(dirname "$GRAPHFUZZ")/graphfuzz-c++
unset GRAPHFUZZ_CC GRAPHFUZZ_CXX GRAPHFUZZ_TOOL GRAPHFUZZ_SOURCES GRAPHFUZZ_REPLAY

# By each compiler that there is.
for compiler in g++ clang++; do
  type $compiler >compiler 2>&1 || continue
  GRAPHFUZZ_CXX=$compiler "$cxx" -std=c++20 -O1 "$programs/state.cpp" -o state
  check 0 ./state
  has out '^written once, all is well$'
  test ! -s err
  rm -rf graphfuzz-replays
done
check 1 "$GRAPHFUZZ" ./state
has out 'called by a program that is explored itself'

# C, and a program that was built without graphfuzz.
cat >body.c <<'END'
#include <graphfuzz/explore.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void body(void* argument) {
  *(int*)argument += 1;
  x = 1;
}
int main(void) {
  int n = 0;
  const char* const options[] = {"--exhaustive", NULL};
  struct graphfuzz_exploration* e = graphfuzz_explore(body, &n, "body", options);
  printf("%d %s %llu %d %d\n", e->status, e->error, e->executions, e->complete, n + x);
  graphfuzz_exploration_free(e);
  return 0;
}
END
"$(dirname "$cxx")/graphfuzz-cc" body.c -o body
check 0 ./body
has out '^0  1 1 0$'
cat >without.cpp <<'END'
#include <graphfuzz/explore.hpp>
#include <iostream>
int main() {
  try {
    graphfuzz::explore([] {});
  } catch (const std::runtime_error& e) {
    std::cout << e.what() << '\n';
  }
}
END
g++ -std=c++20 -I"$SOURCE_DIR/include" without.cpp -o without
check 0 ./without
has out 'not linked with graphfuzz.s runtime: build it with graphfuzz-c\+\+'

# GoogleTest, as Debian has it: what passes, and what does not, with lines and traces, and as replays say.
echo '#include <gtest/gtest.h>' | g++ -E -x c++ - >there 2>&1 || exit 0
"$cxx" -std=c++20 "$programs/gtest.cpp" -o tests -lgtest_main -lgtest
check 1 ./tests
has out '^\[  PASSED  \] 5 tests'
has out '^\[  FAILED  \] 5 tests'
has out '^\[graphfuzz \] Passes.NotAll: 3 executions, not all there are$'
hasnt out 'FAILED.*(Passes|Ordinary)'
has out 'gtest.cpp:[0-9]+: Failure'
has out '^assertion: .*gtest.cpp:36:1: .*Expected: \(a \+ b\) > \(0\), actual: 0 vs 0; both have read 0$'
has out '^assertion: .*gtest.cpp:45:1: .*of the thread$'
has out '^race: .*gtest.cpp:51.*gtest.cpp:52'
has out '^deadlock: '
has out "unknown memory model 'x86'"
has out '^ *[0-9]+ .*reads from the initial write'
replay=$(sed -n 's/^To replay it: \(GRAPHFUZZ_REPLAY=.*StoreBuffering-rc11-assertion.*\)$/\1/p' out)
check 1 env ${replay% ./tests*} ./tests --gtest_filter=Fails.StoreBuffering
has out 'both have read 0$'
has out '^\[  FAILED  \] 1 test,'
check 1 env ${replay% ./tests*} ./tests --gtest_filter=Fails.Race
has out 'expected a replay of Fails.Race, found one of Fails.StoreBuffering'
check 0 ./tests --gtest_filter='-Fails.*' --gtest_output=json:properties.json
json properties.json '[t["graphfuzz_graphs"] for s in r["testsuites"] for t in s["testsuite"] if t["name"] == "StoreBufferingUnderSc"] == ["3"]'

# The example, by CMake: with the function that is there for it, and with graphfuzz-c++ as the compiler.
cp -r "$SOURCE_DIR/examples/native" example
sed "s|^find_package(graphfuzz REQUIRED)|set(GRAPHFUZZ_RUNTIME $runtime)\nset(GRAPHFUZZ_INCLUDE_FOLDER $SOURCE_DIR/include)\ninclude($SOURCE_DIR/cmake/graphfuzz_add_test.cmake)|" \
  -i example/CMakeLists.txt
# A test of CTest's fails if there is a bug, and says which.
echo 'graphfuzz_add_test(NAME racy SOURCES racy.cpp OPTIONS --exhaustive --model sc ARGS 3)' >>example/CMakeLists.txt
sed -i 's|^include(.*|set(GRAPHFUZZ_EXECUTABLE '"$GRAPHFUZZ"')\n&|' example/CMakeLists.txt
cat >example/racy.cpp <<'END'
#include <assert.h>
#include <pthread.h>
static int x;
static void* one(void* unused) { x = 1; return unused; }
int main(int count, char** words) {
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  assert(count == 2 && words[1][0] == '3' && x == 0);
  pthread_join(thread, 0);
}
END
for flags in '' -DBROKEN; do
  cmake -S example -B build "-DCMAKE_CXX_FLAGS=$flags" >cmake.log 2>&1 || { cat cmake.log; exit 1; }
  cmake --build build >cmake.log 2>&1 || { cat cmake.log; exit 1; }
  check $(( ${#flags} > 0 ? 8 : 0 )) ctest --test-dir build --output-on-failure -E racy
done
has out '^race: data race'
check 8 ctest --test-dir build --output-on-failure -R racy
has out 'Bug 1: assertion: .*racy.cpp:8'
sed -i 's|^find_package(graphfuzz.*||; s|^set(GRAPHFUZZ.*||; s|^include.*||; /racy/d; s|graphfuzz_add_executable|set(CMAKE_CXX_STANDARD 20)\nadd_executable|' example/CMakeLists.txt
sed -i '/^set(GRAPHFUZZ/d; /^include(/d' example/CMakeLists.txt
CXX=$cxx cmake -S example -B wrapped >cmake.log 2>&1 || { cat cmake.log; exit 1; }
cmake --build wrapped >cmake.log 2>&1 || { cat cmake.log; exit 1; }
check 0 ctest --test-dir wrapped --output-on-failure
