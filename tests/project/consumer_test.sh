#!/usr/bin/env bash
# What we install can be used: builds tests/project/consumer against an installation in a temporary folder, once with
# CMake's find_package and once with plain compiler and pkg-config, and runs both. BUILD_DIR: the build to install.
set -euo pipefail
source_dir=${SOURCE_DIR:?}
build_dir=${BUILD_DIR:?}
cxx=${CXX:-c++}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix

cmake --install "$build_dir" --prefix "$prefix" >"$folder/install.log" || { cat "$folder/install.log"; exit 1; }
# The installation may be moved.
mv "$prefix" "$folder/moved"
prefix=$folder/moved

[[ -f $prefix/include/graphfuzz/graph/execution_graph.hpp ]] || { echo "no headers installed"; exit 1; }
for header in harness.h compat/{genmc,dat3m}.h compat/cdschecker/{threads.h,main.c} compat/libstdc++/{mutex,bits/basic_string.tcc}; do
  [[ -f $prefix/include/graphfuzz/$header ]] || { echo "no $header installed"; exit 1; }
done
for data in litmus memory_models; do
  [[ ! -d $source_dir/$data || -d $prefix/share/graphfuzz/$data ]] || { echo "no $data installed"; exit 1; }
done
if grep -rlF -e "$source_dir" -e "$build_dir" "$prefix" --include='*.cmake' --include='*.pc'; then
  echo "the files above name the source or build folder"
  exit 1
fi
if [[ -n ${GRAPHFUZZ:-} ]]; then
  "$prefix/bin/graphfuzz" --help >/dev/null
  "$prefix/bin/graphfuzz-c++" --version >/dev/null
  "$prefix/bin/graphfuzz-cluster" --help >/dev/null
fi

# Bytecode for link-time optimization makes every user of the libraries link for half a minute.
if objdump -h "$(find "$prefix" -name libgraphfuzz_frontend.a)" | grep -q '\.gnu\.lto_'; then
  echo "the installed libraries hold bytecode instead of machine code"
  exit 1
fi

echo "== find_package"
cp -r "$source_dir/tests/project/consumer" "$folder/source"
cmake -S "$folder/source" -B "$folder/build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" >"$folder/cmake.log"
cmake --build "$folder/build" >>"$folder/cmake.log" || { cat "$folder/cmake.log"; exit 1; }
"$folder/build/consumer"

echo "== the examples that are installed"
cp -r "$prefix/share/doc/graphfuzz/examples" "$folder/examples"
cmake -S "$folder/examples" -B "$folder/build-examples" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" >"$folder/cmake.log"
cmake --build "$folder/build-examples" >>"$folder/cmake.log" || { cat "$folder/cmake.log"; exit 1; }
# mailbox_is CODE ORDER MODEL
mailbox_is() {
  local code=0
  "$folder/build-examples/mailbox" "${@:2}" >"$folder/mailbox.txt" 2>&1 || code=$?
  [[ $code == "$1" ]] || { echo "mailbox ${*:2}: $code"; cat "$folder/mailbox.txt"; exit 1; }
}
mailbox_is 1 relaxed rc11
grep -q "the flag is up, but the letter is not there" "$folder/mailbox.txt"
mailbox_is 0 release rc11
mailbox_is 0 relaxed sc
mailbox_is 2 relaxed nonesuch

echo "== a target of one's own"
# n philosophers have 2^n - 1 execution graphs, in one of which nobody eats, whatever the strategy.
cd "$folder"
for strategy in random revisit minimal maximal mix optimal exhaustive; do
  for workers in 1 3; do
    code=0
    "$folder/build-examples/philosophers" $strategy 4 $workers >"$folder/philosophers.txt" || code=$?
    python3 - "$code" <<'END' || { cat "$folder/philosophers.txt"; exit 1; }
import json, sys
result = json.load(open("philosophers.json"))
assert sys.argv[1] == "1", sys.argv
assert result["graphs"] == 15 and result["outcomes"] == 2, result
assert [b["kind"] for b in result["bugs"]] == ["deadlock"], result
assert result["complete"] == (result["strategy"] in ("optimal", "exhaustive")), result
assert "philosopher 3" in open("philosophers.dot").read()
text = open("philosophers.txt").read()
assert "Replay" in text and text.count("nobody eats") >= 2, text
END
  done
done
code=0
"$folder/build-examples/philosophers" gopie 4 1 2>"$folder/refused.txt" || code=$?
[[ $code == 2 ]] && grep -q "no directions" "$folder/refused.txt"
cd "$source_dir"

echo "== pkg-config"
pc=$(find "$prefix" -name graphfuzz.pc)
export PKG_CONFIG_PATH=${pc%/*}
# Words on purpose: pkg-config prints options.
# shellcheck disable=SC2046
"$cxx" -std=c++20 "$folder/source/main.cpp" -o "$folder/plain" $(pkg-config --cflags --libs graphfuzz)
"$folder/plain"
