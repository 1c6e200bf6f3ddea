#!/usr/bin/env bash
# Make sure Chromium is there: Debian's where it can be installed, else one sentence on what to do.
set -euo pipefail

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-core >/dev/null && exit 0
fi
echo "The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM to its path." >&2
exit 1
