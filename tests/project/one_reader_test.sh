#!/usr/bin/env bash
# Files are read and JSON is parsed in one place, src/store, which has the limits; the runtime stands in for
# what programs call. Usage: SOURCE_DIR=. one_reader_test.sh
set -euo pipefail
cd "${SOURCE_DIR:?}"
others='ifstream|fopen *\(|std::fstream|[jJ]son::(sax_)?parse'
grep -rqE "$others" tests --include='*.[ch]pp' || { echo "the pattern finds nothing, even in the tests"; exit 1; }
if grep -rnE "$others" src include tools --include='*.[ch]pp' | grep -vE '^src/(store|runtime)/'; then
  echo 'expected store::read_file, store::read_text, store::read_input or store::Document instead of these'
  exit 1
fi
