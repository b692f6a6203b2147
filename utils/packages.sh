# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by utils/demo and utils/check: installs the Debian packages that are missing.

# ensure_packages PACKAGE...: as root, or through sudo. Says what it installs; stops with a message where it cannot.
ensure_packages() {
  local package missing=() run=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "== installing: ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "error: not root and no sudo; please install: ${missing[*]}" >&2
      return 1
    }
    run=(sudo)
  fi
  local log
  log=$(mktemp)
  if ! { "${run[@]}" apt-get update &&
    "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "error: could not install: ${missing[*]}" >&2
    return 1
  fi
  rm -f "$log"
}

# What building needs, and what the tests need besides.
build_packages=(cmake ninja-build gcc libc6-dev pkg-config python3 llvm-19-dev libffi-dev libxxhash-dev libjansson-dev)
test_packages=(clang-19 libclang-rt-19-dev llvm-19-tools python3-psutil libcmocka-dev gdb)
