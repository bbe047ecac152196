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
for data in litmus memory_models; do
  [[ ! -d $source_dir/$data || -d $prefix/share/graphfuzz/$data ]] || { echo "no $data installed"; exit 1; }
done
if grep -rlF -e "$source_dir" -e "$build_dir" "$prefix" --include='*.cmake' --include='*.pc'; then
  echo "the files above name the source or build folder"
  exit 1
fi
if [[ -n ${GRAPHFUZZ:-} ]]; then
  "$prefix/bin/graphfuzz" --help >/dev/null
fi

echo "== find_package"
cp -r "$source_dir/tests/project/consumer" "$folder/source"
cmake -S "$folder/source" -B "$folder/build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" >"$folder/cmake.log"
cmake --build "$folder/build" >>"$folder/cmake.log" || { cat "$folder/cmake.log"; exit 1; }
"$folder/build/consumer"

echo "== pkg-config"
pc=$(find "$prefix" -name graphfuzz.pc)
export PKG_CONFIG_PATH=${pc%/*}
# Words on purpose: pkg-config prints options.
# shellcheck disable=SC2046
"$cxx" -std=c++20 "$folder/source/main.cpp" -o "$folder/plain" $(pkg-config --static --cflags --libs graphfuzz)
"$folder/plain"
