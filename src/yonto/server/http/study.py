"""The endpoints of studying: any position, tried out for all seats. They keep nothing: a study comes as text and goes
as text, and makes no table."""

from secrets import token_hex
from typing import Any

import msgspec

from yonto.core import records
from yonto.core.contract import CHANCE, NOBODY
from yonto.core.errors import BadOption
from yonto.core.headers import is_name
from yonto.core.matches import MatchRecord
from yonto.core.rng import seeded
from yonto.core.words import Words
from yonto.games import GAMES, check_known, load_for
from yonto.review.telling import fact_line, merits_of
from yonto.review.telling import said as moves_said
from yonto.server.errors import Unknown
from yonto.server.http.request_context import RequestContext
from yonto.server.http.reviews import spoken
from yonto.server.http.study_schemas import (
    BestTurn,
    DrawChoice,
    NodeShown,
    OpenStudy,
    StudiedPosition,
    StudyAct,
    StudyQuery,
    StudyShown,
    StudyText,
    ThinkWish,
    ThoughtShown,
)
from yonto.server.tables import drawing, presenter
from yonto.server.tables.running import check_not_played, check_not_running, check_studied
from yonto.server.tables.shapes import LegalMove
from yonto.study import Study, of_play, telling, typed_in, write
from yonto.study.kept import Kept
from yonto.study.thinking import TurnThought
from yonto.study.tree import Node
from yonto.table.perspective import allowed_to_watch
from yonto.table.player_names import speaker
from yonto.table.settings import opening

KEPT = Kept()


async def awake(context: RequestContext, text: str, round_number: int = 1) -> Study:
    """A text as a tree, its game loaded. A record that says of which running table it is does not pass."""
    record = opening(text)
    check_known(record)
    await context.services.warmup.game(record.game)
    load_for(record)  # BadRecord, at its place, where it follows rules that are not here
    await check_not_running(context.services.store.tables, context.services.registry, record)
    return await context.payer.aside(KEPT.read, text, round_number)


async def check(context: RequestContext, study: Study, node: Node) -> None:
    services = context.services
    await check_not_played(services.store.lists, services.registry, context.person, study, node)


async def of_table(context: RequestContext, _: Any) -> StudyShown:
    """Any moment of a round of a table, to be tried out from."""
    query: StudyQuery = context.query
    table = (await context.services.registry.fresh(context.path["table"])).table
    allowed_to_watch(table, context.person)
    if query.round > len(table.plays):
        raise Unknown("fault.no_round")
    check_studied(table, query.round - 1, context.person)
    play = table.plays[query.round - 1]
    names = distinct(presenter.seated(table, query.round - 1, presenter.speech(context.lang, table.game.name)))
    study = of_play(play, names)
    await check(context, study, study.end())
    at = play.seq if query.at is None else min(query.at, play.seq)
    found = await context.payer.aside(
        shown, study, study.at(at), context.lang, None, query.picture, True, len(table.plays)
    )
    return msgspec.structs.replace(found, colours=presenter.worn(table, query.round - 1))


def distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as a record may have them."""
    return tuple(name if is_name(name) else str(seat) for seat, name in enumerate(names, 1))


async def opened(context: RequestContext, wanted: OpenStudy) -> StudyShown:
    """A text as a study: a record, a match, or moves that somebody typed."""
    rounds = 1
    if wanted.game is None:
        study = await awake(context, wanted.text, wanted.round)
        if isinstance(found := opening(wanted.text), MatchRecord):
            rounds = len(found.rounds)
    else:
        study = await typed(context, wanted)
    node = study.end() if wanted.at is None else study.at(wanted.at)
    await check(context, study, node)
    return await context.payer.aside(shown, study, node, context.lang, None, wanted.picture, True, rounds)


async def typed(context: RequestContext, wanted: OpenStudy) -> Study:
    name = wanted.game or ""
    if name not in GAMES:
        raise BadOption("option.game", game=name, known=", ".join(GAMES))
    game = await context.services.warmup.game(name)
    w = presenter.speech(context.lang, game.name)
    names = tuple(w("study.seat", n=seat + 1) for seat in range(wanted.seats))
    rng = seeded(token_hex())
    return await context.payer.aside(
        typed_in, game, wanted.seats, wanted.options, wanted.text, rng, context.lang, names
    )


async def acted(context: RequestContext, wanted: StudyAct) -> StudyShown:
    """A position of a study, or one more, or one less."""
    study = await awake(context, wanted.study)
    node = study.at(wanted.at)
    changed = wanted.act != "look"
    if changed:
        study, node = await context.payer.aside(done, study, wanted, context.lang)
    await check(context, study, node)
    eyes = wanted.eyes if wanted.eyes is None else min(wanted.eyes, study.seats)
    return await context.payer.aside(shown, study, node, context.lang, eyes, wanted.picture, changed)


def done(before: Study, wanted: StudyAct, lang: str) -> tuple[Study, Node]:
    study = before.copy()
    node = study.at(wanted.at)
    match wanted.act:
        case "move":
            node = study.act(node, wanted.move, lang if wanted.typed else "en")
        case "draw":
            node = study.draw(node, seeded(token_hex()))
        case "remove":
            node = study.remove(node)
        case "promote":
            node = study.promote(node)
    return study, node


def speech_of(study: Study, lang: str) -> Words:
    return speaker(presenter.speech(lang, study.game.name), study.names)


def shown(
    study: Study, node: Node, lang: str, eyes: int | None, picture: bool, changed: bool, rounds: int = 1
) -> StudyShown:
    w = speech_of(study, lang)
    text = write(study) if changed else None
    nodes = nodes_shown(study, w) if changed else None
    position = position_shown(study, node, eyes, picture, w)
    return StudyShown(study.game.name, study.names, study.game.exact is not None, rounds, position, text, nodes)


def nodes_shown(study: Study, w: Words) -> tuple[NodeShown, ...]:
    nodes = study.nodes()
    number = {id(node): i for i, node in enumerate(nodes)}
    return tuple(
        NodeShown(
            number[id(node.parent)], None if node.who == CHANCE else node.who,
            telling.said(study, node, w), node.text,
        )
        for node in nodes[1:]
    )  # fmt: skip


def position_shown(study: Study, node: Node, eyes: int | None, picture: bool, w: Words) -> StudiedPosition:
    game, state = study.game, node.state
    mover = game.to_move(state)
    seat = looking(study, node) if eyes is None else eyes - 1 if eyes else None
    legal = tuple(LegalMove(*each) for each in game.legal_moves(state)) if mover >= 0 and seat == mover else ()
    return StudiedPosition(
        study.number(node), mover if mover >= 0 else None, mover == NOBODY, seat, game.view(state, seat), legal,
        draws_shown(study, node, w) if mover == CHANCE else (),
        game.outcome(state, study.seats).winners if mover == NOBODY else (),
        drawing.runs(drawing.draw(game, state, seat, w)) if picture else None,
    )  # fmt: skip


def looking(study: Study, node: Node) -> int | None:
    """Whoever is to move; else who moved last; a watcher before anybody did."""
    mover = study.game.to_move(node.state)
    if mover >= 0:
        return mover
    return next((each.who for each in reversed(node.line()) if each.who != CHANCE), None)


def draws_shown(study: Study, node: Node, w: Words) -> tuple[DrawChoice, ...]:
    outcomes, odds = study.game.chance(node.state)
    found = []
    for action, weight in zip(outcomes, odds, strict=True):
        drawn = Node(CHANCE, study.game.write(node.state, action), action, node.state, node)
        said = telling.said(study, drawn, w)
        found.append(DrawChoice(drawn.text, said, weight / sum(odds)))
    return tuple(sorted(found, key=lambda each: -each.odds))


async def thought(context: RequestContext, wanted: ThinkWish) -> ThoughtShown:
    """Everybody's chances in a position and the best turns, as far as so much thought finds them."""
    study = await awake(context, wanted.study)
    node = study.at(wanted.at)
    await check(context, study, node)
    play = study.play(node)
    record = records.write(records.of_play(play, study.names))
    found = await context.services.studies.think(
        context.person, context.home, context.services.thinker(context.home, context.person), play.game.name, record,
        wanted.simulations, wanted.open,
    )  # fmt: skip
    w = speech_of(study, context.lang)
    turns = await context.payer.aside(turns_shown, study, node, found.turns, w)
    return ThoughtShown(found.chances, turns, found.simulations, found.done, found.exact)


def turns_shown(study: Study, node: Node, turns: tuple[TurnThought, ...], w: Words) -> tuple[BestTurn, ...]:
    return tuple(turn_shown(study, node, turn, w) for turn in turns)


def turn_shown(study: Study, node: Node, turn: TurnThought, w: Words) -> BestTurn:
    game, state, seat = study.game, node.state, study.game.to_move(node.state)
    return BestTurn(
        turn.moves, spoken(moves_said(game, state, turn.moves, seat), w),
        spoken(merits_of(game, state, turn.moves, seat), w), turn.chances, turn.whole,
        spoken([fact_line(turn.fact)], w)[0] if turn.fact else "",
    )  # fmt: skip


async def in_words(context: RequestContext, wanted: StudyText) -> str:
    study = await awake(context, wanted.study)
    return await context.payer.aside(telling.told, study, presenter.speech(context.lang, study.game.name))
