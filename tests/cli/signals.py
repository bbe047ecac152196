"""Sends signals to slow runs of the executable and looks at what comes of it: see signals_test.sh."""
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time

GRAPHFUZZ, SOURCE = sys.argv[1:]
# What is expected on any machine, and what a busy one may make of it once: a run is tried again then.
PROMISED = 1.0
LIMIT = 4.0
TRIES = 4
SEED = 10

LONG_EXECUTION = """C long
{}
P0 (atomic_int* x) { for (int i = 0; i < 1000000000; i++) { atomic_store(x, i); } }
P1 (atomic_int* x) { int r0 = atomic_load(x); }
exists (1:r0=1)
"""
MANY_EXECUTIONS = "C many\n{}\n" + "".join(
    f"P{t} (atomic_int* x) {{ atomic_store(x, {t}); atomic_store(x, 1{t}); atomic_store(x, 2{t}); }}\n"
    for t in range(5)) + "exists (x=0)\n"
GROWTH = "package main\nfunc main() { x := []int{1}\n for { x = append(x, x...) } }\n"
OPERATIONS = """package main
func main() {
	c := make(chan int, 1)
	for { c <- 1; <-c }
}
"""
# What takes long to read: variables are looked for one after the other.
LONG_TEXT = "C text\n{}\n" + "".join(
    f"P{t} (atomic_int* x) {{ " + "".join(f"int r{i} = atomic_load(x); " for i in range(4000)) + "}\n"
    for t in range(60)) + "exists (x=0)\n"
# Checks of one graph that take long, since it has many events.
SLOW_CAT = '"slow"\ninclude "cos.cat"\nlet a = (po ; po ; po)+\nacyclic po | rf | a\nlet b = (po | rf | co | fr)+\nflag ~empty b ; b as b\n'


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


write("long.litmus", LONG_EXECUTION)
write("many.litmus", MANY_EXECUTIONS)
write("growth.go", GROWTH)
write("operations.go", OPERATIONS)
os.mkdir("trace")
write("trace/trace_1.log", "".join(
    f"N,{i + 1},{1000000001 + i},C,1,f.go#{i % 50 + 3}\n" for i in range(300_000)))

write("long.json", """{"format": "graphfuzz replay", "version": 2, "kind": "litmus", "test": "long",
"file": "long.litmus", "hash": "0000000000000000", "settings": {"model": "rc11", "unroll": "100000"}, "seed": 1,
"shows": "nothing", "steps": []}""")
write("text.litmus", LONG_TEXT)
write("slow.cat", SLOW_CAT)
write("ort_output", '{"selects": [' + ",".join(['{"id": "f.go:3", "cases": 2, "chosen": 0}'] * 1_000_000) + "]}")
write("gopie.log", "".join(f"[FB] mutex: obj=1; id={5 + locked}; locked={locked}; gid=1\n" for locked in (1, 0)) * 300_000)

os.mkdir("short")
write("short/trace_1.log", "N,1,1000000001,C,0,f.go#3\nE,3\n")

LONG = ["long.litmus", "--unroll", "100000", "-t", "100"]
RUNS = [
    ["long.litmus", "--unroll", "100000", "--exhaustive"],
    LONG + ["--strategy", "mix"],
    LONG + ["--strategy", "random", "-j", "2"],
    LONG + ["--strategy", "optimal"],
    LONG + ["--strategy", "mix", "--processes", "-j", "2"],
    LONG + ["--strategy", "mix", "--checkpoint", "long.checkpoint"],
    ["many.litmus", "--exhaustive", "--json", "many.json"],
    ["many.litmus", "--model", SOURCE + "/memory_models/rc11.cat", "--exhaustive"],
    ["growth.go", "-t", "100"],
    ["operations.go", "-t", "100"],
    ["operations.go", "-t", "100", "--strategy", "gfuzz-hb"],
    ["compare", "--models", "sc,rc11", "long.litmus", "--unroll", "100000"],
    ["compare", "--models", "sc,rc11", "many.litmus"],
    ["compare", "--find", "--models", "sc," + SOURCE + "/memory_models/sc.cat", "--events", "12"],
    ["models", "--explain", "sc", "many.litmus"],
    ["text.litmus"],
    ["text.litmus", "-t", "100", "--expect"],
    ["compare", "--models", "sc,rc11", "text.litmus"],
    LONG + ["--model", "slow.cat", "--strategy", "random"],
    LONG + ["--model", "slow.cat", "--exhaustive"],
    ["models", "--explain", "slow.cat", "long.litmus", "--unroll", "3000"],
    ["merge"] + ["part.result"] * 300,
    ["trace", "ort_output"],
    ["trace", "gopie.log"],
    ["trace", "trace"],
    ["trace", "short", "--dot", "pictures"],
    ["trace", "--diff", "trace", "trace"],
    ["--replay", "long.json"],
    ["split", "long.litmus", "--unroll", "100000", "--exhaustive", "--parts", "2", "-o", "units"],
    ["resume", "long.checkpoint", "-t", "100"],
    ["work", "UNIT", "-o", "unit.result"],
    ["mutate", "--strategy", "gfuzz-hb", "--state", "state", "trace"],
]


