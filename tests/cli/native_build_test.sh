# Programs in C and C++ on their way to the runtime: built, kept, checked, executed with the same command line; compiler
# wrappers; CTest tests. The runtime is tests/support/stand_in_runtime.c, which tells how it was started (exit code 7).
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

# An installation of its own, by its own compiler: the sanitizers of a build are nothing for these programs.
prefix=$work/prefix
runtime=libgraphfuzz-runtime.so
mkdir -p "$prefix/bin" "$prefix/lib"
built=$(dirname "$GRAPHFUZZ")
libraries=lib
[[ -n ${RUNTIME_FOLDER-} ]] && libraries=$(realpath -m --relative-to="$built/.." "$RUNTIME_FOLDER")
mkdir -p "$prefix/$libraries"
cp "$GRAPHFUZZ" "$built/graphfuzz-cc" "$built/graphfuzz-c++" "$prefix/bin/"
ln -s "$SOURCE_DIR/include" "$prefix/include"
gcc -O1 -fPIC -shared "$SOURCE_DIR/tests/support/stand_in_runtime.c" -Wl,-soname,$runtime -o "$prefix/$libraries/$runtime"
echo '{ local: signal; };' >"$prefix/$libraries/program.map"
echo '--wrap=strcpy' >"$prefix/$libraries/program.wraps"
GRAPHFUZZ=$prefix/bin/graphfuzz
cc=$prefix/bin/graphfuzz-cc
cxx=$prefix/bin/graphfuzz-c++
export XDG_CACHE_HOME=$work/cache
unset GRAPHFUZZ_CC GRAPHFUZZ_CXX GRAPHFUZZ_TOOL GRAPHFUZZ_SOURCES

cat >queue.cpp <<'END'
#include <atomic>
#include <graphfuzz/harness.h>
#include <thread>
extern "C" int twice(int);
std::atomic<int> x;
int main(int argc, char**) {
  std::thread t([] { x.store(twice(2), std::memory_order_release); });
  t.join();
  graphfuzz_note("x", x.load(std::memory_order_acquire));
  return argc - 1;
}
END
echo 'int calls; int twice(int n) { ++calls; return 2 * n; }' >twice.c
echo 'int x; int main(void) { x = 1; return 0; }' >one.c

objects() { find "$XDG_CACHE_HOME" -name object.o | wc -l; }
programs() { find "$XDG_CACHE_HOME" -type f -perm -100 | wc -l; }
leftovers() { find "$XDG_CACHE_HOME" \( -name '*.new' -o -mindepth 2 -type d -empty \) | wc -l; }
# expect NUMBER NUMBER: objects and programs in the cache, and nothing else.
expect() {
  [[ "$(objects) $(programs) $(leftovers)" == "$1 $2 0" ]] || { echo "not $1 $2:"; find "$XDG_CACHE_HOME"; exit 1; }
}
# says PATTERN COMMAND…: exit code 2, and a line on standard error that matches.
says() {
  local pattern=$1
  shift
  check 2 "$@"
  has err "$pattern"
}
# started COMMAND…: the stand-in runs.
started() {
  check 7 "$@"
  has out '^tool 1$'
}

# Sources: one program, the same command line with the program in the place of the first, twice the same result.
for round in 1 2; do
  started "$GRAPHFUZZ" --json queue.cpp -qn5 queue.cpp --model sc twice.c -- --json queue.cpp -n
  cat >wanted <<END
tool 1
sources queue.cpp
twice.c
END
  diff wanted <(head -3 out)
  program=$(sed -n 's|^argument \(.*/queue\)$|\1|p' out)
  printf 'argument %s\n' graphfuzz --json queue.cpp -qn5 "$program" --model sc -- --json queue.cpp -n | diff - <(grep ^argument out)
  expect 2 1
done
test ! -s err
# Without the tool it is just a program.
check 3 "$program" a b c
# What is mapped where does not depend on chance, unless the sandbox forbids that.
started "$GRAPHFUZZ" one.c
if setarch -R true 2>/dev/null; then has out '^fixed 1$'; fi

# Another folder, flag, compiler, text: another object. The same again: none.
rm -rf "$XDG_CACHE_HOME"
started "$GRAPHFUZZ" one.c && expect 1 1
started "$GRAPHFUZZ" one.c --cflags '-DNAME="a b" -O3' && expect 2 2
started "$GRAPHFUZZ" one.c --cflags '-O3  -DNAME="a b"' && expect 3 3
started "$GRAPHFUZZ" ./one.c && expect 4 4
started "$GRAPHFUZZ" one.c --volatile relaxed && expect 5 5
echo 'int x; int main(void) { x = 2; return 0; }' >one.c
started "$GRAPHFUZZ" one.c && expect 6 6
touch one.c && started "$GRAPHFUZZ" one.c && expect 6 6
if command -v clang >/dev/null; then
  started "$GRAPHFUZZ" one.c --cc clang && expect 7 7
  started env GRAPHFUZZ_CC=clang "$GRAPHFUZZ" one.c && expect 7 7
  started "$GRAPHFUZZ" queue.cpp twice.c --cxx clang --cc clang++ && expect 9 8
  started "$GRAPHFUZZ" one.c --cc clang --volatile relaxed
