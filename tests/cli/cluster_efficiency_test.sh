# tools/cluster/efficiency: several workers against one; its numbers are those of the runs.
# Runs two programs at a time.
set -eu
. "$SOURCE_DIR/tests/cli/setup_cluster.sh"
efficiency=$SOURCE_DIR/tools/cluster/efficiency

check 0 "$efficiency" --pairs 2 --seconds 2 -- --seed 3
has out '^2 pairs of 2 s; load at the beginning [0-9.]+$'
python3 - <<'END'
import re, statistics
text = open("out").read()
pairs = [(int(a), int(b), float(c)) for a, b, c in
         re.findall(r"1 worker (\d+), 2 workers (\d+) executions, efficiency ([\d.]+)", text)]
assert len(pairs) == 2 and all(a > 0 and b > 0 and abs(b / a / 2 - c) <= 0.006 for a, b, c in pairs), text
[(one, two, of_medians, by_pairs)] = re.findall(r"medians (\d+) and (\d+): efficiency ([\d.]+); by pairs ([\d.]+)", text)
ones, twos, each = zip(*pairs)
assert abs(int(one) - statistics.median(ones)) <= 1 and abs(int(two) - statistics.median(twos)) <= 1, text
assert abs(float(of_medians) - int(two) / int(one) / 2) <= 0.006 and abs(float(by_pairs) - statistics.median(each)) <= 0.011, text
END
# What comes to its end measures nothing, and what goes wrong is told.
check 2 "$efficiency" "$SOURCE_DIR/litmus/SB.litmus" --pairs 1 --seconds 2
has err 'SB.litmus: is done within 2 s by 1: expected one that takes longer'
check 2 "$efficiency" nothing.litmus --pairs 1
has err 'nothing.litmus'
check 2 "$efficiency" --workers 1
has err 'expected two workers or more'
