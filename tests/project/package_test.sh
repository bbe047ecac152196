#!/usr/bin/env bash
# What cpack makes a Debian package of is whole, and works where it is unpacked, without the folders that it was built
# from. tools/package-test does more: lintian, libraries that it depends on, a fresh Debian. BUILD_DIR: the build to pack.
set -euo pipefail
source_dir=${SOURCE_DIR:?}
build_dir=${BUILD_DIR:?}
if [[ -n ${SANITIZE:-} || ! -f $build_dir/CPackConfig.cmake ]] || ! type -P dpkg-deb >/dev/null; then
  echo "no package can be made here"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "$*"; exit 1; }

# To ask of each file what it needs, and to pack it tightly, takes half a minute.
cpack --config "$build_dir/CPackConfig.cmake" -B "$folder" -D CPACK_DEBIAN_COMPRESSION_TYPE=none \
  -D CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF >cpack.log 2>&1 || { cat cpack.log; fail "cpack failed"; }
deb=$(echo graphfuzz_*.deb)
dpkg-deb --info "$deb" >info
for field in 'Package: graphfuzz' 'Version: [0-9.]+-1' 'Recommends: g\+\+ \| clang' 'Suggests: golang-go'; do
  grep -Eq "^ $field" info || { cat info; fail "no field $field"; }
done
dpkg-deb --contents "$deb" >contents
awk '$2 != "root/root" { print; bad = 1 } END { exit bad }' contents || fail "the files above are not root's"

dpkg-deb --extract "$deb" root
usr=$folder/root/usr
for wanted in bin/graphfuzz bin/graphfuzz-cc bin/graphfuzz-c++ bin/graphfuzz-cluster 'lib/*graphfuzz/libgraphfuzz-runtime.so' 'lib/*libgraphfuzz_graph.a' \
  'lib/*graphfuzz.pc' 'lib/*graphfuzzConfig.cmake' include/graphfuzz/graphfuzz.hpp include/graphfuzz/harness.h \
  share/graphfuzz/litmus/SB.litmus share/graphfuzz/memory_models/sc.cat share/graphfuzz/schemas/results.schema.json \
  share/man/man1/graphfuzz.1.gz share/man/man1/graphfuzz-go.1.gz share/bash-completion/completions/graphfuzz \
  share/zsh/vendor-completions/_graphfuzz share/fish/vendor_completions.d/graphfuzz.fish \
  share/doc/graphfuzz/copyright share/doc/graphfuzz/changelog.gz share/doc/graphfuzz/changelog.Debian.gz \
  share/doc/graphfuzz/doc/results.md share/lintian/overrides/graphfuzz; do
  [[ -n $(find "$usr" -path "$usr/$wanted") ]] || fail "the package has no $wanted"
done
grep -q 'Permission is hereby granted' "$usr/share/doc/graphfuzz/copyright" || fail "the copyright has no licence"
if find "$usr" -path '*/.git*' -o -name '*.pyc' -o -name '*.o' | grep .; then fail "the files above are no part of it"; fi
if grep -rlF -e "$source_dir" -e "$build_dir" "$usr"; then fail "the files above name the source or build folder"; fi

# It works where it is, with a cache of its own so that nothing is taken that was built before.
export PATH=$usr/bin:$PATH XDG_CACHE_HOME=$folder/cache
graphfuzz "$usr/share/graphfuzz/litmus/SB.litmus" -n 1000 >out || fail "graphfuzz SB.litmus: exit code $?"
grep -q 'Observation SB Sometimes' out || { cat out; fail "SB was not observed"; }
graphfuzz --version --verbose >out
for line in "Executable +$usr/bin/graphfuzz$" "Runtime +$usr/lib/[^ ]*graphfuzz/libgraphfuzz-runtime.so$" "Headers +$usr/include/graphfuzz$" \
  'Models +sc, tso' 'Commit +[0-9a-f]{12}$|Commit +unknown$' 'Libraries +Boost [0-9.]+, ' 'fsgsbase +(yes|no)' 'ASLR +' 'C\+\+ compiler +/' 'Go +'; do
  grep -Eq "^$line" out || { cat out; fail "--version --verbose: no $line"; }
done
cp "$source_dir/tests/runtime/programs/race.c" .
code=0
graphfuzz race.c -n 100 --json race.json >out 2>&1 || code=$?
[[ $code == 1 ]] && grep -q '"kind": "race"' race.json || { cat out; fail "race.c: exit code $code"; }
graphfuzz-cc race.c -o race
code=0
graphfuzz ./race -n 100 >out 2>&1 || code=$?
[[ $code == 1 ]] || { cat out; fail "./race: exit code $code"; }
echo "$(wc -l <contents) files in $deb"
