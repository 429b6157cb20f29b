"""`yonto admin`: keeping order in the house, whether it is open or closed."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from yonto.cli.backup import store_path
from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.cli.keeping import House, house_of
from yonto.core.errors import BadOption
from yonto.core.words import Plain, Words
from yonto.server.admin import commands
from yonto.server.admin.administration import THE_HOST
from yonto.server.admin.shapes import AuditIs, FindAudit, FindPeople, FindReports, FindTables, PersonIs
from yonto.server.people.names import key_of

MEGA = 1 << 20
F = Callable[..., Any]


@click.group("admin", help=HELP("help.admin"))
@lang_option
def command(lang: str) -> None:
    """Each subcommand finds the house for itself."""


def keeping(name: str) -> Callable[[F], click.Command]:
    """A subcommand with the options that all share; it gets the house, the words and whether JSON is wanted."""

    def decorate(function: F) -> click.Command:
        def run(config: Path | None, store: str | None, as_json: bool, lang: str, **given: Any) -> None:
            house = house_of(store_path(config, store), lang)
            found, lines = function(house, speech(lang), **given)
            if as_json:
                click.echo(msgspec.json.encode(found).decode())
            else:
                for line in lines:
                    click.echo(line)

        run.__name__ = function.__name__
        run.__click_params__ = getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
        wrapped = plainly(run)
        wrapped = click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))(wrapped)
        wrapped = click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))(wrapped)
        dashes = {"ignore_unknown_options": True}  # an id may begin with one
        made = command.command(name, help=HELP(f"help.admin.{name}"), context_settings=dashes)
        return made(lang_option(json_option(wrapped)))

    return decorate


Answer = tuple[Any, Iterable[str]]
hours_option = click.option(
    "--hours", type=click.FloatRange(0, commands.MOST_HOURS, min_open=True), help=HELP("help.admin_hours")
)
reason_option = click.option("--reason", default="", help=HELP("help.admin_reason"))
name_option = click.option("--name", "by_name", is_flag=True, help=HELP("help.admin_by_name"))
address_option = click.option("--address", "by_address", is_flag=True, help=HELP("help.admin_by_address"))


def when(at: int | None, w: Words) -> str:
    return w("admin.never") if at is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(at / 1000))


def columns(rows: Iterable[tuple[str, ...]], w: Words) -> Iterable[str]:
    """Rows under each other; a sentence where there are none."""
    found = list(rows)
    widths = [max(map(len, column)) for column in zip(*found, strict=True)]
    for row in found:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if not found:
        yield w("admin.none")


# What is seen


@keeping("house")
def show_house(house: House, w: Words) -> Answer:
    told = house.house()
    facts = {
        "people": told.people, "connections": told.connections, "tables": told.tables, "queue": told.queue,
        "thinking": told.thinking, "waiting": told.waiting, "commits": told.commits, "refusals": told.refusals,
        "load": f"{told.load:.2f} / {told.cores}",
        "memory": w("admin.megabytes", n=f"{told.memory // MEGA} + {told.bots_memory // MEGA}"),
    }  # fmt: skip
    backup = when(told.backup.at, w) + f" {told.backup.path}" if told.backup else w("admin.never")
    rows = [(w(f"admin.house.{name}"), str(value)) for name, value in facts.items() if told.open]
    rows += [
        (w("admin.house.store"), w("admin.megabytes", n=f"{told.store_bytes / MEGA:.1f}")),
        (w("admin.house.backup"), backup),
        (w("admin.house.reports"), str(told.reports)),
    ]
    state = w("admin.house.open", version=told.version) if told.open else w("admin.house.closed", version=told.version)
    return told, [state, *columns(rows, w), *told.wrong]


@keeping("people")
@click.argument("find", default="")
@click.option("--here", is_flag=True, help=HELP("help.admin_here"))
def show_people(house: House, w: Words, find: str, here: bool) -> Answer:
    found = house.people(FindPeople(find=find, here=here, most=200))
    return found, columns((person_row(each, w) for each in found), w)


def person_row(each: PersonIs, w: Words) -> tuple[str, ...]:
    marks = [
        w(f"admin.mark.{mark}")
        for mark, holds in (("admin", each.role), ("here", each.here), ("muted", each.muted), ("banned", each.banned))
        if holds
    ]
    name = each.account or w("admin.guest", name=Plain(each.name or ""))
    return each.person, name, when(each.made or None, w), each.address, ", ".join(marks)


@keeping("tables")
@click.argument("find", default="")
@click.option("--status", type=click.Choice(["waiting", "playing", "between", "over", "aborted"]))
def show_tables(house: House, w: Words, find: str, status: Any) -> Answer:
    found = house.tables(FindTables(find=find, status=status, most=200))
    rows = (
        (t.table, t.game, w(f"admin.status.{t.status}"), when(t.updated, w), ", ".join(s.name for s in t.sitters))
        for t in found
    )
    return found, columns(rows, w)


@keeping("chat")
@click.argument("table")
def show_chat(house: House, w: Words, table: str) -> Answer:
    found = house.chat(table)
    rows = ((str(each.number), when(each.at, w), each.name, each.text or w("admin.removed")) for each in found)
    return found, columns(rows, w)


@keeping("reports")
@click.option("--closed", is_flag=True, help=HELP("help.admin_closed"))
def show_reports(house: House, w: Words, closed: bool) -> Answer:
    found = house.reports(FindReports(closed=closed, most=200))
    lines = []
    for each in found:
        reason = w(f"admin.reason.{each.reason}")
        lines.append(
            w("admin.report", number=each.number, at=when(each.at, w), name=Plain(each.name),
              person=Plain(each.person or "—"), reason=Plain(reason), table=Plain(each.table))
        )  # fmt: skip
        lines += [f"  {Plain(each.text)}"] if each.text else []
        lines += [f"  {'>' if said.number == each.line else ' '} {said.name}: {said.text}" for said in each.lines]
    return found, lines or [w("admin.none")]


@keeping("sanctions")
def show_sanctions(house: House, w: Words) -> Answer:
    found = house.sanctions()
    rows = (
        (w(f"admin.kind.{each.kind}"), w(f"admin.subject.{each.subject}"), each.value, each.name,
         w("admin.until", at=when(each.until, w)) if each.until else w("admin.always"), each.reason)
        for each in found
    )  # fmt: skip
    return found, columns(rows, w)


@keeping("audit")
def show_audit(house: House, w: Words) -> Answer:
    found = house.audit(FindAudit())
    rows = (
        (when(each.at, w), w("admin.host") if each.actor == THE_HOST.name else each.actor,
         w(f"admin.did.{each.action}"), each.subject, detail_of(each, w))
        for each in found
    )  # fmt: skip
    return found, columns(rows, w)


def detail_of(line: AuditIs, w: Words) -> str:
    """What is said beside what was done; some of it is no person's text and has words of its own."""
    if line.action == "unban":
        return w(f"admin.subject.{line.detail}")
    return w(f"admin.outcome.{line.detail}") if line.action == "close_report" else line.detail


