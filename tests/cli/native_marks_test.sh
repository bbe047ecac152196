# The engine goes back in a running program to try out what threads would do, and does everything again where it cannot.
# Both come to the same.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache
program=$SOURCE_DIR/tests/runtime/marks/long_waits.cpp

cat >same.py <<'END'
import json, sys
ONLY = ("executions", "blocked", "truncated", "graphs", "graphs_rf", "states", "verdict", "bugs")
one, other = (json.load(open(file))[0] for file in sys.argv[1:])
for key in ONLY:
    assert one[key] == other[key], f"{key}: {one[key]}\n{other[key]}"
END
for options in '--strategy random' '--strategy mix' '--plain sc --model sc --strategy pct' '--model tso --strategy random'; do
  check 0 "$GRAPHFUZZ" "$program" $options --seed 1 -n 100 --json back.json
  check 0 "$GRAPHFUZZ" "$program" $options --seed 1 -n 100 --json again.json -- open
  json back.json 'len(r[0]["states"]) > 20'
  python3 same.py back.json again.json || { echo "$options"; exit 1; }
done
