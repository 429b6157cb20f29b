"""`yonto solve niya`: a garden or a position solved exactly, or many gardens counted."""

import json
import math
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from yonto.cli.files import read_record
from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.core import matches, records
from yonto.core.contract import State
from yonto.core.errors import BadOption
from yonto.core.records import Record
from yonto.core.words import Words
from yonto.games import load
from yonto.games.niya.notation import cell_name, garden_text, parse_garden, with_garden
from yonto.games.niya.solver import balanced_garden, graded_garden, random_garden, random_gardens, solve, solve_many
from yonto.games.niya.view import FULL_BOARD


@click.command("solve", help=HELP("help.solve"))
@click.argument("game")
@click.option("--garden", metavar="TEXT", help=HELP("help.solve_garden"))
@click.option("--record", type=click.Path(path_type=Path), help=HELP("help.solve_record"))
@click.option("--seed", help=HELP("help.solve_seed"))
@click.option("--count", type=click.IntRange(1, 100_000_000), help=HELP("help.solve_count"))
@click.option("--winning", type=click.IntRange(0, 12), help=HELP("help.solve_winning"))
@click.option("--balanced", is_flag=True, help=HELP("help.solve_balanced"))
@click.option("--full-board", type=click.Choice(FULL_BOARD), default="blockade", help=HELP("help.solve_full_board"))
@json_option
@lang_option
@plainly
def command(
    game: str, garden: str | None, record: Path | None, seed: str | None, count: int | None, winning: int | None,
    balanced: bool, full_board: str, as_json: bool, lang: str,
) -> None:  # fmt: skip
    load(game)
    if game != "niya":
        raise BadOption("cli.not_solved", "cli", game=game)
    rule = FULL_BOARD.index(full_board)
    w = speech(lang, "niya")
    one = sum([garden is not None, record is not None, seed is not None and count is None, count is not None])
    if one != 1 or ((winning is not None or balanced) and (seed is None or count is not None)):
        raise BadOption("cli.one_garden", "cli")
    if count is not None:
        print_count(count_gardens(count, seed or "0", rule, as_json, w), as_json, w)
        return
    if record is not None:
        state = position_in(record)
    elif garden is not None:
        state = with_garden(parse_garden(garden), rule)
    else:
        state = with_garden(chosen_garden(str(seed), winning, balanced, rule), rule)
    print_solution(state, as_json, w)


def chosen_garden(seed: str, winning: int | None, balanced: bool, rule: int) -> list[int]:
    if winning is not None and balanced:
        raise BadOption("cli.one_garden", "cli")
    if balanced:
        return balanced_garden(seed, rule)
    return random_garden(seed) if winning is None else graded_garden(seed, winning, rule)


def position_in(path: Path) -> State:
    """The position a record ends in; of a match, that of its last round."""
    saved = read_record(path)
    if saved.game != "niya":
        raise BadOption("cli.not_solved", "cli", game=saved.game)
    game = load("niya")
    if isinstance(saved, Record):
        play = records.replay(saved, game)
    else:
        matches.replay(saved, game)
        if not saved.rounds:
            raise BadOption("cli.nothing_to_solve", "cli")
        play = records.replay(saved.rounds[-1], game)
    if play.to_move < 0:
        raise BadOption("cli.nothing_to_solve", "cli")
    return play.state


def print_solution(state: State, as_json: bool, w: Words) -> None:
    solution = solve(state)
    ordered = sorted(solution.moves, key=lambda move: move.worth, reverse=True)
    moves = [{"move": cell_name(m.action), "result": m.result, "plies": m.plies} for m in ordered]
    line = [cell_name(action) for action in solution.line]
    if as_json:
        data: dict[str, Any] = {"garden": garden_text(state), "full_board": FULL_BOARD[state.full_board]}
        data |= {"result": solution.result, "plies": solution.plies, "moves": moves, "line": line}
        click.echo(json.dumps({**data, "nodes": solution.nodes}))
        return
    console = Console(highlight=False)
    console.print(w("solve.garden", garden=garden_text(state)), soft_wrap=True)
    game = load("niya")
    console.print(game.draw(game.view(state, None), w))
    console.print(w(f"solve.{solution.result}", n=solution.plies))
    table = Table(*(w(f"solve.{column}") for column in ("move", "result", "plies")))
    for move in moves:
        table.add_row(str(move["move"]), w(f"solve.word.{move['result']}"), str(move["plies"]))
    console.print(table)
    console.print(w("solve.line", line=" ".join(line)))


def count_gardens(count: int, seed: str, rule: int, quiet: bool, w: Words) -> dict[str, Any]:
    """Who wins how many random gardens, with the margin of a 95 % interval."""
    gardens = random_gardens(seed, count)
    with Progress(console=Console(stderr=True), disable=quiet) as progress:
        bar = progress.add_task(w("solve.progress"), total=count)
        solved = solve_many(gardens, rule, lambda done, total: progress.update(bar, completed=done), exact=False)
    shares = {}
    for name, value in (("first", 1), ("draw", 0), ("second", -1)):
        number = int((solved.result == value).sum())
        share = number / count
        margin = 1.96 * math.sqrt(share * (1 - share) / count)
        shares[name] = {"number": number, "share": share, "margin": margin}
    return {"count": count, "seed": seed, "full_board": FULL_BOARD[rule], "results": shares}


def print_count(data: dict[str, Any], as_json: bool, w: Words) -> None:
    if as_json:
        click.echo(json.dumps(data))
        return
    click.echo(w("solve.count", count=data["count"], full_board=f"@option.full_board.{data['full_board']}"))
    for name, found in data["results"].items():
        margin, share = w.percent(found["margin"], 2), w.percent(found["share"], 2)
        line = w("solve.count_line", result=f"@solve.word.{name}", share=share, margin=margin, number=found["number"])
        click.echo(f"  {line}")
