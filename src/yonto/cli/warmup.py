"""`yonto warmup`: compile every game's kernels now, so that nobody waits for them later."""

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

import click
from rich.console import Console
from rich.progress import Progress

from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.games import GAMES

# One process a game, so that they compile side by side. A whole random game touches every rule, a thought of the
# strongest player touches its search.
WARM = """
import sys
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.games import load
from yonto.players import PLAYERS, ask, plays
from yonto.search.playout import play_many
game = load(sys.argv[1])
for seats in game.seats:
    play_many(game, game.start(seats), 1, seeded(1))
play = Play(game, game.seats[0])
choose = lambda outcomes, weights: outcomes[0]
while not play.over:
    play.draw_chance(choose)
    if not play.over:
        action = game.legal(play.state)[-1]
        game.refusal(play.state, action)
        play.act(play.to_move, action)
play.outcome
play = Play(game, game.seats[0])
play.draw_chance(choose)
for name in PLAYERS:
    if plays(name, game):
        ask(name, game, play.state, play.to_move, 1)
"""


@click.command("warmup", help=HELP("help.warmup"))
@json_option
@lang_option
@plainly
def command(as_json: bool, lang: str) -> None:
    w = speech(lang)
    seconds: dict[str, float] = {}
    failed = []
    with Progress(console=Console(stderr=True), disable=as_json) as progress, ThreadPoolExecutor(2) as pool:
        bar = progress.add_task(w("warmup.progress"), total=len(GAMES))
        jobs = {pool.submit(warm, name): name for name in GAMES}
        try:
            for job in as_completed(jobs):
                code, seconds[jobs[job]], errors = job.result()
                progress.advance(bar)
                if code:
                    failed.append(jobs[job])
                    click.echo(errors, err=True)
        except KeyboardInterrupt:  # the terminal has told those that compile, too
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if as_json:
        click.echo(json.dumps({"seconds": seconds, "failed": failed}))
    else:
        for name in GAMES:
            key = "warmup.failed" if name in failed else "warmup.done"
            click.echo(w(key, game=name, seconds=w.number(seconds[name], 1)))
    sys.exit(1 if failed else 0)


def warm(name: str) -> tuple[int, float, str]:
    start = time.perf_counter()
    result = subprocess.run([sys.executable, "-c", WARM, name], capture_output=True, text=True, check=False)
    return result.returncode, time.perf_counter() - start, result.stderr
