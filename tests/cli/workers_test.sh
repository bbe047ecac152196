# Several workers on a test with so many graphs that they find new ones, and grow the shared tables, all the time: what
# ThreadSanitizer needs to see a missing lock, since smaller tests are over before the workers meet.
# Starts threads.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

for run in 1 2; do
  check 0 "$GRAPHFUZZ" --strategy mix -q --seed "$run" -j 4 -n 10000 --json workers.json "$SOURCE_DIR/litmus/long-assert-9.litmus"
  json workers.json 'r[0]["workers"] == 4 and r[0]["executions"] == 10000 and 5000 < r[0]["graphs"] <= 10000'
done

# Bugs that several workers find at the same time are one bug.
check 1 "$GRAPHFUZZ" --strategy mix -q --seed 1 -j 4 -n 10000 --json race.json race.litmus
json race.json '[bug["count"] for bug in r[0]["bugs"]] == [10000]'
