#!/usr/bin/env bash
# Any text is parsed or rejected: runs the libFuzzer targets of this folder, which are part of the asan preset, each for
# GRAPHFUZZ_FUZZ_SECONDS (8), as many at a time as there are processors: on mutations of our litmus tests and of
# ORACLE_DIR's, of our memory models, of our Go programs, of short recorded Go traces of TRACES_DIR, and of corpus/.
# Fails on crashes, leaks, what the sanitizers find, and inputs that take more than 5 s.
# Usage: SOURCE_DIR=. BUILD_DIR=build/asan tests/fuzz/parser_fuzz_test.sh [FUZZER...]     by default all of them
# Runs two programs at a time.
set -euo pipefail
source_dir=$(realpath "${SOURCE_DIR:?}")
build_dir=$(realpath "${BUILD_DIR:?}")
seconds=${GRAPHFUZZ_FUZZ_SECONDS:-8}
wanted=" $* "

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# run FUZZER WORDS CORPUS...: WORDS is a file with the words that inputs consist of, for the mutations. In the background,
# once there is a processor for it.
run() {
  local fuzzer=$1 words=$2
  shift 2
  [[ $wanted == "  " || $wanted == *" $fuzzer "* ]] || return 0
  while [[ $(jobs -pr | wc -l) -ge $(nproc) ]]; do wait -n || true; done
  # New inputs go to the first corpus, the others are only read.
  mkdir "$folder/$fuzzer"
  {
    "$build_dir/bin/$fuzzer" -seed=1 -max_total_time="$seconds" -timeout=5 -max_len=8192 -dict="$words" \
      -artifact_prefix="$build_dir/$fuzzer-" -verbosity=1 -print_final_stats=1 "$folder/$fuzzer" "$@" \
      >"$folder/$fuzzer.log" 2>&1 || touch "$folder/$fuzzer.failed"
  } &
  started+=("$fuzzer")
}

# words FILE...: the words that these consist of, as a dictionary.
words() {
  cat "$@" | grep -aoE '@?[A-Za-z_.-]+|[^A-Za-z0-9_[:space:]]+' | LC_ALL=C sort | uniq | head -n 1000 |
    sed 's/[\\"]/\\&/g; s/.*/"&"/' | grep -aP '^[\x20-\x7e]+$'
}
started=()

litmus=("$source_dir/litmus")
[[ ! -d ${ORACLE_DIR:-}/litmus ]] || litmus+=("$ORACLE_DIR/litmus")
cat "$source_dir"/litmus/*.litmus | grep -oE '[A-Za-z_]+|[^A-Za-z0-9_[:space:]]+' | sort | uniq -d |
  sed 's/[\\"]/\\&/g; s/.*/"&"/' >"$folder/litmus.dict"
run litmus_parser_fuzzer "$folder/litmus.dict" "${litmus[@]}"

cat "$source_dir"/memory_models/*.cat "$source_dir"/src/model/cat/{lexer,predefined}.cpp |
  grep -oE '[A-Za-z_-]+|[^A-Za-z0-9_[:space:]]+' | sort | uniq -d |
  sed 's/[\\"]/\\&/g; s/.*/"&"/' >"$folder/cat.dict"
run cat_parser_fuzzer "$folder/cat.dict" "$source_dir/memory_models"

# A folder becomes one input: each file after a line with its name.
mkdir "$folder/traces"
printf '@trace_1.log\nN,1,9,C,1,f.go#1\nG,2,2,f.go#2\nC,3,6,9,R,f,1,1,0,f.go#3\n@trace_2.log\nC,4,5,9,S,f,1,1,1,f.go#7\n' \
  >"$folder/traces/small"
printf '@ort_output\n{"tuple":{"17":3},"channels":{"f.go:34":{"closed":true,"not_closed":false,"cap_buf":5,"peak_buf":3}},\n' \
  >"$folder/traces/gfuzz"
printf '"ops":[1,2],"selects":[{"id":"f.go:12","cases":3,"chosen":1}]}\n' >>"$folder/traces/gfuzz"
printf '@input\n({1}, {2})({2}, {3})\n' >"$folder/traces/chain"
if [[ -d ${TRACES_DIR:-}/goker ]]; then
  while read -r run; do
    [[ $(cat "$run"/*.log | wc -c) -lt 6000 ]] || continue
    for file in "$run"/*.log; do
      echo "@$(basename "$file")"
      cat "$file"
      echo
    done >"$folder/traces/$(basename "$(dirname "$run")")_$(basename "$run")"
  done < <(find "$TRACES_DIR"/goker/*/run[12] "$TRACES_DIR"/advocate-old/* -maxdepth 0 -type d)
  for log in "$TRACES_DIR"/gopie/*.log; do
    { echo "@gopie.log" && head -c 4000 "$log"; } >"$folder/traces/$(basename "$log")"
  done
fi
cat "$folder"/traces/* | grep -oE '@?[A-Za-z_.]+|[^A-Za-z0-9_[:space:]]+' | sort | uniq -d | head -n 300 |
  sed 's/[\\"]/\\&/g; s/.*/"&"/' >"$folder/traces.dict"
run go_trace_fuzzer "$folder/traces.dict" "$folder/traces"

mkdir "$folder/go"
cp "$source_dir"/litmus/go/*.go "$folder/go" 2>/dev/null || printf 'package main\nfunc main() {}\n' >"$folder/go/empty.go"
cat "$folder"/go/*.go "$source_dir"/src/frontend/go/packages/*.cpp |
  grep -oE '[A-Za-z_]+|[^A-Za-z0-9_[:space:]]+' | sort | uniq -d |
  sed 's/[\\"]/\\&/g; s/.*/"&"/' >"$folder/go.dict"
run go_parser_fuzzer "$folder/go.dict" "$folder/go"

for name in document replay state config; do
  corpus=$source_dir/tests/fuzz/corpus/$name
  words "$corpus"/* >"$folder/$name.dict"
  run "${name}_fuzzer" "$folder/$name.dict" "$corpus"
done

wait
status=0
for fuzzer in "${started[@]}"; do
  echo "$fuzzer"
  if [[ -e $folder/$fuzzer.failed ]]; then
    grep -avE '^#[0-9]' "$folder/$fuzzer.log" | tail -n 200
    echo "To repeat it: $build_dir/bin/$fuzzer <the file named above>"
    status=1
  else
    grep -aE '^Done |^stat::' "$folder/$fuzzer.log"
  fi
done
exit $status
