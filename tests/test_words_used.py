"""Every sentence of the catalogues is said somewhere: keys that nothing names any more are taken out.

A key is named in the sources as text ("mine.none"), or by a text with places (f"level.{level}", `new.count.${n}`) that
it fits; a place is one part of a key, between two dots. Where such a text begins with a place (`${kind}.${side}`), any
text of the same file may stand there, and any that begins with a dot after it.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import yonto
from yonto.core.words import load
from yonto.games import GAMES

PYTHON = Path(yonto.__file__).parent
CLIENT = Path(__file__).parents[1] / "web" / "src"
PLACE = "\0"  # in a text: any part of a key
PART = r"[\w-]+(?:\.\d+)?"  # a part may be a number such as 0.5

IN_BRACES = r"\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
# From any quote to the next; those inside of another text's place are found too.
QUOTED = re.compile(rf"(?=[\"'`]@?((?:[\w.-]|{IN_BRACES})+)[\"'`])")


def python_texts(source: str) -> Iterator[str]:
    nodes = list(ast.walk(ast.parse(source)))
    made = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    pieces = {id(piece) for node in made for piece in node.values}  # of a text with places: no texts of their own
    for node in made:
        parts = (str(part.value) if isinstance(part, ast.Constant) else PLACE for part in node.values)
        yield "".join(parts).removeprefix("@")
    for each in nodes:
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in pieces:
            yield each.value.removeprefix("@")


def script_texts(source: str) -> Iterator[str]:
    for text in QUOTED.findall(source):
        yield re.sub(IN_BRACES, PLACE, text)


@cache
def named(path: Path) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The keys that a file names as they are, and the patterns of those that it puts together."""
    source = path.read_text(encoding="utf-8")
    texts = set(python_texts(source) if path.suffix == ".py" else script_texts(source))
    texts |= {text + PLACE for text in texts if text.endswith(".")}  # "rule." + id
    texts |= {
        text[:-1] for text in texts if re.search(rf"[^.]{PLACE}$", text)
    }  # f"menu.against{many}", which may be ""
    whole = {text for text in texts if re.fullmatch(r"\w[\w.-]*", text)}
    tails = {text for text in texts if re.fullmatch(r"\.[\w.-]+", text)}  # "log.tile" + ".buddha"
    made = {text for text in texts if PLACE in text and re.match(rf"(?:{PLACE}|\w[\w-]*)\.", text)}
    made |= {text for text in whole if tails and "." in text}
    return frozenset(whole), tuple(pattern(text, one_of(whole), one_of(tails)) for text in made)


def one_of(texts: set[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(texts)))})"


def pattern(text: str, heads: str, tails: str) -> re.Pattern[str]:
    begins, rest = (heads, text[1:]) if text.startswith(PLACE) else ("", text)
    return re.compile(begins + re.escape(rest).replace(re.escape(PLACE), PART) + f"{tails}?")


def said(key: str, sources: Iterable[Path]) -> bool:
    return any(key in whole or any(p.fullmatch(key) for p in patterns) for whole, patterns in map(named, sources))


def sources(game: str = "") -> list[Path]:
    """Everything that may speak: the house, and of the games this one (none: all of them)."""
    files = [*PYTHON.rglob("*.py"), *CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte"), *PYTHON.rglob("http/page/*.*")]
    others = {name for name in GAMES if name != game} if game else set()
    return [path for path in files if not path.name.endswith(".test.ts") and not others & set(path.parts)]


def unsaid(keys: Iterable[str], game: str = "") -> list[str]:
    speakers = sources(game)
    return [key for key in keys if not said(key, speakers)]


@pytest.mark.parametrize("room", ["core", "cli", "server", "paper"])
def test_every_sentence_of_the_house_is_said_somewhere(room: str) -> None:
    assert unsaid(load(room, "en")) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_game_is_said_somewhere(game: str) -> None:
    assert unsaid(load(f"games.{game}", "en"), game) == []


@pytest.mark.parametrize("path", sorted(CLIENT.rglob("locale/en.json")), ids=lambda path: path.parts[-3])
def test_every_sentence_of_the_client_is_said_somewhere(path: Path) -> None:
    game = path.parts[-3] if path.parts[-3] in GAMES else ""
    assert unsaid(json.loads(path.read_text(encoding="utf-8")), game) == []


def test_a_key_that_nothing_names_is_found(tmp_path: Path) -> None:
    page, room = tmp_path / "page.svelte", tmp_path / "room.py"
    page.write_text('say("a.b"); say(`c.${d ? `e.${f}` : say("x.y", { n: 1 })}.z`); kind = "g.h"; say(`${kind}.${i}`)')
    room.write_text('w(f"k.{level}.line"); w("l." + m); w("@o.p" + (".r" if s else ""))')
    both = (page, room)
    assert [
        key for key in ("a.b", "c.q.z", "e.q", "x.y", "g.h.q", "k.q.line", "l.q", "o.p", "o.p.r") if not said(key, both)
    ] == []
    assert [key for key in ("a.c", "c.q", "c.z", "e.q.r", "g.q", "k.q", "l", "o.r") if said(key, both)] == []
