#!/usr/bin/env bash
# All our C++ files are as .clang-format wants them. To repair: clang-format -i <files>.
set -euo pipefail
cd "${SOURCE_DIR:?}"
if ! command -v clang-format >/dev/null; then
  echo "skipped: there is no clang-format"
  exit 77
fi
complaints=$(find include src tools tests examples -name '*.[ch]pp' -print0 |
  xargs -0 --no-run-if-empty clang-format --style=file --dry-run -Werror 2>&1) && exit 0
# Of each file one line; anything else that clang-format says in full.
grep 'code should be clang-formatted' <<<"$complaints" | sort -t : -k 1,1 -u
grep -q 'code should be clang-formatted' <<<"$complaints" || echo "$complaints"
exit 1
