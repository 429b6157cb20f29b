"""A puzzle in words: its title, what it asks, and its themes. The sentences are the core's and the game's own."""

from yonto.core.contract import Game
from yonto.core.words import Words
from yonto.puzzles.form import Puzzle


def title(puzzle: Puzzle, w: Words) -> str:
    return w(f"puzzle.title.{puzzle.kind}", n=puzzle.n)


def asked(puzzle: Puzzle, game: Game, w: Words) -> str:
    """What is to be found, and by which of the game's rules that can be chosen it is true."""
    text = w("puzzle.text.sure" if puzzle.sure else f"puzzle.text.{puzzle.kind}", n=puzzle.n)
    return " ".join([text, *chosen(puzzle, game, w)])


def chosen(puzzle: Puzzle, game: Game, w: Words) -> list[str]:
    """The options that a truth depends on; a best turn was found with the usual ones."""
    if game.exact is None:
        return []
    return [
        w(
            "puzzle.option",
            option=f"@option.{option.name}",
            value=f"@option.{option.name}.{puzzle.options[option.name]}",
        )
        for option in game.options
        if len(option.choices) > 1
    ]


def theme_words(theme: str, w: Words) -> str:
    return w(f"puzzle.theme.{theme}")


def share(game: str, number: int, score: int, tries: int, w: Words) -> str:
    """A result that gives nothing away: the day, how good, at which try."""
    full = round(score / 20)
    return w("puzzle.share", game=game, number=number, boxes="■" * full + "□" * (5 - full), score=score, n=tries)
