# Whatever the user writes: a clear error and exit code 2, or it works.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 0 "$GRAPHFUZZ" --help
for word in rc11 'load buffering' 'Exit codes' 10000 Examples; do has out "$word"; done
check 0 "$GRAPHFUZZ" --version
has out '^graphfuzz [0-9]+\.[0-9]+'

# wrong ARGUMENT…: a usage error, told in one line on standard error, with nothing on standard output.
wrong() {
  check 2 "$GRAPHFUZZ" "$@"
  has err '^graphfuzz: '
  test "$(wc -l <err)" = 1 && test ! -s out || { echo "not one line: $*"; cat err out; exit 1; }
}
wrong
wrong --bogus exists.litmus
for n in 0 -5 1.5 1e3 x 99999999999999999999999; do wrong -n "$n" exists.litmus; done
for t in 0 -1s 5x s 1e999 nan ''; do wrong -t "$t" exists.litmus; done
for j in 0 -1 100000; do wrong -j "$j" exists.litmus; done
wrong --model xyz exists.litmus
has err 'rc11'
wrong --strategy xyz exists.litmus
wrong --feedback new-graph,xyz exists.litmus
wrong --rare-threshold nan exists.litmus
wrong --identity xyz exists.litmus
wrong --seed -1 exists.litmus
wrong --unroll 0 exists.litmus
wrong --corpus-size 0 exists.litmus
wrong --color xyz exists.litmus
wrong --json - --curve - exists.litmus

# Inputs that are no litmus tests.
: >empty.litmus
head -c 5000 /dev/urandom >binary.litmus
mkdir emptydir
for file in nowhere.litmus empty.litmus emptydir binary.litmus /dev/zero; do check 2 "$GRAPHFUZZ" "$file"; done
check 2 "$GRAPHFUZZ" broken.litmus
has err '^graphfuzz: broken.litmus:4:3: '

# Outputs that cannot be written are found before anything runs.
wrong -t 100 --json nowhere/x.json exists.litmus
wrong -t 100 --curve emptydir exists.litmus
wrong -t 100 --dot exists.litmus exists.litmus
wrong -t 100 --replay-dir exists.litmus/x exists.litmus

# What is unusual, but right.
check 0 "$GRAPHFUZZ" -n 18446744073709551615 -t 100ms exists.litmus
check 0 "$GRAPHFUZZ" -n 5 -t 99999999999999h exists.litmus
check 0 "$GRAPHFUZZ" --seed 18446744073709551615 -n 1 exists.litmus
check 0 "$GRAPHFUZZ" --model sc --model ra --strategy minimal --feedback rare,new-rf --identity rf exists.litmus
check 0 "$GRAPHFUZZ" -j 2 --corpus-size 1 --mutations 1 exists.litmus
check 0 "$GRAPHFUZZ" <(cat exists.litmus)

# A configuration file; the command line overrides it.
printf 'executions = 123\nstrategy = "mix"\nmodel = ["sc", "ra"]\nseed = 9\n' >config.toml
check 0 "$GRAPHFUZZ" --config config.toml --seed 10 --json config.json exists.litmus
json config.json '[(t["model"], t["executions"], t["seed"]) for t in r] == [("sc", 123, 10), ("ra", 123, 10)]'
wrong --config nowhere.toml exists.litmus
printf 'executionz = 1\n' >config.toml
wrong --config config.toml exists.litmus
printf 'executions = 0\n' >config.toml
wrong --config config.toml exists.litmus
