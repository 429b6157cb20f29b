"""The `yonto` command. Each subcommand is a module of this room, imported only when it is called."""

from difflib import get_close_matches
from importlib import import_module

import click

from yonto import __version__
from yonto.cli.click_words import name_places
from yonto.cli.i18n import HELP, LANGUAGE, lang_option
from yonto.core.words import Plain

COMMANDS = (
    "serve", "play", "puzzles", "games", "print", "simulate", "arena", "replay", "review", "study", "solve", "verify",
    "backup", "restore", "check-store", "migrate", "copy-store", "doctor", "admin", "warmup", "bench",
)  # fmt: skip


class Rooms(click.Group):
    """A group whose commands are loaded by name, so that help and errors come at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"yonto.cli.{cmd_name.replace('-', '_')}").command
        return name_places(command) if LANGUAGE == "fr" else command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, 1)
            key = "cli.command_near" if near else "cli.command"
            ctx.fail(HELP(key, command=Plain(args[0]), near="".join(near), known=", ".join(COMMANDS)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands from the catalogue alone: importing them would import numba."""
        with formatter.section(HELP("help.commands")):
            formatter.write_dl([(name, HELP(f"help.{name}").split("\n")[0]) for name in COMMANDS])


@click.group(cls=Rooms, help=HELP("help.yonto"), epilog=HELP("help.epilog"))
@click.version_option(__version__)
@lang_option
def main(lang: str) -> None:
    """The language is read before anything else (`i18n.LANGUAGE`), so that help speaks it too."""


if LANGUAGE == "fr":
    name_places(main)
