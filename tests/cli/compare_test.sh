# graphfuzz compare: differences, searches, and what is said when there was no time.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 1 "$GRAPHFUZZ" compare --models sc,tso --json sb.json exists.litmus
has out '^test +state +sc +tso$'
has out '^SB +P0:r0=0; P1:r0=0; +no +yes 1$'
test "$(grep -c '^SB' out)" = 1
has out '^1 test compared: 1 differs between the models, 0 incomplete$'
json sb.json 'r[0]["test"] == "SB" and r[0]["file"] == "exists.litmus"'
json sb.json 'len(r[0]["models"]["sc"]["states"]) == 3 and r[0]["models"]["tso"]["graphs"] == 4'
json sb.json 'r[0]["differences"][0]["allowed_by"] == ["tso"] and r[0]["differences"][0]["forbidden_by"] == ["sc"]'
check 1 "$GRAPHFUZZ" compare --models sc,tso --all exists.litmus
test "$(grep -c '^SB' out)" = 4
check 0 "$GRAPHFUZZ" compare -m tso,ra -m relaxed exists.litmus
has out '0 differ'
check 0 "$GRAPHFUZZ" compare --help
for word in --find --models Examples 'Exit codes'; do has out "$word"; done

# A folder; a broken file is told of, and the others are compared.
mkdir folder && cp exists.litmus safe.litmus folder
check 1 "$GRAPHFUZZ" compare --models sc,rc11 --json - folder
json out '[(t["test"], len(t["differences"])) for t in r] == [("SB", 1), ("SB+sc", 0)]'
check 2 "$GRAPHFUZZ" compare --models sc,ra --json some.json broken.litmus exists.litmus
has err '^graphfuzz: broken.litmus:4:3: '
json some.json 'len(r) == 1'
# A race makes it undefined: rc11 forbids nothing.
sed 's/relaxed/seq_cst/g; s/^exists.*/exists (1:r0=5)/' race.litmus >race2.litmus
check 0 "$GRAPHFUZZ" compare --models relaxed,rc11 race2.litmus

