"""Click's own words (“Usage”, “Missing argument”) in French, through the gettext catalogue that click looks into.

`locale/click.fr.json` is what people edit; `make` makes of it the binary catalogue that gettext reads, and a test holds
the two together: `python -c "from yonto.cli import click_words; click_words.make()"`.
"""

import gettext
import json
import os
import struct
from collections.abc import Mapping
from pathlib import Path

import click

DOMAIN = "click"
LOCALE = Path(__file__).parent / "locale"
SOURCE = LOCALE / "click.fr.json"
COMPILED = LOCALE / "fr" / "LC_MESSAGES" / f"{DOMAIN}.mo"
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n > 1);\n"


def speak(lang: str) -> None:
    """Let click speak this language; English is what it speaks by itself."""
    if lang == "fr":
        os.environ["LANGUAGE"] = lang  # the first place where gettext looks for a language
        gettext.bindtextdomain(DOMAIN, str(LOCALE))
        gettext.textdomain(DOMAIN)


# What stands for a value in help and usage: click takes the name in the program, or of the type. The help texts of
# fr.json call them so too.
PLACES = {
    "FILE": "FICHIER", "FIND": "RECHERCHE", "FROM": "DE", "GAME": "JEU", "NAME": "NOM", "NUMBER": "NUMÉRO",
    "RECORD": "FICHIER", "TO": "VERS", "WHO": "QUI", "TEXT": "TEXTE", "INTEGER": "NOMBRE", "FLOAT": "NOMBRE",
    "INTEGER RANGE": "NOMBRE", "FLOAT RANGE": "NOMBRE", "NAME=VALUE": "NOM=VALEUR", "PATH": "CHEMIN", "FORM": "FORME",
    "LOW,HIGH": "BAS,HAUT", "ADDRESS": "ADRESSE",
}  # fmt: skip


def name_places(command: click.Command) -> click.Command:
    """In French what stands for a value is in French too, in the command and in those under it."""
    for param in command.params:
        with click.Context(command) as ctx:
            shown = param.make_metavar(ctx)
        word = shown.strip("[]")
        if word in PLACES:
            param.metavar = shown.replace(word, PLACES[word])
    if isinstance(command, click.Group):
        command.subcommand_metavar = "COMMANDE [ARGS]..."
        for each in command.commands.values():
            name_places(each)
    return command


def compiled(sentences: Mapping[str, str | list[str]]) -> bytes:
    """A catalogue in GNU's binary form. A list has the forms for one and for several."""
    entries = {b"": HEAD.encode()}
    for said, translated in sentences.items():
        if isinstance(translated, list):
            entries[f"{said}\0{said}".encode()] = "\0".join(translated).encode()
        else:
            entries[said.encode()] = translated.encode()
    keys = sorted(entries)
    start = 28 + 16 * len(keys)  # after the head and two tables of lengths and places
    tables, texts = [], b""
    for column in (keys, [entries[key] for key in keys]):
        for text in column:
            tables.append(struct.pack("<2I", len(text), start + len(texts)))
            texts += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, start)
    return head + b"".join(tables) + texts


def make() -> None:
    COMPILED.parent.mkdir(parents=True, exist_ok=True)
    COMPILED.write_bytes(compiled(json.loads(SOURCE.read_text(encoding="utf-8"))))
