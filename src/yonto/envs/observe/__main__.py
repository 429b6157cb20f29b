"""`python -m yonto.envs.observe`: the tables of `docs/environments.md`."""

import sys

from yonto.envs.observe import observer
from yonto.games import GAMES

for name in GAMES:
    layout = observer(name).layout
    sys.stdout.write(f"### {name.capitalize()}: {layout.size} numbers\n\n{layout.table()}\n\n")
