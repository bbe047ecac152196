# The runtime does nothing undefined in programs that call most of it, with UndefinedBehaviorSanitizer and the standard
# library's assertions (src/runtime/CMakeLists.txt): what is found in them is the same.
# Runs two programs at a time.
# Takes minutes.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${CHECKED_RUNTIME_FOLDER-} && -e $CHECKED_RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
# Comes before the folder that programs are linked with.
export LD_LIBRARY_PATH=$CHECKED_RUNTIME_FOLDER
echo 'int main(void) { return 0; }' >nothing.c
"$(dirname "$GRAPHFUZZ")/graphfuzz-cc" nothing.c -o nothing
ldd nothing >libraries
has libraries "=> $CHECKED_RUNTIME_FOLDER/libgraphfuzz-runtime.so"

python3 "$SOURCE_DIR/tests/native/expectations_test.py" tests/runtime/synchronisation tests/runtime/programs
