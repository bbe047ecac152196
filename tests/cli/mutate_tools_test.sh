# graphfuzz mutate and what other tools can do with its inputs: cases as GFuzz tells them, chains that GoPie can satisfy,
# names and replays for ADVOCATE; and what is found in the traces.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

mutate() { check 0 timeout -k 1 60 "$GRAPHFUZZ" mutate "$@"; }

# GFuzz: a select of three cases, of which the first was taken, and a channel whose peak is told.
gfuzz() {  # gfuzz FOLDER PEAK
  mkdir -p "$1"
  printf '{"tuple": {"7": 1}, "ops": [], "channels": {"/f.go:3": {"id": "/f.go:3", "closed": false, "not_closed": true,
    "cap_buf": 4, "peak_buf": %s}}, "selects": [{"id": "/f.go:9", "cases": 3, "chosen": 0}]}' "$2" >"$1/ort_output"
}
gfuzz one 2
gfuzz two 3
mutate --strategy gfuzz-hb --state last -n 100 one
python3 - last/inputs/*/ort_config <<'END'
import json, sys
cases = [c["case"] for name in sys.argv[1:] for c in json.load(open(name))["selefcm"]["efcms"]]
assert cases and set(cases) <= {0, 1, 2}, cases
assert cases.count(0) < len(cases) / 4, cases  # 0 only where the select is not flipped: 1 %
END
mutate --strategy gfuzz --state peak one
has out 'score 30.0; 5 inputs made, .*, 5 queued'
mutate --strategy gfuzz --state peak two
has out '^two: interesting, score 40.0'
has out 'channel fuller than ever: /f.go#3'
python3 -c 'import json; assert json.load(open("peak/state.json"))["memory"]["channels"]["/f.go#3"]["fullness"] == 3'

# GoPie: a site that waits for itself can never go on.
cat >gopie.log <<'END'
[FBSDK] makechan: chan=1; elemsize=8; dataqsiz=5
[FB] mutex: obj=9; id=21; locked=1; gid=6
[FB] mutex: obj=9; id=22; locked=0; gid=6
[FB] mutex: obj=9; id=21; locked=1; gid=7
[FB] mutex: obj=9; id=22; locked=0; gid=7
[FB] mutex: obj=9; id=21; locked=1; gid=6
[FB] mutex: obj=9; id=22; locked=0; gid=6
END
mutate --strategy gopie --state pairs -n 200 gopie.log
cat pairs/inputs/*/Input >pairs.txt
has pairs.txt '\(\{2[12]\}, \{2[12]\}\)'
hasnt pairs.txt '\(\{([0-9]+)\}, \{\1\}\)'

# ADVOCATE: bugs that happened are told, those that could have are replayed: the close, then the send.
mkdir closed
printf 'N,1,9,C,1,f.go#1\nG,2,2,f.go#2\nC,7,8,9,C,f,0,1,1,f.go#4\n' >closed/trace_1.log
printf 'C,4,5,9,S,f,1,1,1,f.go#7\n' >closed/trace_2.log
for strategy in gfuzz-hb gopie-hb flow; do
  mutate --strategy $strategy --state "replay-$strategy" closed
  has out 'bug: possible send on closed channel: P01: f.go:7, f.go:4'
  has out '1 replays of predicted bugs queued'
  folder=$(grep -- '/inputs/' out)
  has "$folder/trace_1.log" '^C,([0-9]+),\1,9,C,f,0,1,1,f.go#4$'
  has "$folder/trace_1.log" '^X,[0-9]+,30$'
  closed=$(sed -nE 's/^C,([0-9]+),.*/\1/p' "$folder/trace_1.log")
  sent=$(sed -nE 's/^C,([0-9]+),.*/\1/p' "$folder/trace_2.log")
  test "$closed" -lt "$sent"
  # Its run is learned from, and it is not replayed again.
  code=0
  "$GRAPHFUZZ" mutate --strategy $strategy --state "replay-$strategy" closed >out 2>err || code=$?
  [ "$code" -le 1 ]
  hasnt out 'replays of predicted'
done
mutate --strategy gopie --state no-prediction closed
hasnt out 'P01'
mkdir leak
printf 'N,1,9,C,0,f.go#1\nG,2,2,f.go#2\nE,3\n' >leak/trace_1.log
printf 'C,4,0,9,S,f,0,0,0,f.go#7\n' >leak/trace_2.log
check 0\|1 "$GRAPHFUZZ" mutate --strategy gfuzz --state leaks leak
has out 'bug: leak: L02 .*f.go:7'

# Names as the ADVOCATE had them that wrote the trace: path:line in the older dialect.
mkdir older newer
printf 'G,1,2,f.go:2;G,2,3,f.go:2;O,20,21,8,f,f.go:9\n' >older/trace_1.log
printf 'O,10,11,8,t,f.go:2\n' >older/trace_2.log
printf 'A,5,1,L,f.go:30\n' >older/trace_3.log
printf 'G,1,2,f.go#2\nG,2,3,f.go#2\nO,20,21,8,f,f.go#9\n' >newer/trace_1.log
printf 'O,10,11,8,t,f.go#2\n' >newer/trace_2.log
printf 'A,5,1,L,f.go#30\n' >newer/trace_3.log
mutate --strategy flow --state older-names older
has older-names/inputs/1/fuzzingData.log '^f.go:2;1$'  # two go statements on that line are no executions of it
mutate --strategy flow --state newer-names newer
has newer-names/inputs/1/fuzzingData.log '^2:f.go#2;1$'
mutate --strategy flow --old-names --state asked-names newer
has asked-names/inputs/1/fuzzingData.log '^f.go:2;1$'

# SelPosPartner is the number of cases with a possible partner, however many partners those have.
mkdir alone several both
printf 'N,1,9,C,0,f.go#1\nN,2,10,C,0,f.go#2\nG,3,2,f.go#3\nG,4,3,f.go#4\n' >alone/trace_1.log
printf 'S,5,20,11,C.5.20.9.R.f.1.0.0~C.5.0.10.R.f.0.0.0,0,f.go#5\n' >>alone/trace_1.log
printf 'C,6,20,9,S,f,1,0,0,f.go#6\n' >alone/trace_2.log
cp alone/* several && cp alone/* both
printf 'E,81\n' >alone/trace_3.log
printf 'C,8,0,9,S,f,0,0,0,f.go#7\n' >several/trace_3.log
printf 'C,8,0,10,S,f,0,0,0,f.go#7\n' >both/trace_3.log
for trace in alone:30 several:30 both:40; do
  check '0|1' "$GRAPHFUZZ" mutate --strategy gfuzz-hb --state "partners-${trace%:*}" "${trace%:*}"
  has out "score ${trace#*:}\.0;"
done

# w1 and w2 of GoPie's score.
score() { mutate --strategy gopie+ --state "weights$1-$2" --rel1-weight "$1" --rel2-weight "$2" closed && sed -nE 's/.*score ([0-9.]+);.*/\1/p' out; }
test "$(score 1 0)" = 1.0
test "$(score 3 0)" = 3.0
test "$(score 0 1)" != "$(score 0 2)"
check 2 "$GRAPHFUZZ" mutate --strategy flow --rel1-weight 2 --state wrong closed
check 2 "$GRAPHFUZZ" mutate --strategy gopie --rel1-weight -1 --state wrong closed
