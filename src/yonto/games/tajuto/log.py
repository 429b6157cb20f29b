"""What happened at Tajuto's table, and why a move is refused, as sentences with their data."""

from collections.abc import Sequence
from typing import Any

from yonto.core.contract import Line, Seat, State
from yonto.games.tajuto import board, notation, view
from yonto.games.tajuto.notation import COLOURS, OBJECTIVES, TILES, floors_of


def floor_words(floor: int) -> dict[str, Any]:
    """A floor's colour and size as parameters of a sentence."""
    return {"colour": f"@colour.{COLOURS[floor % 8]}", "size": floor // 8 + 1}


def pagoda_word(colour: int) -> str:
    return f"@pagoda.{COLOURS[colour]}"


def sees(state: State, action: int, seat: Seat | None) -> bool:
    """T7: what is drawn is public."""
    return True


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    """The log, the same for everybody: what gives spirituality was taken openly (T22)."""
    mover = {"seat": int(before.mover) + 1}
    if before.wanted >= 0:
        slipped = before.touch == board.HUMAN and action // 8 + 1 != before.wanted
        lines = [Line("log.slipped" if slipped else "log.drawn", mover | floor_words(action))]
    elif action >= board.END:
        lines = tell_end(before, action - board.END - 1, after)
    elif action >= board.BUILD:
        lines = tell_build(before, action - board.BUILD, after)
    else:
        lines = [tell_use(before, action)]
    for i, name in enumerate(OBJECTIVES):
        if before.objective[i] != after.objective[i]:
            lines.append(Line("log.claim", {"seat": int(after.objective[i]) + 1, "objective": f"@objective.{name}"}))
    if after.end:
        lines += tell_result(after)
    return lines


def tell_use(before: State, action: int) -> Line:
    """An action tile used: for a draw, an offering or an acquisition."""
    tile = board.tile_used(action)
    used = {"seat": int(before.mover) + 1, "tile": TILES[tile], "cost": int(board.USE_COST[tile])}
    if action < board.OFFER:
        return Line("log.draw", used | {"size": action % 7}) if action % 7 else Line("log.draw.blind", used)
    if action < board.ACQUIRE:
        colour = (action - board.OFFER) % 8
        gain = int(before.height[colour]) + 2
        return Line("log.offer", used | {"pagoda": pagoda_word(colour), "n": gain})
    item = (action - board.ACQUIRE) % board.ITEMS
    return Line("log.acquire", used | {"item": "@" + view.item_key(item), "n": board.price(before, item)})


def tell_build(before: State, colour: int, after: State) -> list[Line]:
    mover = {"seat": int(before.mover) + 1, "pagoda": pagoda_word(colour)}
    covering = before.topped[colour] != 0
    params = mover | {"size": int(after.height[colour]), "n": int(after.mp[before.mover] - before.mp[before.mover])}
    lines = [Line("log.build.covering" if covering else "log.build", params)]
    if after.height[colour] == 6:
        lines.append(Line("log.complete", mover | {"count": int(after.complete)}))
        if after.bet[colour] == board.TURNED_OVER:
            lines.append(Line("log.turned", {"item": f"@inauguration.{COLOURS[colour]}"}))
    return lines


def tell_end(before: State, keep: int, after: State) -> list[Line]:
    mover = {"seat": int(before.mover) + 1}
    lines = [Line("log.end.keep", mover | floor_words(keep)) if keep >= 0 else Line("log.end", mover)]
    returned = [floor for floor in floors_of(before.before[before.mover]) if floor != keep]
    lines += [Line("log.returned", floor_words(floor)) for floor in returned]
    if board.forced(after) and not board.forced(before):
        lines.append(Line("log.forced", {"size": board.lowest(int(after.bag))}))
    return lines


def tell_result(after: State) -> list[Line]:
    """The end: nobody for the most MP if tied (T19), everybody's points, the winners (T21)."""
    lines = [Line("log.tied")] if after.objective[board.MOST_MP] < 0 else []
    lines += [Line("log.score", {"seat": i + 1, "n": points}) for i, points in enumerate(view.note(after))]
    won = [i + 1 for i in view.winners(after)]
    lines.append(Line("log.win", {"seat": won[0]}) if len(won) == 1 else Line("log.shared", {"seats": won}))
    return lines


def explain(state: State, action: int, rule: int) -> Line:
    """The sentence for a refused action."""
    if action >= board.END:
        return explain_end(state, action - board.END - 1, rule)
    if action >= board.BUILD:
        return explain_build(state, action - board.BUILD, rule)
    tile = board.tile_used(action)
    if rule == 4:
        return Line("refusal.T4" if state.used[tile] == 1 else "refusal.T4.both", {"tile": TILES[tile]})
    if rule == 5:
        return explain_money(state, action, tile)
    if action < board.OFFER:
        return explain_draw(state, action % 7, rule)
    if action < board.ACQUIRE:
        return explain_offer(state, (action - board.OFFER) % 8, rule)
    return explain_item(state, (action - board.ACQUIRE) % board.ITEMS, rule)


def explain_money(state: State, action: int, tile: int) -> Line:
    """T5: the tile is not owned, or its use, or its use and the price together, cannot be paid."""
    if board.copies(state, tile) == 0:
        return Line("refusal.T5.none", {"tile": TILES[tile]})
    have, cost = int(state.mp[state.mover]), int(board.USE_COST[tile])
    params: dict[str, Any] = {"tile": TILES[tile], "cost": cost, "have": have, "n": cost - have}
    if have < cost:
        return Line("refusal.T5.use", params)
    item = (action - board.ACQUIRE) % board.ITEMS
    price = board.price(state, item)
    params |= {"item": "@" + view.item_key(item), "price": price, "n": cost + price - have}
    return Line("refusal.T5.price" if cost else "refusal.T5.price.free", params)


def explain_draw(state: State, size: int, rule: int) -> Line:
    if rule == 25:
        return Line("refusal.T25", {"size": size, "lowest": board.lowest(int(state.bag)), "rounds": board.IDLE_ROUNDS})
    if state.bag == 0:
        return Line("refusal.T7.empty")
    if state.touch == board.BLIND:
        return Line("refusal.T7.blind", {"size": size})
    left = [k for k in range(1, 7) if board.of_size(int(state.bag), k)]
    return Line("refusal.T7.size", {"size": size, "left": left}) if size else Line("refusal.T7.choose", {"left": left})


def explain_offer(state: State, colour: int, rule: int) -> Line:
    pagoda = {"pagoda": pagoda_word(colour)}
    if rule == 13:
        return Line("refusal.T13", pagoda)
    if (state.offered[state.mover] >> colour) & 1:
        return Line("refusal.T8.placed", pagoda)
    if state.height[colour] == 0:
        return Line("refusal.T8.ground", pagoda)
    return Line("refusal.T8.taken", pagoda | {"seat": int(state.topped[colour])})


def explain_item(state: State, item: int, rule: int) -> Line:
    name: dict[str, Any] = {"item": "@" + view.item_key(item)}
    if rule == 14:
        return Line("refusal.T14", name | {"pagoda": pagoda_word(item - board.INAUGURATION)})
    if item < board.INAUGURATION:
        return Line("refusal.T9.empty", name)
    return Line("refusal.T9.taken", name | {"seat": int(state.bet[item - board.INAUGURATION]) + 1})


def explain_build(state: State, colour: int, rule: int) -> Line:
    pagoda: dict[str, Any] = {"pagoda": pagoda_word(colour)}
    if rule == 13:
        return Line("refusal.T13.built", pagoda)
    pagoda["size"] = int(state.height[colour]) + 1
    have = [floor // 8 + 1 for floor in floors_of(state.before[state.mover]) if floor % 8 == colour]
    return Line("refusal.T10.unfit", pagoda | {"have": have}) if have else Line("refusal.T10.none", pagoda)


def explain_end(state: State, keep: int, rule: int) -> Line:
    floors = floors_of(state.before[state.mover])
    if rule == 6:
        return Line("refusal.T6")
    if rule == 11:
        fitting = [floor % 8 for floor in floors if (int(state.fits) >> floor) & 1]
        return Line("refusal.T11", {"pagodas": [pagoda_word(colour) for colour in fitting]})
    if keep >= 0:
        return Line("refusal.T12.stranger", floor_words(keep))
    if len(floors) == 1:
        return Line("refusal.T12.lone", floor_words(floors[0]) | {"move": f"end keep {notation.floor_name(floors[0])}"})
    return Line("refusal.T12.choose", {"floors": [notation.floor_name(floor) for floor in floors]})