# A Graphviz that never comes to an end.
os.mkdir("bin")
write("bin/dot", "#!/bin/sh\nexec sleep 100\n")
os.chmod("bin/dot", 0o755)
ENVIRONMENT = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"])

subprocess.run([GRAPHFUZZ, "split", "-q", "--parts", "2", "-o", "prepared", "--strategy", "mix"] + LONG, check=True)
subprocess.run([GRAPHFUZZ, "split", "-q", "--parts", "2", "-o", "parts", "--strategy", "random", "-t", "1", "many.litmus"],
               check=True)
PART = next("parts/" + name for name in os.listdir("parts") if name.endswith(".unit"))
subprocess.run([GRAPHFUZZ, "work", "-q", PART, "-o", "part.result"], check=True)
UNIT = next("prepared/" + name for name in os.listdir("prepared") if name.endswith(".unit"))
RUNS = [[UNIT if word == "UNIT" else word for word in run] for run in RUNS]


def decides_nothing(run):
    """Campaigns and comparisons, on inputs of which nothing can be found or proven in so short a time."""
    others = {"models", "trace", "split", "resume", "work", "mutate"}
    return run[0] not in others and "--find" not in run and "--checkpoint" not in run


def children_of(pid):
    return subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def fail(run, message, out=b"", err=b""):
    sys.exit(f"graphfuzz {' '.join(run)}: {message}\n{out.decode()}{err.decode()}")


signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes the background ignore it
chance = random.Random(SEED)


def reaction(run, latest):
    """How long the run goes on after a signal within `latest` seconds; None if it has ended by itself before."""
    which = chance.choice([signal.SIGINT, signal.SIGTERM])
    shutil.rmtree("units", ignore_errors=True)  # of a try before that came to its end: nothing is split into it again
    process = subprocess.Popen([GRAPHFUZZ] + run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    time.sleep(chance.uniform(latest / 8, latest))
    children = children_of(process.pid)
    ended_by_itself = process.poll() is not None
    process.send_signal(which)
    before = time.monotonic()
    try:
        out, err = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        fail(run, f"goes on for 30 s after signal {which}")
    took = time.monotonic() - before
    if ended_by_itself:
        if process.returncode not in (0, 1, 4):
            fail(run, f"exit code {process.returncode}", out, err)
        return None
    if took > LIMIT:
        fail(run, f"took {took:.2f} s to stop", out, err)
    if process.returncode not in (0, 1, 2, 4) and process.returncode != -which:
        fail(run, f"exit code {process.returncode}", out, err)
    if decides_nothing(run) and process.returncode not in (4, -which):
        fail(run, f"exit code {process.returncode}, though nothing was decided", out, err)
    # A signal that comes before the program catches it kills it, as it should.
    if process.returncode >= 0 and not out + err:
        fail(run, "says nothing")
    for child in children:
        if alive(child):
            fail(run, f"leaves process {child} behind")
    print(f"  {took:5.2f} s, exit code {process.returncode}: {' '.join(run)[:100]}")
    return took


def check_several():
    """Signals that come at once are one: the results are written. One that comes later kills what is stuck."""
    run = ["many.litmus", "--exhaustive", "--json", "several.json"]
    for which in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen([GRAPHFUZZ] + run, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        for _ in range(5):
            process.send_signal(which)
            time.sleep(0.002)
        out, err = process.communicate(timeout=30)
        if process.returncode != 4:
            fail(run, f"exit code {process.returncode} after {which} several times at once", out, err)
        with open("several.json") as file:
            if not json.load(file)[0]["interrupted"]:
                fail(run, "does not say that it was interrupted", out, err)
        os.remove("several.json")
    # Nobody reads what it writes, and there is no room for more.
    run = ["many.litmus", "--exhaustive"]
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b"x")
    except BlockingIOError:
        os.set_blocking(writing, True)
    process = subprocess.Popen([GRAPHFUZZ] + run, stdout=writing, stderr=subprocess.DEVNULL)
    for _ in range(2):
        time.sleep(LIMIT / 4)
        process.send_signal(signal.SIGINT)
    code = process.wait(timeout=30)
    if code != -signal.SIGINT:
        fail(run, f"exit code {code} after two signals, a second apart, to a run that is stuck")
    os.close(reading)
    os.close(writing)


check_several()
first = []
for run in RUNS:
    latest = 0.4
    best = None
    for i in range(TRIES):
        took = reaction(run, latest)
        if took is None:
            latest /= 2
        else:
            if best is None:
                first.append(took)
            best = took if best is None else min(best, took)
            if best <= PROMISED:
                break
    if best is None:
        fail(run, "ends before it can be stopped")
    if best > PROMISED:
        fail(run, f"took {best:.2f} s or more to stop, each of {TRIES} times")
print(f"median {statistics.median(first):.2f} s, longest {max(first):.2f} s of {len(first)} runs")
