# graphfuzz mutate and what it finds in the folder of its state: nothing outside of the folder is touched, a damaged
# state is an error, and what was left by a call that was killed is in nobody's way.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

mkdir tr && printf 'N,1,9,C,1,f.go#1\nG,2,2,f.go#2\nC,3,6,9,R,f,1,1,0,f.go#3\n' >tr/trace_1.log
printf 'C,4,5,9,S,f,1,1,1,f.go#7\n' >tr/trace_2.log
mutate() { timeout -k 1 20 "$GRAPHFUZZ" mutate --strategy gopie+ --state "$@"; }
# campaign FOLDER: one with a trace that is kept and an input that waits.
campaign() {
  check 0 mutate "$1" tr
  test -s "$1/traces/1/trace/trace_2.log"
}
# edit FOLDER STATEMENT: changes the state `s`.
edit() {
  python3 -c 'import json, sys; s = json.load(open(sys.argv[1])); exec(sys.argv[2]); json.dump(s, open(sys.argv[1], "w"))' \
    "$1/state.json" "$2"
}
# refuses FOLDER PATTERN: the state is refused, with this message, and stays.
refuses() {
  cp "$1/state.json" before.json
  check 2 mutate "$1"
  has err "$2"
  cmp "$1/state.json" before.json
}

# A state names no folder but traces/RUN.
mkdir -p victim/inner/x
for place in "$PWD/victim/inner/x" ../victim/inner/x trace traces/1 traces/1/.. traces/1/. traces/1/a/b traces/2/trace \
  /traces/1/trace traces/../victim; do
  campaign bad
  edit bad "s['traces'] = [[1, '$place']]"
  refuses bad '^graphfuzz: bad/state.json: traces\[0\]\[1\]: expected "traces/1/trace", found '
  test -d victim/inner/x
  rm -r bad
done
# The names of version 0.1: a trace of one file kept its name.
campaign older
edit older "s['traces'] = [[1, 'traces/1/some.log']]"
check 0 mutate older

# Links are not followed: for folders, the lock, the state, what is written, what is removed.
mkdir outside && echo precious >outside/1
for name in inputs traces; do
  campaign link
  rm -r "link/$name" && ln -s ../outside "link/$name"
  check 2 mutate link --input 0 tr
  has err "^graphfuzz: link/$name: expected no symbolic link"
  rm -r link
done
for name in lock state.json; do
  campaign link
  mv "link/$name" moved && ln -s ../moved "link/$name"
  check 2 mutate link --input 0 tr
  has err "^graphfuzz: link/$name: expected no symbolic link"
  rm -r link moved
done
campaign link
rm -r link/traces/1 link/inputs/* && ln -s ../../outside link/traces/1
ln -s ../../outside link/traces/7 && ln -s ../../outside link/inputs/1 && ln -s ../../outside link/inputs/3
check 2 mutate link
has err 'link/traces/1: expected no symbolic link'
edit link "s['memory'].update(queue=[], queued={}); s['traces'] = []"
check 0 mutate link --input 0 tr
test "$(cat outside/1)" = precious && test "$(ls outside)" = 1
test ! -e link/traces/7  # the link is gone, what it led to is not

# A folder with such names that no campaign has made is somebody else's.
mkdir -p theirs/traces/1 && echo precious >theirs/traces/1/trace_1.log
check 2 mutate theirs tr
has err 'theirs/traces: expected a new folder, or one that a campaign has made'
test "$(cat theirs/traces/1/trace_1.log)" = precious

# Numbers that leave no room to go on, or are none.
campaign numbers
for change in "s['memory']['last_id'] = 2**64 - 1" "s['memory']['runs'] = 2**64 - 1" "s['calls'] = 2**64 - 1"; do
  cp numbers/state.json good.json
  edit numbers "$change"
  refuses numbers 'expected an integer from 0 to 4611686018427387904'
  cp good.json numbers/state.json
done
sed -i 's/"greatest_chain_score": [0-9.]*/"greatest_chain_score": 2.1e308/' numbers/state.json
refuses numbers '2.1e308'
python3 -c "print('[' * 1000000)" >numbers/state.json
refuses numbers 'at most 16 arrays and objects in each other'

# The state beside, or among, the traces: what it keeps is not taken for new.
check 0 mutate tr/state tr
test "$(find tr/state -mindepth 1 -name state | wc -l)" = 0
check 0 mutate tr/state --input 0 tr
has out 'queue: .* 2 runs so far'

# What else is in the folder of a trace is not copied, and not waited for.
cp -r tr odd && rm -r odd/state && mkfifo odd/pipe odd/trace_9.log && mkdir odd/sub && ln -s nowhere odd/link
check 0 mutate odd-state odd
test "$(ls odd-state/traces/1/trace)" = "$(printf 'trace_1.log\ntrace_2.log')"

# Names of positions that JSON cannot hold.
mkdir bytes && cp tr/trace_2.log bytes && sed 's/f\.go#3/\xff.go#3/' tr/trace_1.log >bytes/trace_1.log
check 2 mutate bytes-state bytes
has err 'bytes: expected positions in UTF-8'

# Copies that no state mentions are removed.
campaign orphans
mkdir -p orphans/traces/999/trace orphans/traces/mine
check 0 mutate orphans --input 0 tr
test ! -e orphans/traces/999 && test -d orphans/traces/mine