# What is done


def acted(house: House, command: commands.AnyCommand) -> Answer:
    if len(getattr(command, "reason", "")) > commands.LONGEST_REASON:
        raise BadOption("admin.long_reason", "cli", most=commands.LONGEST_REASON)
    done = house.act(command)
    return done, [done.text]


def person(house: House, who: str) -> str:
    """Whoever is meant by an id, an account's name, or what somebody was last called, if it is one alone."""
    found = house.people(FindPeople(find=who, most=200))
    for alike in (
        lambda each: each.person == who,
        lambda each: each.account is not None and key_of(each.account) == key_of(who),
        lambda each: each.name is not None and key_of(each.name) == key_of(who),
    ):
        meant = [each for each in found if alike(each)]
        if len(meant) == 1:
            return meant[0].person
        if meant:
            raise BadOption("admin.several", "cli", who=Plain(who), people=[Plain(each.person) for each in meant])
    raise BadOption("admin.nobody", "cli", who=Plain(who))


def subject(house: House, who: str, by_name: bool, by_address: bool) -> tuple[Any, str]:
    if by_name and by_address:
        raise BadOption("admin.one_of", "cli")
    if by_name or by_address:
        return "name" if by_name else "address", who
    return "person", person(house, who)


@keeping("grant")
@click.argument("name")
def grant(house: House, w: Words, name: str) -> Answer:
    return acted(house, commands.Grant(name))


@keeping("revoke")
@click.argument("name")
def revoke(house: House, w: Words, name: str) -> Answer:
    return acted(house, commands.Revoke(name))


@keeping("mute")
@click.argument("who")
@hours_option
@reason_option
def mute(house: House, w: Words, who: str, hours: float | None, reason: str) -> Answer:
    return acted(house, commands.Mute(person(house, who), hours, reason))


@keeping("unmute")
@click.argument("who")
def unmute(house: House, w: Words, who: str) -> Answer:
    return acted(house, commands.Unmute(person(house, who)))


@keeping("ban")
@click.argument("who")
@name_option
@address_option
@hours_option
@reason_option
def ban(
    house: House, w: Words, who: str, by_name: bool, by_address: bool, hours: float | None, reason: str
) -> Answer:  # fmt: skip
    return acted(house, commands.Ban(*subject(house, who, by_name, by_address), hours, reason))


@keeping("unban")
@click.argument("who")
@name_option
@address_option
def unban(house: House, w: Words, who: str, by_name: bool, by_address: bool) -> Answer:
    return acted(house, commands.Unban(*subject(house, who, by_name, by_address)))


@keeping("remove-line")
@click.argument("table")
@click.argument("number", type=click.IntRange(1))
def remove_line(house: House, w: Words, table: str, number: int) -> Answer:
    return acted(house, commands.RemoveLine(table, number))


@keeping("remove-name")
@click.argument("who")
@click.option("--block", is_flag=True, help=HELP("help.admin_block"))
def remove_name(house: House, w: Words, who: str, block: bool) -> Answer:
    return acted(house, commands.RemoveName(person(house, who), block))


@keeping("close-table")
@click.argument("table")
def close_table(house: House, w: Words, table: str) -> Answer:
    return acted(house, commands.CloseTable(table))


@keeping("close-report")
@click.argument("number", type=click.IntRange(1))
@click.option("--nothing", is_flag=True, help=HELP("help.admin_nothing"))
def close_report(house: House, w: Words, number: int, nothing: bool) -> Answer:
    return acted(house, commands.CloseReport(number, "nothing" if nothing else "done"))
