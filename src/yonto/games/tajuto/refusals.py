"""Why a move is refused at Tajuto's table, as sentences with their data."""

from typing import Any

from yonto.core.contract import Line, State
from yonto.games.tajuto import board, view
from yonto.games.tajuto.log import floor_words, pagoda_word
from yonto.games.tajuto.notation import TILES, floors_of


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
        return Line("refusal.T12.lone", floor_words(floors[0]))
    return Line("refusal.T12.choose", {"floors": [Line("floor", floor_words(floor)).quoted for floor in floors]})