fi
# Headers count, and what the linker reads besides.
rm -rf "$XDG_CACHE_HOME"
printf '#include "value.h"\nint external(void);\nint main(void) { return VALUE + external(); }\n' >user.c
echo '#define VALUE 1' >value.h
echo 'int external(void) { return 10; }' | gcc -x c -c - -o external.o
returns() {
  started "$GRAPHFUZZ" user.c --ldflags external.o
  check "$1" "$(sed -n 's|^argument \(.*/user\)$|\1|p' out)"
}
returns 11
echo '#define VALUE 2' >value.h
returns 12
echo 'int external(void) { return 20; }' | gcc -x c -c - -o external.o
returns 22
# The default cache of a user.
started env -u XDG_CACHE_HOME HOME="$work/home" "$GRAPHFUZZ" one.c
has out "^argument $work/home/.cache/graphfuzz/"
started env -u XDG_CACHE_HOME -u HOME TMPDIR="$work" "$GRAPHFUZZ" one.c
chmod 777 "$work/graphfuzz-cache-$(id -u)"
says 'only this user can write to' env -u XDG_CACHE_HOME -u HOME TMPDIR="$work" "$GRAPHFUZZ" one.c
says 'cannot be kept there: .*XDG_CACHE_HOME' env XDG_CACHE_HOME=/dev/null "$GRAPHFUZZ" one.c
# Ten at a time.
rm -rf "$XDG_CACHE_HOME"
for i in 0 1 2 3 4 5 6 7 8 9; do "$GRAPHFUZZ" queue.cpp twice.c >"many.$i" 2>&1 & done
wait
for i in 0 1 2 3 4 5 6 7 8 9; do has many.$i '^argument .*/queue$'; done
expect 2 1

# What cannot be built: the compiler's words, and one line of ours.
printf 'int main(void) {\n  return undeclared;\n}\n' >broken.c
says '^broken.c:2:10: error: .*undeclared' "$GRAPHFUZZ" broken.c
has err '^graphfuzz: broken.c: does not compile'

# Programs for what is not explored: why not is said.
printf '#include <genmc.h>\nint main(void) { __VERIFIER_pbarrier(); return 0; }\n' >persist.c
printf '#include <genmc.h>\nvoid __VERIFIER_recovery_routine(void) {}\nint main(void) { return 0; }\n' >recover.c
for program in persist.c recover.c; do
  check 2 "$GRAPHFUZZ" $program
  has err 'graphfuzz does not explore what a program does after a crash'
done
printf '#include <lkmm.h>\nint x; int main(void) { WRITE_ONCE(x, 1); return 0; }\n' >kernel.c
check 2 "$GRAPHFUZZ" kernel.c
has err '#error "graphfuzz does not check compiled programs under the memory model of the Linux kernel'
printf '#include "nowhere.h"\n' >lost.cpp
says 'lost.cpp:1:10: .*nowhere.h' "$GRAPHFUZZ" lost.cpp
says '^graphfuzz: queue.cpp: does not link' "$GRAPHFUZZ" queue.cpp
has err "undefined reference to .twice"
expect 2 1
says '^graphfuzz: nowhere.c: expected a source, found no such file' "$GRAPHFUZZ" nowhere.c
says "^graphfuzz: --cxx: expected a C\+\+ compiler, found no such program in PATH: 'c--'" "$GRAPHFUZZ" --cxx c-- queue.cpp
says "^graphfuzz: GRAPHFUZZ_CC: expected a compiler, found '.*graphfuzz-cc', which is a wrapper" \
  env GRAPHFUZZ_CC="$cc" "$GRAPHFUZZ" one.c
says 'there is no C compiler: .*apt-get install gcc.*--cc or GRAPHFUZZ_CC' env PATH=/nowhere "$GRAPHFUZZ" one.c
says 'found exists.litmus besides' "$GRAPHFUZZ" one.c exists.litmus
says "no FILE" "$GRAPHFUZZ"
says "there is no option '--cflag'" "$GRAPHFUZZ" one.c --cflag x
mv "$prefix/$libraries/$runtime" hidden
says "$runtime: expected the runtime library .*installed as a whole" "$GRAPHFUZZ" one.c
mv hidden "$prefix/$libraries/$runtime"
mv "$prefix/include" hidden
says "compat: expected the headers .*installed as a whole" "$GRAPHFUZZ" one.c
mv hidden "$prefix/include"
# After "--" come files, unless there is a program.
store_buffering 'exists (0:r0=0)' >./-n.litmus
check 0 "$GRAPHFUZZ" -n 5 -- -n.litmus

