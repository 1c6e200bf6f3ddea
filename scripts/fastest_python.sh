#!/usr/bin/env bash
# Print which Python makes the environment: `python3`, or that of the system if it is clearly faster. A Python that
# was built without profile-guided optimisation, as pyenv does, takes half as long again for everything.
set -euo pipefail

# Microseconds of processor time; fails if it is too old or cannot make an environment.
time_of() {
  "$1" - 2>/dev/null <<'PYTHON'
import ensurepip, sys, time, venv
if sys.version_info < (3, 11):
    sys.exit(1)
class Step:
    def __init__(self, size):
        self.size = size
    def after(self, place):
        return place + self.size
def work():
    place = 0
    for number in range(60_000):
        place = Step(number & 7).after(place)
def timed():
    start = time.process_time()
    work()
    return time.process_time() - start
print(round(min(timed() for _ in range(7)) * 1e6))
PYTHON
}

own=$(time_of python3 || true)
system=$(time_of /usr/bin/python3 || true)
if [ -n "$system" ] && { [ -z "$own" ] || [ $((system * 10)) -lt $((own * 9)) ]; }; then
  echo /usr/bin/python3
else
  echo python3
fi
