# Whatever is named as an input: it is read, or refused at once with a line that says why; nothing is waited for in vain.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"
# Not with sanitizers: those reserve more.
if (ulimit -v 8000000 && "$GRAPHFUZZ" --version) >/dev/null 2>&1; then ulimit -v 8000000; fi

# refused PATTERN ARGUMENT…: exit code 2 and this message, soon.
refused() {
  local pattern=$1
  shift
  check 2 timeout -k 1 20 "$GRAPHFUZZ" "$@" </dev/null
  has err "$pattern"
}

mkdir trace && printf 'N,1,9,C,1,f.go#1\nG,2,2,f.go#2\nC,3,6,9,R,f,1,1,0,f.go#3\n' >trace/trace_1.log
printf 'C,4,5,9,S,f,1,1,1,f.go#7\n' >trace/trace_2.log
check 0 "$GRAPHFUZZ" trace trace
mkfifo pipe pipe.litmus pipe.cat
truncate -s 100G sparse sparse.litmus sparse.cat
mkdir huge && truncate -s 100G huge/trace_1.log

# Pipes that nobody writes to, devices, what is too large, folders: each kind of input.
for kind in pipe /dev/zero; do
  refused 'regular file|a pipe that nobody writes to' $kind
  refused 'expected a regular file' --replay $kind
  refused 'expected a regular file' --config $kind exists.litmus
  refused 'expected a regular file' trace $kind
  refused 'expected a regular file' mutate --strategy flow --state "state" $kind
  refused 'a regular file|a file on a disk' resume $kind
  refused 'expected a regular file' merge $kind
  refused 'expected a regular file' work $kind -o result
  refused 'regular file|a pipe that nobody writes to' compare --models sc,tso $kind
  refused 'regular file|a pipe that nobody writes to' models --explain sc $kind
done
refused 'expected a regular file' --model pipe.cat exists.litmus
refused 'bytes, found more' --model sparse.cat exists.litmus
refused 'bytes, found more' sparse.litmus
refused 'bytes, found more' --replay sparse
refused 'bytes, found more' --config sparse exists.litmus
refused 'bytes, found more' trace sparse
refused 'bytes, found more' mutate --strategy flow --state state huge
refused 'bytes, found more' work sparse -o result

# The others of a folder, or of the command line, go on.
mkdir folder && cp exists.litmus folder/a.litmus && mkfifo folder/b.litmus && cp race.litmus folder/c.litmus
check 2 timeout -k 1 20 "$GRAPHFUZZ" --strategy mix -n 10 -q folder
has err 'folder/b.litmus: expected a regular file, found a pipe'
has out '^SB ' && has out '^race '
check 2 timeout -k 1 20 "$GRAPHFUZZ" trace --json rest.json huge sparse trace
json rest.json 'len(r) == 1'

# A configuration whose sections would take a CLI parser very long.
python3 -c "print('[' + 'a.' * 30000 + 'a]')" >dots.toml
refused '^graphfuzz: dots.toml:1: expected a line' --config dots.toml exists.litmus

# Standard input, whose kind its text tells, and pipes that somebody writes to.
check 0 "$GRAPHFUZZ" - <exists.litmus
has out '^Test SB Allowed'
check 2 "$GRAPHFUZZ" - <broken.litmus
has err '^graphfuzz: standard input:4:3: '
printf '// A comment.\npackage main\nfunc main() { c := make(chan int); c <- 1 }\n' | check 1 "$GRAPHFUZZ" -
has out 'deadlock'
check 1 "$GRAPHFUZZ" models --explain rc11 - <exists.litmus
printf '[FBSDK] makechan: chan=1; elemsize=8; dataqsiz=0\n' | check 0 "$GRAPHFUZZ" trace -
has out 'Trace standard input'
check 2 timeout -k 1 20 "$GRAPHFUZZ" - </dev/zero
has err 'bytes, found more'

# Byte order marks.
bom() { printf '\357\273\277' | cat - "$1"; }
bom exists.litmus >bom.litmus
check 0 "$GRAPHFUZZ" bom.litmus
check 0 "$GRAPHFUZZ" - <bom.litmus
printf '"mine"\ninclude "cos.cat"\nacyclic po | rf | co | fr\n' >plain.cat
bom plain.cat >bom.cat
check 0 "$GRAPHFUZZ" --model bom.cat exists.litmus
mkdir bomtrace && cp trace/trace_2.log bomtrace && bom trace/trace_1.log >bomtrace/trace_1.log
check 0 "$GRAPHFUZZ" trace bomtrace
printf 'seed = 7\n' >plain.toml
bom plain.toml >bom.toml
check 0 "$GRAPHFUZZ" --config bom.toml exists.litmus
has out 'seed 7'

# More workers than the system has threads for. (Not with sanitizers, which need more memory than this.)
if (ulimit -v 600000 && "$GRAPHFUZZ" --version) >/dev/null 2>&1; then
  (ulimit -v 600000 && refused 'expected threads for 1000 workers' -j 1000 exists.litmus)
  (ulimit -v 600000 && refused 'expected threads for 1000 workers' compare -j 1000 --models sc,tso exists.litmus)
  (ulimit -v 600000 && refused 'expected threads for 1000 workers' models -j 1000 --explain sc exists.litmus)
fi

# Ctrl-C ends the waiting for standard input, and for somebody who reads an output.
check 0 timeout -k 1 60 python3 - "$GRAPHFUZZ" <<'END'
import os, signal, subprocess, sys, time
def stopped(run):
    run.send_signal(signal.SIGTERM)
    before = time.monotonic()
    code = run.wait(timeout=20)
    assert time.monotonic() - before < 1, "took too long to stop"
    assert code == 2, code
def has_opened(run, what):  # it has come so far
    for _ in range(2000):
        if what(run): return
        time.sleep(0.005)
    raise AssertionError("never came so far")
def caught(run):  # the handler of SIGTERM is there
    for line in open(f"/proc/{run.pid}/status"):
        if line.startswith("SigCgt"): return int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1
run = subprocess.Popen([sys.argv[1], "-"], stdin=subprocess.PIPE)
has_opened(run, caught)
stopped(run)
os.mkfifo("out.json")
run = subprocess.Popen([sys.argv[1], "--json", "out.json", "exists.litmus"], stdout=subprocess.PIPE)
while b"Left" not in run.stdout.readline(): pass
stopped(run)
# Who reads late gets all of it.
run = subprocess.Popen([sys.argv[1], "--json", "out.json", "exists.litmus"], stdout=subprocess.PIPE)
while b"Left" not in run.stdout.readline(): pass
assert b'"test": "SB"' in open("out.json", "rb").read()
assert run.wait(timeout=20) == 0
END
