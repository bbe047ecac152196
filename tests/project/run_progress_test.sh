#!/usr/bin/env bash
# tools/run says why it builds, where the log is and when it is done, in a line each where nobody watches, and in one line
# that is rewritten on a terminal. Builds nothing: the tools it calls are stand-ins.
set -euo pipefail
source_dir=${SOURCE_DIR:?}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/project/tools" "$folder/bin"
cp "$source_dir/tools/run" "$folder/project/tools"

# stand_in FILE: a command whose text is on standard input.
stand_in() {
  { echo '#!/bin/sh'; cat; } >"$1"
  chmod +x "$1"
}
stand_in "$folder/project/tools/install-dependencies" <<<'exit 0'
stand_in "$folder/bin/cmake" <<'END'
mkdir -p build/release/bin && touch build/release/build.ninja
printf '#!/bin/sh\necho "the answer $*"\n' >build/release/bin/graphfuzz && chmod +x build/release/bin/graphfuzz
END
stand_in "$folder/bin/ninja" <<'END'
[ ! -e work ] || { cat work; grep -q FAILED work && exit 1; exit 0; }
echo 'ninja: no work to do.'
END
export PATH=$folder/bin:$PATH
cd "$folder"
fail() { echo "FAILED: $1"; cat -v out err; exit 1; }
# run CODE COMMAND…
run() {
  local code=0
  "${@:2}" >out 2>err || code=$?
  [[ $code == "$1" ]] || fail "exit code $code: ${*:2}"
}

printf '[1/2] Building CXX object a.o\n[2/2] Linking CXX executable graphfuzz\n' >work
run 0 project/tools/run x
[[ $(cat out) == "the answer x" && $(wc -l <err) == 2 ]] || fail "not two lines"
grep -Eq "^tools/run: building graphfuzz for the first time.*\(log: .*/run.log\)$" err || fail "no reason, or no log"
grep -Eq "^tools/run: built graphfuzz after [0-9]+ s$" err || fail "no end"
run 0 project/tools/run
grep -q "^tools/run: building graphfuzz, as sources have changed (log" err || fail "no reason"
grep -q '1/2. Building' project/build/release/run.log || fail "no log"
if script --version 2>&1 | grep -q util-linux; then
  run 0 script -qec 'project/tools/run x' /dev/null
  grep -aq $'\r\033\\[Ktools/run: building graphfuzz, as sources have changed: 2/2 steps' out || fail "no progress"
fi
printf '[1/2] Building CXX object a.o\nFAILED: a.o\n' >work
run 125 project/tools/run x
grep -q "the build failed; the log is" err && grep -q "FAILED: a.o" err && [[ ! -s out ]] || fail "not told"
rm work
run 0 project/tools/run x
[[ ! -s err ]] || fail "says something when there is nothing to do"