# The smallest program, which is what it is said to be.
check 1 "$GRAPHFUZZ" compare --find --models sc,tso -o found.litmus --json found.json --dot pictures
has out 'tso allows an outcome that sc forbids, in a program of 4 events, 2 threads, 2 locations'
has out '^exists \(0:r0=0 /\\ 1:r0=0\)$'
has out 'cycle of 4 edges'
json found.json 'r["found"] and r["allowed_by"] == "tso" and r["tried"][-1]["events"] == 4'
json found.json 'r["litmus"] == open("found.litmus").read() and r["programs"] > 10'
ls pictures/*.dot >/dev/null
check 1 "$GRAPHFUZZ" compare --models sc,tso found.litmus
check 0 "$GRAPHFUZZ" models --explain sc found.litmus
check 1 "$GRAPHFUZZ" models --explain tso found.litmus
check 0 "$GRAPHFUZZ" compare --find --models ra,"$SOURCE_DIR/memory_models/ra.cat" --events 4
has out 'None up to 4 events tells ra and .*ra.cat apart'
check 0 "$GRAPHFUZZ" compare --find --models ra,sra --locations 1
check 1 "$GRAPHFUZZ" compare --find --models rc11,ra --orders rlx
has out 'reads rlx; writes rlx; updates rlx; fences none'
check 2 timeout 20 "$GRAPHFUZZ" compare --find --models ra,relaxed --locations 1 --events 12 -t 200ms
has out 'as far as the search came'

# Models with a hyphen in their names; C maps a seq_cst store to a locked instruction, the bare machine has none.
check 1 "$GRAPHFUZZ" compare --find --models tso,tso-bare --orders sc,rlx -o stores.litmus
has out 'tso-bare allows an outcome that tso forbids, in a program of 4 events, 2 threads, 2 locations'
check 1 "$GRAPHFUZZ" compare --models rc11,rc11-c20 "$SOURCE_DIR/litmus/RelSeq+own-store.litmus"
has out '^RelSeq\+own-store +P1:r0=2; P1:r1=0; +no +yes 1$'

# Ctrl-C keeps what there is, and claims nothing of what is not.
(
  printf 'C long\n{}\n'
  for thread in 0 1 2 3 4 5; do
    printf 'P%s (atomic_int* x) {\n' $thread
    for i in 0 1 2 3; do printf '  int r%s = atomic_fetch_add_explicit(x,1,memory_order_relaxed);\n' $i; done
    printf '}\n'
  done
  printf 'exists (0:r0=1)\n'
) >long.litmus
# Without -t a test has 10 s under each model. (It runs beside what follows, and is looked at in the end. Sanitizers take
# long enough: they are told the time.)
limit=10
[ -z "${SANITIZE:-}" ] || limit=1
"$GRAPHFUZZ" compare ${SANITIZE:+-t 1} --models sc,tso long.litmus --json limited.json >limited.out 2>limited.err &
limited=$!

check 0 python3 - "$GRAPHFUZZ" <<'END2'
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
run = subprocess.Popen([sys.argv[1], "compare", "--models", "sc,relaxed", "--json", "stopped.json", "exists.litmus",
                        "long.litmus", "safe.litmus"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
time.sleep(1)
run.send_signal(signal.SIGINT)
before = time.monotonic()
out, err = run.communicate(timeout=60)
assert time.monotonic() - before < 2, "took too long to stop"
assert run.returncode == 1, (run.returncode, out, err)
assert b"stopped (2): long under sc, long under relaxed" in out, out
assert b"1 of 3 tests were not compared" in err, err
END2
json stopped.json 'len(r) == 2 and not r[1]["models"]["sc"]["complete"] and r[1]["differences"] == []'

# Bad input.
wrong() {
  check 2 "$GRAPHFUZZ" compare "$@"
  has err '^graphfuzz: '
  test "$(wc -l <err)" = 1 && test ! -s out || { echo "not one line: $*"; cat err out; exit 1; }
}
wrong
wrong exists.litmus
wrong --models sc exists.litmus
wrong --models sc,sc exists.litmus
has err 'named twice'
wrong --models sc,nonesuch exists.litmus
has err 'there are: sc, tso'
wrong --models sc,tso
wrong --models sc,tso -t x exists.litmus
wrong --models sc,tso --json nowhere/x.json exists.litmus
wrong --models sc,tso --events 4 exists.litmus
wrong --find --models sc,tso exists.litmus
wrong --find --models sc,tso,ra
wrong --find --models sc,tso --all
wrong --find --models sc,tso --events 1
wrong --find --models sc,tso --orders strong
wrong --find --models sc,tso --orders rel
wrong --find --models sc,tso -o nowhere/x.litmus
check 2 "$GRAPHFUZZ" compare --models sc,tso nowhere.litmus
has err 'nowhere.litmus: .*No such file'

# Row by row: the rows of a test are there before the next one is through. What was cut is said, with the limit.
check 0 python3 - "$GRAPHFUZZ" <<'END3'
import subprocess, sys, time
run = subprocess.Popen([sys.argv[1], "compare", "--models", "sc,tso", "-t", "1s", "exists.litmus", "long.litmus"],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
begin = time.monotonic()
rows = [run.stdout.readline() for _ in range(2)]
assert rows[0].split() == [b"test", b"state", b"sc", b"tso"] and rows[1].startswith(b"SB "), rows
assert run.poll() is None and time.monotonic() - begin < 1.5, "the rows came at the end"
out, err = run.communicate(timeout=60)
assert run.returncode == 1, (run.returncode, out, err)
assert b"not all graphs were visited in time (2): long under sc, long under tso" in out, out
assert b"The time for a test and a model was 1 s (-t changes it, -t 0 takes the limit away)" in out, out
END3
check 4 "$GRAPHFUZZ" compare --models sc,tso -t 50ms long.litmus
code=0
wait $limited || code=$?
[ "$code" = 4 ] || { echo "exit code $code"; cat limited.out limited.err; exit 1; }
has limited.out "The time for a test and a model was $limit s"
json limited.json "all($limit - 0.5 < model['seconds'] < $limit + 4 for model in r[0]['models'].values())"
check 4 python3 - "$GRAPHFUZZ" <<'END4'
import signal, subprocess, sys, time
run = subprocess.Popen([sys.argv[1], "compare", "--models", "tso,ra", "exists.litmus", "long.litmus", "exists.litmus"],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
time.sleep(1)
run.send_signal(signal.SIGTERM)
out, err = run.communicate(timeout=30)
assert b"1 of 3 tests were not compared" in err, err
sys.exit(run.returncode)
END4
