# Exit codes and what is printed for what a campaign finds.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 0 "$GRAPHFUZZ" --strategy mix exists.litmus
has out '^Test SB Allowed$'
has out '^States 4$'
has out '^P0:r0=0; P1:r0=0;$'
has out '^Ok$'
has out '^Positive: 1 Negative: 3$'
has out '^Observation SB Sometimes 1 3$'
has out 'seed [0-9]+'

check 0 "$GRAPHFUZZ" --strategy mix --model sc -n 500 exists.litmus
has out '^States 3$'
has out '^No$'
has out '^Not observed in 500 executions$'

check 1 "$GRAPHFUZZ" --strategy mix forbidden.litmus
has out '^Test SB Forbidden$'
has out '^Positive: 3 Negative: 1$'
check 0 "$GRAPHFUZZ" --strategy mix safe.litmus
check 0 "$GRAPHFUZZ" --strategy mix --model sc forbidden.litmus
check 1 "$GRAPHFUZZ" --strategy mix required.litmus
has out 'counterexample'

check 1 "$GRAPHFUZZ" --strategy mix race.litmus
has out '^Undef$'
has out 'Bug 1: race:'
check 0 "$GRAPHFUZZ" --strategy mix --model sc race.litmus

check 1 "$GRAPHFUZZ" --strategy mix --stop-on-bug assertion.litmus
has out 'assertion.litmus:6:3: assertion failed'
has out 'reads from [0-9]'

check 1 "$GRAPHFUZZ" --strategy mix --color always race.litmus
has out $'\x1b'
check 1 "$GRAPHFUZZ" --strategy mix --color auto race.litmus
hasnt out $'\x1b'
