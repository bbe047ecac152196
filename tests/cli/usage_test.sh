# Whatever the user writes: a clear error and exit code 2, or it works.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 0 "$GRAPHFUZZ" --help
for word in rc11 'load buffering' 'Exit codes' 10000 Examples; do has out "$word"; done
check 0 "$GRAPHFUZZ" --version
has out '^graphfuzz [0-9]+\.[0-9]+'
test "$(wc -l <out)" = 1
# What a bug report needs, in whatever order the two are given, and whatever is missing here.
for order in '--version --verbose' '-v --version'; do
  check 0 env PATH=/nowhere GRAPHFUZZ_CC=nonesuch "$GRAPHFUZZ" $order
  has out '^graphfuzz [0-9]+\.[0-9]+'
  for line in 'Models +sc, tso, ' 'C compiler +none$' 'C\+\+ compiler +none$' 'Go +none$' 'Executable +/' 'fsgsbase +(yes|no)' \
    'Libraries +Boost 1\.' 'Environment +GRAPHFUZZ_CC=nonesuch'; do has out "^$line"; done
done
# Not for people, nor for configuration files.
check 0 "$GRAPHFUZZ" --help
hasnt out describe

# wrong ARGUMENT…: a usage error, told in one line on standard error, with nothing on standard output.
wrong() {
  check 2 "$GRAPHFUZZ" "$@"
  has err '^graphfuzz: '
  test "$(wc -l <err)" = 1 && test ! -s out || { echo "not one line: $*"; cat err out; exit 1; }
}
wrong
wrong --bogus exists.litmus
for n in 0 -5 1.5 1e-1 1.0005k 1__0 _1 1k0 1m 20000000000G 1e99 '' x 99999999999999999999999; do wrong -n "$n" exists.litmus; done
for t in 0 -1s 5x s 1e999 nan ''; do wrong -t "$t" exists.litmus; done
for j in 0 -1 100000; do wrong -j "$j" exists.litmus; done
wrong --model xyz exists.litmus
has err 'rc11'
wrong --strategy xyz exists.litmus
wrong --strategy pct --depth 0 --model sc exists.litmus
wrong --strategy walk --depth 3 --model sc exists.litmus
for strategy in walk pct pos surw; do
  wrong --strategy "$strategy" exists.litmus
  has err 'sc alone; the model is rc11'
  check 0 "$GRAPHFUZZ" --strategy "$strategy" --model sc -n 100 --seed 1 exists.litmus --json schedule.json
  json schedule.json 'r[0]["strategy"] == "'"$strategy"'" and r[0]["depth"] == (3 if r[0]["strategy"] == "pct" else None)'
done
wrong --feedback new-graph,xyz exists.litmus
wrong --rare-threshold nan exists.litmus
wrong --identity xyz exists.litmus
wrong --seed -1 exists.litmus
wrong --unroll 0 exists.litmus
wrong --corpus-size 0 exists.litmus
wrong --color xyz exists.litmus
wrong --json - --curve - exists.litmus

# says PATTERN ARGUMENT…: a usage error whose line matches.
says() {
  local pattern=$1
  shift
  wrong "$@"
  has err "$pattern"
}
# What is misspelt: options, commands, and values that are words.
says "no option '--exhaustve'; did you mean '--exhaustive'\?" --exhaustve exists.litmus
says "did you mean '--seed'" --sede=3 exists.litmus
says "no option '--pip'$" work --pip a -o b  # --pipe is not for people
says "did you mean '--strategy'" mutate --strateyg gopie --state state
says "did you mean 'models'" mdoels
says "did you mean 'compare'" comapre --models sc,tso exists.litmus
says "^graphfuzz: nowhere.litmus: [^;]*$" nowhere.litmus
says "did you mean 'tso'" --model tos exists.litmus
says "did you mean 'rc11'" compare --models sc,rc1 exists.litmus
says "did you mean 'optimal'" --strategy optimla exists.litmus
says "did you mean 'gopie-hb'" mutate --strategy gopie-hp --state state
says "did you mean 'outcome'" --identity outcom exists.litmus
says "did you mean 'acq_rel'" compare --find --models sc,tso --orders acqrel
says "did you mean 'weak'" trace --clock waek nowhere
wrong --model zzz exists.litmus
hasnt err 'did you mean'
# Capital letters are no mistake.
check 0 "$GRAPHFUZZ" -m TSO,Sc --strategy Optimal --identity GRAPH --json case.json exists.litmus
json case.json '[t["model"] for t in r] == ["tso", "sc"] and r[0]["strategy"] == "optimal"'

