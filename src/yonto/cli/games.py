"""`yonto games`: what can be played, by how many, with which options."""

import json
from typing import Any

import click
from rich.console import Console

from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.games import GAMES, load
from yonto.players import PLAYERS, best_player, plays


@click.command("games", help=HELP("help.games"))
@json_option
@lang_option
@plainly
def command(as_json: bool, lang: str) -> None:
    facts = [facts_of(name) for name in GAMES]
    if as_json:
        click.echo(json.dumps(facts))
        return
    for fact in facts:
        show(fact, lang)


def facts_of(name: str) -> dict[str, Any]:
    game = load(name)
    return {
        "game": name,
        "rules": game.version,
        "seats": list(game.seats),
        "hidden": game.hidden,
        "options": {o.name: {"default": o.default, "choices": list(o.choices)} for o in game.options},
        "matches": {m.name: {"target": m.target, "from": m.lowest, "to": m.highest} for m in game.matches},
        "players": [each for each in PLAYERS if plays(each, game)],
        "best": best_player(game),
    }


def show(fact: dict[str, Any], lang: str) -> None:
    """One game in a few lines."""
    w = speech(lang, fact["game"])
    console = Console(highlight=False, soft_wrap=True)
    seats = "–".join(map(str, sorted({fact["seats"][0], fact["seats"][-1]})))
    console.print(f"[bold]{w('name')}[/]  {w('games.seats', seats=seats)}  [dim]{w('tagline')}[/]")
    for name, option in fact["options"].items():
        console.print(f"    {w('option.' + name)}")
        for choice in option["choices"]:
            usual = w("games.usual") if choice == option["default"] else ""
            console.print(f"      --option {name}={choice:<10} [dim]{w(f'option.{name}.{choice}')} {usual}[/]".rstrip())
    for name, form in fact["matches"].items():
        console.print(f"    --match {name}  [dim]{w('match.' + name)} ({form['target']})[/]")
    console.print(f"    {w('games.players')}")
    for name in fact["players"]:
        console.print(f"      {name:<11} {w('play.kind.' + name)} [dim]– {w('play.like.' + name)}[/]")
    console.print()
