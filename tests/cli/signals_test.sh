# SIGINT and SIGTERM at random times, under every command, on inputs that take for ever: the program ends at once, with
# the documented exit codes and the results so far, and leaves no process behind.
# Runs alone: how soon a program reacts is not to be measured beside others.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 0 python3 "$SOURCE_DIR/tests/cli/signals.py" "$GRAPHFUZZ" "$SOURCE_DIR"
cat out
