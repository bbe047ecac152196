# Sourced by the tests of the command line: a folder of its own to work in, litmus tests, and checks that say what failed.
: "${GRAPHFUZZ:?path of the executable}" "${SOURCE_DIR:?root of the project}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# check CODE COMMAND…: runs it with its output in ./out and ./err, and fails unless it exits with CODE ("1|4": or CODE).
check() {
  local expected=$1 code=0
  shift
  "$@" >out 2>err || code=$?
  if [[ "|$expected|" != *"|$code|"* ]]; then
    printf 'exit code %s instead of %s: %s\n' "$code" "$expected" "$*"
    cat out err
    exit 1
  fi
}

# has FILE PATTERN: fails unless a line of the file matches.
has() {
  grep -Eq -- "$2" "$1" && return
  printf 'no "%s" in %s:\n' "$2" "$1"
  cat "$1"
  exit 1
}

# hasnt FILE PATTERN: fails if a line of the file matches.
hasnt() {
  grep -Eq -- "$2" "$1" || return 0
  printf '"%s" in %s:\n' "$2" "$1"
  cat "$1"
  exit 1
}

# wait_for COMMAND…: until it succeeds; fails after a minute.
wait_for() {
  local tries
  for ((tries = 0; tries < 1200; ++tries)); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.05
  done
  printf 'waited in vain: %s\n' "$*"
  exit 1
}

# The system's own, and without what it imports for everybody: there are a thousand of these calls, and a version
# manager's `python3` takes longer to start than what it is asked here.
python=/usr/bin/python3
[[ -x $python ]] || python=python3

# json FILE EXPRESSION: fails unless the Python expression is true of the array `r`.
json() {
  "$python" -IS -c 'import json, sys; r = json.load(open(sys.argv[1])); assert eval(f"({sys.argv[2]})"), (sys.argv[2], r)' "$1" "$2"
}

# store_buffering CONDITION: a litmus test, whose condition may be on 0:r0 and 1:r0, on standard output.
store_buffering() {
  cat <<END
C SB
{}
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x,1,memory_order_relaxed);
  int r0 = atomic_load_explicit(y,memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y,1,memory_order_relaxed);
  int r0 = atomic_load_explicit(x,memory_order_relaxed);
}
$1
END
}

store_buffering 'exists (0:r0=0 /\ 1:r0=0)' >exists.litmus
store_buffering '~exists (0:r0=0 /\ 1:r0=0)' >forbidden.litmus
store_buffering 'forall (0:r0=1 \/ 1:r0=1)' >required.litmus
sed 's/relaxed/seq_cst/; s/^C SB/C SB+sc/' forbidden.litmus >safe.litmus
sed -i 's/memory_order_relaxed/memory_order_seq_cst/g' safe.litmus
cat >race.litmus <<'END'
C race
{}
P0 (int* x) { *x = 1; }
P1 (int* x) { int r0 = *x; }
exists (1:r0=1)
END
cat >assertion.litmus <<'END'
C assertion
{}
P0 (atomic_int* x) { atomic_store_explicit(x,1,memory_order_relaxed); }
P1 (atomic_int* x) {
  int r0 = atomic_load_explicit(x,memory_order_relaxed);
  assert(r0 == 0);
}
exists (1:r0=1)
END
printf 'C broken\n{}\nP0 (atomic_int* x) {\n  foo;\n}\nexists (x=1)\n' >broken.litmus