# Counts as people write them, which are exact.
for n in 3000 3k 3K 3e3 3E+3 3_000 3.0k 0.003M 30000e-1 3000.000; do
  check 0 "$GRAPHFUZZ" -n "$n" --strategy random --seed 1_0 --json count.json exists.litmus
  json count.json 'r[0]["executions"] == 3000 and r[0]["seed"] == 10'
done
says 'from 1 to 1000000 .*1e7' --unroll 1e7 exists.litmus

# Sources that are no litmus tests are told from broken ones.
printf '#include <atomic>\nint main() {}\n' >queue.cpp
check 2 "$GRAPHFUZZ" compare --models sc,tso queue.cpp
has err '^graphfuzz: queue.cpp: C and C\+\+ sources cannot be read: expected a litmus test'
cp queue.cpp queue.rs
says 'queue.rs: Rust sources' queue.rs

# Inputs that are no litmus tests.
: >empty.litmus
head -c 5000 /dev/urandom >binary.litmus
mkdir emptydir
for file in nowhere.litmus empty.litmus emptydir binary.litmus /dev/zero; do check 2 "$GRAPHFUZZ" "$file"; done
check 2 "$GRAPHFUZZ" broken.litmus
has err '^graphfuzz: broken.litmus:4:3: '

says '^graphfuzz: "": cannot be opened' ''

# Outputs that cannot be written are found before anything runs.
wrong -t 100 --json nowhere/x.json exists.litmus
wrong -t 100 --curve emptydir exists.litmus
wrong -t 100 --dot exists.litmus exists.litmus
wrong -t 100 --replay-dir exists.litmus/x exists.litmus

# What a replay has no use for.
for option in "--junit x.xml" "--curve x.csv" "--checkpoint x.gfz" --expect --processes; do
  says "--replay does not go with ${option%% *}" --replay replay.json $option
done

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
printf 'model = ["SC",\n "ra"]\n; a comment\n[default]\nexecutions = 1_0\nexhaustive = true\nq = 1\n' >config.toml
check 0 "$GRAPHFUZZ" --config config.toml --json config.json exists.litmus
json config.json '[t["model"] for t in r] == ["sc", "ra"]'
# bad_line LINE PATTERN: as line 3 of a file, which is what is complained about.
bad_line() {
  printf 'seed = 1\nmodel = ["sc",\n"ra"]\n\n%s\n' "$1" >config.toml
  says "^graphfuzz: config.toml:5: $2" --config config.toml exists.litmus
}
bad_line 'executionz = 1' "expected the name of an option.*found 'executionz'; did you mean 'executions'\?"
bad_line 'executions = 0' "executions: expected a whole number of at least 1 .*found '0'"
bad_line 'executions = 1,2' 'executions: expected one value'
bad_line 'strategy = optimla' "strategy: .*did you mean 'optimal'"
bad_line 'model = "sc,tos"' "model: .*did you mean 'tso'"
bad_line 'exhaustive = perhaps' "exhaustive: expected true or false, found 'perhaps'"
bad_line 'executions =' "expected 'option = value'"
bad_line '[section]' "expected 'option = value', found a section"
bad_line 'a.b = 1' "expected the name of an option.*found 'a.b'"
bad_line 'config = other.toml' 'expected the name of an option'
bad_line 'help = true' 'expected the name of an option'
