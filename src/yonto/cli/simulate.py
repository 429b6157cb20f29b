"""`yonto simulate`: many games among computer players, counted and, if wanted, kept as records."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from yonto.cli.files import write_whole
from yonto.cli.i18n import HELP, given_options, json_option, lang_option, options_option, plainly, speech
from yonto.cli.stopping import STOPPED, UntilStopped
from yonto.core import records as writing
from yonto.core.contract import CHANCE, Game
from yonto.core.errors import BadOption
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.core.words import Words
from yonto.games import load
from yonto.players import ask, check_player


@click.command("simulate", help=HELP("help.simulate"))
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help=HELP("help.count"))
@click.option("--seats", type=click.IntRange(1, 9), default=None, help=HELP("help.seats"))
@click.option("--players", default="random", show_default=True, metavar="A,B,…", help=HELP("help.simulate_players"))
@click.option("--seed", type=int, default=0, show_default=True, help=HELP("help.seed"))
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help=HELP("help.records"))
@options_option
@json_option
@lang_option
@plainly
def command(
    game: str, games: int, seats: int | None, players: str, seed: int, records: Path | None, given: tuple[str, ...],
    as_json: bool, lang: str,
) -> None:  # fmt: skip
    room = load(game)
    names = seated(room, players, seats)
    options = room.canonical(given_options(given))
    room.start(len(names), options)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    tally = Tally(room, names)
    quiet = as_json or games == 1
    w = speech(lang, room.name)
    results = UntilStopped(played(room, names, options, seed, i, records) for i in range(games))
    with Progress(console=Console(stderr=True), disable=quiet) as progress:
        for play, order in progress.track(results, games, description=w("simulate.progress")):
            tally.add(play, order)
    if results.stopped:
        click.echo(w("cli.stopped", n=tally.games, of=games), err=True)
    if not tally.games:
        raise SystemExit(STOPPED)
    if as_json:
        facts = {"game": game, "options": options, "seed": seed, "stopped": results.stopped}
        click.echo(json.dumps({**facts, **tally.data()}))
    else:
        tally.show(w)
    if results.stopped:
        raise SystemExit(STOPPED)


def seated(game: Game, players: str, seats: int | None) -> list[str]:
    """A player for every seat: as many as are named, or one name for all seats."""
    names = [check_player(name.strip(), game) for name in players.split(",")]
    count = seats or (len(names) if len(names) > 1 else game.seats[0])
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise BadOption("cli.players", "cli", players=len(names), seats=count)
    return names


def played(
    game: Game, names: list[str], options: dict[str, str], seed: int, number: int, records: Path | None
) -> tuple[Play, list[int]]:
    """One game, and who sat at which seat: the players move on by one from game to game, so that each begins equally
    often."""
    play = Play(game, len(names), options)
    order = [(seat + number) % len(names) for seat in range(len(names))]
    choose = lots(seeded(seed, number))
    while not play.over:
        if play.to_move == CHANCE:
            play.draw_chance(choose)
        else:
            seat = play.to_move
            play.act(seat, ask(names[order[seat]], game, play.state, seat, seed, number, play.seq).action)
    if records is not None:
        sat = tuple(f"{names[player]} {player + 1}" for player in order)
        text = writing.write(writing.of_play(play, sat, {"seed": str(seed), "number": str(number)}))
        write_whole(records / f"{game.name}-{seed}-{number:06}.yonto", text)
    return play, order


class Tally:
    """What is counted over many games, by player and by seat."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self.game = game
        self.names = names
        self.games = 0
        self.actions = 0
        self.player_wins = [0.0] * len(names)
        self.seat_wins = [0.0] * len(names)
        self.scores = [0] * len(names)
        self.ends: Counter[str] = Counter()

    def add(self, play: Play, order: list[int]) -> None:
        outcome = play.outcome
        assert outcome is not None
        self.games += 1
        self.actions += sum(step.who != CHANCE for step in play.steps)
        self.ends[outcome.rule] += 1
        for seat, player in enumerate(order):
            share = (seat in outcome.winners) / len(outcome.winners)
            self.seat_wins[seat] += share
            self.player_wins[player] += share
            self.scores[player] += outcome.scores[seat]

    def data(self) -> dict[str, Any]:
        n = self.games
        return {
            "games": n,
            "actions_per_game": self.actions / n,
            "players": [
                {"player": name, "wins": wins, "share": wins / n, "score": score / n}
                for name, wins, score in zip(self.names, self.player_wins, self.scores, strict=True)
            ],
            "seats": [{"seat": i + 1, "share": wins / n} for i, wins in enumerate(self.seat_wins)],
            "ended_by": dict(sorted(self.ends.items())),
        }

    def show(self, w: Words) -> None:
        data = self.data()
        console = Console(highlight=False)
        console.print(
            w("simulate.title", game="@name", games=data["games"], actions=w.number(data["actions_per_game"], 1))
        )
        table = Table(*(w(f"simulate.{column}") for column in ("player", "wins", "share", "score")))
        for i, row in enumerate(data["players"], 1):
            table.add_row(
                f"{i}. {row['player']}", f"{row['wins']:g}", w.percent(row["share"]), w.number(row["score"], 2)
            )
        console.print(table)
        for seat in data["seats"]:
            console.print(w("simulate.seat", seat=seat["seat"], share=w.percent(seat["share"])))
        for rule, count in data["ended_by"].items():
            console.print(w("simulate.end", rule=rule, share=w.percent(count / data["games"])))
