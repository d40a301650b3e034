# shellcheck shell=bash
# What the scripts share; sourced from the root of the checkout.

say() { printf '== %s\n' "$*" >&2; }
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

tries() { # WHAT COMMAND...: runs a command that needs a network up to three times; says each time which one failed
  local what=$1 pause
  shift
  for pause in 5 20 ""; do
    "$@" && return 0
    if [ -n "$pause" ]; then
      say "$what failed; trying again in $pause seconds"
      sleep "$pause"
    fi
  done
  say "$what failed three times"
  return 1
}

# --- Python ----------------------------------------------------------------------------------------------------------

python_names="python3.14 python3.13 python3.12 python3.11 python3 python"
python_is_new_enough='import sys, venv; sys.exit(sys.version_info < (3, 11))'

find_python() { # prints the first interpreter that is new enough
  local name
  for name in ${PYTHON:-} $python_names; do
    if "$name" -c "$python_is_new_enough" >/dev/null 2>&1; then
      command -v "$name"
      return 0
    fi
  done
  return 1
}

python_of() { # VERSION: prints the interpreter of that version, also one of pyenv that is not chosen
  local name
  for name in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
    if [ "$("$name" -c 'import sys, venv; print("{}.{}".format(*sys.version_info))' 2>/dev/null)" = "$1" ]; then
      command -v "$name"
      return 0
    fi
  done
  return 1
}

# --- Stamps: a step is done again only when what it reads has changed ------------------------------------------------

fingerprint() { # FILE_OR_FOLDER...: one hash of the names and contents, built and installed things left out
  .venv/bin/python - "$@" <<'PYTHON'
import hashlib
import sys
from pathlib import Path

LEFT_OUT = {"node_modules", "dist", "__pycache__", "test-results", ".svelte-kit"}
digest = hashlib.sha256()
for root in map(Path, sys.argv[1:]):
    files = [root] if root.is_file() else sorted(path for path in root.rglob("*") if path.is_file())
    for path in files:
        if LEFT_OUT.isdisjoint(path.parts):
            digest.update(f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\0".encode())
print(digest.hexdigest())
PYTHON
}
stamped() { [ "$(cat ".venv/stamps/$1" 2>/dev/null)" = "$2" ]; }
stamp_it() {
  mkdir -p .venv/stamps
  printf '%s\n' "$2" >".venv/stamps/$1"
}

# --- Node ------------------------------------------------------------------------------------------------------------

node_is_new_enough() { # the versions that vite runs on: 20.19 and up, 22.12 and up, any later one
  node -e 'const [a, b] = process.versions.node.split(".").map(Number)
           process.exit((a === 20 ? b >= 19 : a === 22 ? b >= 12 : a > 22) ? 0 : 1)' >/dev/null 2>&1
}

use_node() { # leaves such a Node, and npm, on PATH
  if node_is_new_enough && command -v npm >/dev/null; then return; fi
  PATH="$PWD/.venv/bin:$PATH"
  if node_is_new_enough; then return; fi
  say "no recent Node here (20.19, 22.12 or newer): installing it from PyPI into .venv"
  tries "pip install (requirements/node.txt)" .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --require-hashes --requirement requirements/node.txt ||
    fail "pip could not install Node (its message is above); install Node 22 or newer yourself and try again"
  hash -r
  node_is_new_enough || fail "the Node from PyPI does not run on this machine; install Node 22 or newer yourself"
}

install_web() { # the page's own packages, as locked
  local stamp
  stamp=$(fingerprint web/package.json web/package-lock.json)
  if [ ! -d web/node_modules ] || ! stamped web "$stamp"; then
    say "installing the page's locked packages"
    (cd web && tries "npm ci" npm ci --no-audit --no-fund --loglevel=error) >&2 ||
      fail "'npm ci' failed in web/ (its message is above); is the npm registry reachable?"
    stamp_it web "$stamp"
  fi
}

# --- System packages -------------------------------------------------------------------------------------------------

apt_install() { # PACKAGE; the lists are fetched once for each script, and again after a failure
  if [ "${lists:-}" != fetched ]; then
    apt-get update -qq >/dev/null || return 1
    lists=fetched
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null && return 0
  lists=""
  return 1
}

system_package() { # COMMAND PACKAGE PURPOSE: installs the Debian package when root; otherwise says what is missing
  PATH="$PATH:/usr/games"
  if command -v "$1" >/dev/null; then return 0; fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing the system package $2 ($3)"
    if tries "apt-get install $2" apt_install "$2"; then return 0; fi
  fi
  say "missing: $1 ($3). Install it with: sudo apt-get install $2"
  return 1
}