# Executables: what is built by the wrappers, and what is not.
"$cc" -c twice.c && "$cxx" -std=c++20 queue.cpp twice.o -o queue
started "$GRAPHFUZZ" -n 5 ./queue -- 3
printf 'argument %s\n' graphfuzz -n 5 ./queue -- 3 | diff - <(grep ^argument out)
has out '^sources -$'
check 2 ./queue a b
refused() { says "^graphfuzz: [^:]*: .*$1" "$GRAPHFUZZ" "$2"; }
gcc one.c -o plain
refused "expected a program that is linked with $runtime, found one that is not; build it with graphfuzz-cc" ./plain
for flags in --ldflags=-static "--cflags=-O2 -static-pie"; do
  check 2 "$GRAPHFUZZ" one.c "$flags"
  has err '^graphfuzz: .*-static: a program that is linked statically cannot be run by graphfuzz; link it without'
done
gcc -static one.c -o fixed && refused 'found one that is linked statically; .* without -static' ./fixed
gcc -fsanitize=thread -c one.c -o one.o
refused 'found an object file; link it' one.o
gcc one.o -fsanitize=thread -o theirs && refused 'linked with ThreadSanitizer.s \(libtsan\); give -fsanitize=thread to the compiler only' ./theirs
link() { gcc "$@" "-L$prefix/$libraries" -Wl,--no-as-needed -lgraphfuzz-runtime "-Wl,-rpath,$prefix/$libraries"; }
link one.o -Wl,-z,lazy -o lazy && refused 'expected a program that is linked with -Wl,-z,now, found one that binds' ./lazy
link one.c -Wl,-z,now -o bare && refused 'expected a program compiled with -fsanitize=thread, found no call' ./bare
link one.o -Wl,-z,now -o now && started "$GRAPHFUZZ" ./now
gcc one.o -shared -fPIC -o library.so 2>/dev/null || "$cc" -shared -fPIC one.c -o library.so
refused 'found a shared library' library.so
printf '#!/bin/sh\n' >script && refused 'found a script' script
head -c 300 queue >damaged && refused 'found an ELF file that is damaged' damaged
cp queue old && printf '\x01' | dd of=old bs=1 seek=4 conv=notrunc 2>/dev/null && refused 'found a 32-bit one' old
cp queue arm && printf '\xb7' | dd of=arm bs=1 seek=18 conv=notrunc 2>/dev/null
[[ $(uname -m) != x86_64 ]] || refused 'expected a program for x86-64, found one for AArch64' arm
cp queue not && chmod -x not && refused 'found one that may not; chmod' ./not
cp queue stripped && strip stripped && started "$GRAPHFUZZ" ./stripped
has err '^graphfuzz: note: ./stripped: there is no debug information'
says 'one executable, found several programs' "$GRAPHFUZZ" ./queue ./now
says 'one executable, found an empty name besides' "$GRAPHFUZZ" one.c ''
# What the linker would compile is compiled before.
for flags in --cflags='-flto -O2' --ldflags=-flto=auto; do
  started "$GRAPHFUZZ" one.c "$flags"
  has err '^graphfuzz: note: -flto is left out'
done

