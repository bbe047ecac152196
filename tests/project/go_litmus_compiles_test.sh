#!/usr/bin/env bash
# Our Go litmus programs are Go: the real toolchain checks and vets each of litmus/go/*.go, whose headers are complete.
# Skipped where there is no `go`. Nothing is downloaded, and nothing is written but to a temporary folder.
set -euo pipefail
source_dir=${SOURCE_DIR:?}
if ! command -v go >/dev/null; then
  echo "skipped: there is no go"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder GOCACHE=$folder/cache GOPATH=$folder/path GOENV=off GOPROXY=off GOTOOLCHAIN=local GOFLAGS=-mod=mod \
  GO111MODULE=on GOWORK=off CGO_ENABLED=0
failed=0
fail() { echo "$1"; failed=1; }

shopt -s nullglob
programs=("$source_dir"/litmus/go/*.go)
((${#programs[@]} > 0)) || { echo "no programs in $source_dir/litmus/go"; exit 1; }

echo "== headers"
for program in "${programs[@]}"; do
  name=${program##*/}
  head -n 1 "$program" | grep -q '^// ..' || fail "$name: the first line does not say what it is"
  grep -qE '^// class: [a-z-]+$' "$program" || fail "$name: no class"
  if grep -q '^// bug: none$' "$program"; then
    ! grep -qE '// BUG$' "$program" || fail "$name: no bug, but lines marked BUG"
  else
    grep -qE '^// bug: (panic|deadlock|leak|race|test-failure) .+' "$program" || fail "$name: no bug named"
    grep -qE '// BUG$' "$program" || fail "$name: no line marked BUG"
  fi
  case $name in
    spec-* | *-fixed.go | *-fixed_test.go) ;;
    *_test.go) [[ -f ${program%_test.go}-fixed_test.go ]] || fail "$name: no fixed variant" ;;
    *) [[ -f ${program%.go}-fixed.go ]] || fail "$name: no fixed variant" ;;
  esac
done

# Each program is a package of its own in one module: the standard library is compiled and loaded once.
mkdir "$folder/module"
printf 'module litmus\n\ngo 1.19\n' >"$folder/module/go.mod"
for program in "${programs[@]}"; do
  name=${program##*/}
  mkdir "$folder/module/${name%.go}"
  cp "$program" "$folder/module/${name%.go}/"
done
cd "$folder/module"

# It compiles what the programs import, and checks all of their types itself; to compile and link them besides, some 280
# executables, would take most of the time.
echo "== go vet"
go vet ./... || fail "go vet complains"

echo "${#programs[@]} programs"
exit "$failed"
