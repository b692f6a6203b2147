#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# all-ways.sh ARGUMENTS: runs baton-run with the arguments in several ways (optimised or not, with passes or not, clean-up
# passes before and behind the others, on one and several workers). All must print the same, which is printed once.
set -u
first=$(baton-run "$@") || exit 1
cleanup="--inline --canonicalize --cse --loop-invariant-code-motion --symbol-dce"
for way in "-O2 --workers=1" "-O3 --workers=3" "$cleanup --loop-unroll=factor=2 --derive-deps" "--orchestrate" \
  "--orchestrate $cleanup -O2 --workers=1"; do
  # shellcheck disable=SC2086
  if ! other=$(baton-run "$@" $way); then
    echo "fails with $way" >&2
    exit 1
  fi
  if [ "$other" != "$first" ]; then
    printf 'with %s:\n%s\nwithout:\n%s\n' "$way" "$other" "$first" >&2
    exit 1
  fi
done
printf '%s\n' "$first"
