#!/bin/sh
# Build the wheel, unpack it somewhere else and use it there: tools/check_wheel.sh VENV
set -eu

python=$(cd "$1" && pwd)/bin/python
rosters=$(find game/rules -path '*/data/*.toml' | wc -l)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m build --wheel --outdir "$work/dist" . >"$work/build.log" 2>&1 || {
    cat "$work/build.log"
    exit 1
}
"$python" -m zipfile -e "$work"/dist/*.whl "$work/site"
cd "$work"
"$python" -I - "$work/site" "$rosters" <<'PYTHON'
import sys

site, rosters = sys.argv[1:]
sys.path.insert(0, site)

import ai
import game
from game.io import resources
from game.io.clauses import load_clauses

for package in (ai, game):
    assert package.__file__.startswith(site), package.__file__
for folder in (resources.maps_dir(), resources.assets_dir()):
    assert folder.joinpath("README.md").is_file(), folder
assert len(resources.data_files()) == int(rosters), resources.data_files()
assert load_clauses()["HM-01"].en
print("wheel: packages, maps, assets and clause texts are all there")
PYTHON