# The wrappers are compilers.
for real in gcc clang; do
  command -v $real >/dev/null || continue
  export GRAPHFUZZ_CC=$real GRAPHFUZZ_CXX=$real
  rm -f ./*.o ./*.d queue
  "$cxx" -fsanitize=thread -O3 -MD -MP -o queue queue.cpp -x c twice.c  # compiled and linked in one step
  started "$GRAPHFUZZ" ./queue
  check 0 ./queue
  test -s queue.d || test -s queue-queue.d
  "$cc" -c one.c twice.c && "$cc" one.o -o one
  started "$GRAPHFUZZ" ./one
  for what in --version -dumpmachine -print-prog-name=ld -print-search-dirs; do
    diff <("$cc" $what) <($real $what)
  done
  "$cxx" --version | diff - <("${real/gcc/g++}" --version)
  "$cc" -E one.c | grep -q 'int main'
  "$cc" -S one.c -o - | grep -q 'call.*__tsan_write4'
  "$cc" -M one.c | grep -q '^one.o: *one.c'
  echo 'int main(void) { return 5; }' | "$cc" -x c - -o five
  check 5 ./five
  printf -- '-o "with space"\n one.c' >response
  "$cc" @response
  started "$GRAPHFUZZ" './with space'
  # More files to link than fit on a command line.
  ar rcs libtwice.a twice.o
  { echo one.c -o long && yes ./libtwice.a | head -20000; } >response
  "$cc" @response
  started "$GRAPHFUZZ" ./long
  "$cc" -shared -fPIC twice.c -o libtwice.so
  "$cxx" queue.cpp -L. -ltwice "-Wl,-rpath,$PWD" -o queue
  started "$GRAPHFUZZ" ./queue
  "$cc" -fsanitize=undefined,thread -flto -c one.c && "$cc" -flto -fsanitize=undefined,thread one.o -o ub
  started "$GRAPHFUZZ" ./ub
  "$cc" -fno-sanitize=thread one.c -o none && refused 'found no call of __tsan_' ./none
  check 1 "$cc" -static one.c -o fixed
  has err '^graphfuzz-cc: -static: '
  check 1 "$cc" -c broken.c
  has err 'broken.c:2:10: error'

  mkdir -p "make.$real" "configure.$real"
  cp queue.cpp twice.c "make.$real"
  printf 'queue: queue.o twice.o\n\t$(CXX) $(LDFLAGS) $^ -o $@\n' >"make.$real/Makefile"
  make -s -C "make.$real" CC="$cc" CXX="$cxx" CXXFLAGS='-O2 -std=c++20 -pthread' LDFLAGS=-pthread
  started "$GRAPHFUZZ" "make.$real/queue"

  # As autoconf's tests do it: does it make executables, do they run, which suffix, is this header there, this function?
  cd "configure.$real"
  echo 'int main(void) { return 0; }' >conftest.c
  "$cc" -g -O2 conftest.c >&2 && ./a.out
  "$cc" -o conftest -g -O2 conftest.c && ./conftest
  "$cc" -c -g conftest.c && test -s conftest.o
  printf '#include <pthread.h>\n' | "$cc" -E - >/dev/null
  check 1 "$cc" -o conftest -g <(echo) -lnowhere conftest.c
  printf 'char nowhere(); int main(void) { return nowhere(); }\n' >conftest.c
  check 1 "$cc" -o conftest conftest.c
  cd ..
done
unset GRAPHFUZZ_CC GRAPHFUZZ_CXX

# CMake: the wrappers as its compilers, and the function of the package.
mkdir project && cp queue.cpp twice.c project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(queue C CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(Threads REQUIRED)
include(CheckCXXSourceRuns)
check_cxx_source_runs("int main() { return 0; }" runs)
add_library(twice SHARED twice.c)
add_executable(queue queue.cpp)
target_link_libraries(queue twice Threads::Threads)
END
CC=$cc CXX=$cxx cmake -S project -B project/build -DCMAKE_BUILD_TYPE=Release >cmake.log 2>&1 || { cat cmake.log; exit 1; }
has cmake.log 'runs - Success'
cmake --build project/build >cmake.log 2>&1 || { cat cmake.log; exit 1; }
started "$GRAPHFUZZ" project/build/queue

mkdir tests
cat >tests/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(tests C CXX)
enable_testing()
set(GRAPHFUZZ_EXECUTABLE $GRAPHFUZZ)
set(GRAPHFUZZ_RUNTIME $prefix/$libraries/$runtime)
set(GRAPHFUZZ_INCLUDE_FOLDER $prefix/include)
include($SOURCE_DIR/cmake/graphfuzz_add_test.cmake)
graphfuzz_add_test(NAME queue SOURCES ../queue.cpp ../twice.c OPTIONS -n 5 --model sc ARGS --first "two words")
graphfuzz_add_test(NAME alone SOURCES ../one.c)
set_tests_properties(queue alone PROPERTIES PASS_REGULAR_EXPRESSION "tool 1")
END
for type in '' Debug Release; do
  cmake -S tests -B "tests/build$type" -DCMAKE_BUILD_TYPE=$type >cmake.log 2>&1 || { cat cmake.log; exit 1; }
  cmake --build "tests/build$type" >cmake.log 2>&1 || { cat cmake.log; exit 1; }
  ctest --test-dir "tests/build$type" -V >ctest.log 2>&1 || { cat ctest.log; exit 1; }
  for line in 'argument --first' 'argument two words' 'argument --model' '100% tests passed.* out of 2'; do has ctest.log "$line"; done
done
sed -i 's/NAME queue/NAMES queue/' tests/CMakeLists.txt
check 1 cmake -S tests -B tests/wrong
has err 'expected NAME, SOURCES, OPTIONS and ARGS, found'
