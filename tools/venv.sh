#!/bin/sh
# Make or refresh the virtual environment: tools/venv.sh VENV play|dev|bench|train
#
# "play" installs the game, with the window's libraries where they come ready made; "dev" also what its tests need,
# "bench" what the benchmarks measure against, "train" what the example of a learning agent needs.
# uv is used where it is on the PATH. What is missing is said in one line, and then nothing has been changed.
set -eu

venv=$1
kind=$2
need='import sys; sys.exit(sys.version_info < (3, 11))'

fail() {
    printf 'broodfall: %s\n' "$1" >&2
    exit 2
}

# The first interpreter on the PATH that starts and is new enough.
find_python() {
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 && "$name" -c "$need" >/dev/null 2>&1; then
            printf '%s' "$name"
            return
        fi
    done
}

uv=$(command -v uv 2>/dev/null || true)

if [ -x "$venv/bin/python" ] && ! "$venv/bin/python" -c "$need" >/dev/null 2>&1; then
    fail "$venv holds a Python that does not start or is older than 3.11; remove it ('make clean') and try again"
fi
if [ ! -x "$venv/bin/python" ]; then
    python=$(find_python)
    if [ -n "$uv" ]; then
        "$uv" venv --quiet --python "${python:->=3.11}" "$venv" ||
            fail "uv found no Python 3.11 or newer and could not fetch one"
    elif [ -z "$python" ]; then
        fail "Python 3.11 or newer is needed and was not found (set PYTHON=/path/to/python if it is not on the PATH)"
    elif ! "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; then
        fail "the venv module of $python is missing; on Debian or Ubuntu: apt install python3-venv"
    else
        "$python" -m venv "$venv" || fail "$python could not make a virtual environment in $venv"
    fi
fi

install() {
    if [ -n "$uv" ]; then
        "$uv" pip install --quiet --python "$venv/bin/python" "$@"
    else
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
    fi
}

# A venv made by uv has no pip, and uv may be gone since.
if [ -z "$uv" ] && ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    "$venv/bin/python" -m ensurepip >/dev/null 2>&1 || fail "$venv has no pip; remove it ('make clean') and try again"
fi

case $kind in
play)
    # The window is a bonus: without its libraries the game is played in the terminal.
    install --only-binary pygame-ce --editable '.[ui]' 2>/dev/null ||
        install --editable . || fail "the packages above could not be installed (is the package index reachable?)"
    ;;
dev | bench | train)
    install --editable ".[$kind]" || fail "the packages above could not be installed (is the package index reachable?)"
    ;;
*)
    fail "tools/venv.sh: unknown kind '$kind', expected play, dev, bench or train"
    ;;
esac
