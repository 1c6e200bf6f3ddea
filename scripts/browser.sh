#!/usr/bin/env bash
# Check that Chromium is installed; on Debian as root, install it.
set -euo pipefail

is_installed() {
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

if ! is_installed && ! install chromium fonts-noto-core; then
  echo "The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM to its path." >&2
  exit 1
fi

# The headless shell is a third faster, but not every Debian has the package.
if [ -z "${CHROMIUM:-}" ] && ! command -v chromium-headless-shell >/dev/null 2>&1; then
  install chromium-headless-shell 2>/dev/null || true
fi
