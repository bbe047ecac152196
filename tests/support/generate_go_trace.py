#!/usr/bin/env python3
"""Writes a long, consistent trace in ADVOCATE's newer dialect, to measure how fast traces are read and analysed.

Pairs of routines that send to each other through a buffer, select, and lock a shared mutex; started by routine 1.
Usage: tests/support/generate_go_trace.py FOLDER [EVENTS [ROUTINES]]    (default: 1000000 events, 32 routines)
"""
import os
import sys

folder = sys.argv[1]
events = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
routines = int(sys.argv[3]) if len(sys.argv) > 3 else 32
pairs = max(1, routines // 2)
os.makedirs(folder, exist_ok=True)
lines = [[] for _ in range(2 * pairs + 2)]
time = 0
count = 0
PATH = "/home/user/src/project/internal/server/handlers_test.go#"


def tick():
    global time
    time += 1
    return time


def add(routine, line):
    global count
    count += 1
    lines[routine].append(line)


MUTEX, DONE = 1_000_000_001, 1_000_000_002
add(1, f"N,{tick()},{DONE},C,0,{PATH}10")
channels = []
for pair in range(pairs):
    channels.append(1_000_000_100 + pair)
    add(1, f"N,{tick()},{channels[pair]},C,4,{PATH}11")
for routine in range(2, 2 * pairs + 2):
    add(1, f"G,{tick()},{routine},{PATH}{20 + routine % 2}")
sent = [0] * pairs
pair = 0
while count < events - 3 * pairs - 2:
    pair = (pair + 1) % pairs
    sender, receiver, channel = 2 + 2 * pair, 3 + 2 * pair, channels[pair]
    for _ in range(4):
        sent[pair] += 1
        a, b = tick(), tick()
        add(sender, f"C,{a},{b},{channel},S,f,{sent[pair]},4,{(sent[pair] - 1) % 4 + 1},{PATH}31")
    for k in range(4):
        a, b = tick(), tick()
        number, fill = sent[pair] - 3 + k, 3 - k
        if k == 3:
            cases = f"C.{a}.0.{DONE}.R.f.0.0.0~C.{a}.{b}.{channel}.R.f.{number}.4.{fill}"
            add(receiver, f"S,{a},{b},{5_000_000_000 + number},{cases},1,{PATH}41")
        else:
            add(receiver, f"C,{a},{b},{channel},R,f,{number},4,{fill},{PATH}42")
    for routine in (sender, receiver):
        add(routine, f"M,{tick()},{tick()},{MUTEX},-,L,t,{PATH}51")
        add(routine, f"M,{tick()},{tick()},{MUTEX},-,U,t,{PATH}52")
for routine in range(2, 2 * pairs + 2):
    add(routine, f"E,{tick()}")
add(1, f"E,{tick()}")
for routine in range(1, 2 * pairs + 2):
    with open(f"{folder}/trace_{routine}.log", "w") as out:
        out.writelines(line + "\n" for line in lines[routine])
with open(f"{folder}/trace_info.log", "w") as out:
    out.write("ExitCode!0\n")
print(count, "events")
