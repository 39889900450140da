#!/bin/sh
# Build the wheel, unpack it somewhere else and use it there: tools/check_wheel.sh VENV
set -eu

python=$(cd "$1" && pwd)/bin/python
missions=$(ls maps/*.toml | wc -l)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m build --wheel --outdir "$work/dist" . >"$work/build.log" 2>&1 || {
    cat "$work/build.log"
    exit 1
}
"$python" -m zipfile -e "$work"/dist/*.whl "$work/site"
cd "$work"
"$python" -I - "$work/site" "$missions" <<'PYTHON'
import sys

site, missions = sys.argv[1:]
sys.path.insert(0, site)

import ai
import game
from game.api import list_scenarios, load_scenario
from game.io import resources
from game.io.clauses import load_clauses
from game.io.text import text

for package in (ai, game):
    assert package.__file__.startswith(site), package.__file__
for folder in (resources.maps_dir(), resources.assets_dir()):
    assert folder.joinpath("README.md").is_file(), folder
found = [load_scenario(meta.id) for meta in list_scenarios()]
assert len(found) == int(missions), [scenario.meta.id for scenario in found]
assert all(text(language).unit("gaunt") for language in ("en", "es"))
assert load_clauses()["HM-01"].en
print(f"wheel: packages, {len(found)} missions with their boards and rosters, assets and texts are all there")
PYTHON
