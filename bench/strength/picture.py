"""Tables and picture of docs/strength.md: what was learned (from the weights) and the ladder (from bench/results).

python bench/strength/picture.py
"""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
DOCS = HERE.parent / "docs"
GAMES = HERE.parent / "src/yonto/games"
ORDER = ("niya", "qin", "pagode", "tajuto")
LEVELS = ("discoverer", "apprentice", "player", "adept", "expert", "master")
LEFT, WIDTH, ROW = 250, 420, 22  # of the picture: labels, scale from 0 to 100 %, height of a row


def rows() -> list[dict[str, Any]]:
    found = []
    for file in sorted((HERE / "results").glob("ladder-*.json")):
        found += json.loads(file.read_text(encoding="utf-8"))["rows"]

    def place(row: dict[str, Any]) -> tuple[Any, ...]:
        rung = LEVELS.index(row["player"])
        step = row["against"] in LEVELS
        return ORDER.index(row["game"]), row["seats"], not step, rung, row["against"], row.get("seconds_given") or 9.0

    return sorted(found, key=place)


def wanted(row: dict[str, Any]) -> float | None:
    """What the house asks of this pairing: 65 % of each step with two seats, 95 % against greed, 75 % against plain
    search; with more seats, well above an even share."""
    if row["against"] == "greedy":
        return 0.95 if row["seats"] == 2 else None
    if row["against"] == "plain":
        return 0.75 if row["seats"] == 2 else None
    return 0.65 if row["seats"] == 2 else None


def verdict(row: dict[str, Any]) -> str:
    goal = wanted(row)
    even = 1 / row["seats"]
    if goal is None:
        return "above even" if row["low"] > even else "not shown" if row["share"] > even else "no"
    if row["share"] >= goal:
        return "yes" if row["low"] >= goal else "not certain"
    return "not certain" if row["high"] >= goal else "no"


def shown(row: dict[str, Any], who: str) -> str:
    """A player's name, with its time where that was not its own."""
    given = row.get("seconds_given")
    return f"{row[who]} ({given:g} s)" if given and row[who] in ("master", "plain") else str(row[who])


def count(row: dict[str, Any]) -> str:
    """The games, how many had been planned if time ran out before, and a mark if the weights are others since."""
    planned = row.get("planned", row["games"])
    mark = " †" if row.get("weights_before") else ""
    return (str(row["games"]) if row["games"] >= planned else f"{row['games']} of {planned}") + mark


def table(found: list[dict[str, Any]]) -> str:
    lines = [
        "| game | seats | player | against | games | share of wins | 95 % interval | wanted | reached | ms a move |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in found:
        goal = wanted(row)
        asked = f"≥ {100 * goal:.0f} %" if goal else f"> {100 / row['seats']:.0f} %"
        times = " / ".join(f"{row['ms'][name]:g}" for name in (row["player"], row["against"]))
        lines.append(
            f"| {row['game']} | {row['seats']} | {shown(row, 'player')} | {shown(row, 'against')} | {count(row)} "
            f"| {100 * row['share']:.1f} % | {100 * row['low']:.0f}–{100 * row['high']:.0f} % | {asked} "
            f"| {verdict(row)} | {times} |"
        )
    return "\n".join(lines)


def picture(found: list[dict[str, Any]]) -> str:
    """One row a pairing: a dot for the share, a bar for its interval, a tick for an even share and one for the goal."""
    height = ROW * (len(found) + 2)

    def x(share: float) -> float:
        return round(LEFT + WIDTH * share, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {height}" font-family="sans-serif" '
        'font-size="12" role="img" aria-label="Share of wins of each level against the one below">',
        f'<rect width="{LEFT + WIDTH + 30}" height="{height}" fill="#fff"/>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<line x1="{x(share)}" x2="{x(share)}" y1="20" y2="{height - 18}" stroke="#ddd"/>')
        parts.append(f'<text x="{x(share)}" y="14" text-anchor="middle" fill="#555">{100 * share:.0f} %</text>')
    for i, row in enumerate(found):
        y = ROW * (i + 1.5)
        label = f"{row['game']} {row['seats']}: {shown(row, 'player')} – {shown(row, 'against')}"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#111">{label}</text>')
        even = x(1 / row["seats"])
        parts.append(f'<line x1="{even}" x2="{even}" y1="{y - 7}" y2="{y + 7}" stroke="#999" stroke-dasharray="2 2"/>')
        if goal := wanted(row):
            parts.append(
                f'<line x1="{x(goal)}" x2="{x(goal)}" y1="{y - 7}" y2="{y + 7}" stroke="#b00" stroke-width="2"/>'
            )
        parts.append(
            f'<line x1="{x(row["low"])}" x2="{x(row["high"])}" y1="{y}" y2="{y}" stroke="#258" stroke-width="3"/>'
        )
        parts.append(f'<circle cx="{x(row["share"])}" cy="{y}" r="5" fill="#258"/>')
    parts.append(
        f'<text x="{LEFT + WIDTH + 20}" text-anchor="end" y="{height - 4}" fill="#555">dot: share of wins · '
        "bar: 95 % interval · dashed: even share · red: what is wanted</text></svg>"
    )
    return "\n".join(parts) + "\n"


def learned() -> str:
    lines = [
        "| game | seats | played by | games a round | rounds | states in the last | loss | loss of nothing |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for file in sorted(GAMES.glob("*/weights/[0-9].json")):
        game, seats = file.parent.parent.name, file.stem
        history = json.loads(file.read_text(encoding="utf-8"))["history"]
        last = history[-1]
        looks = last["simulations"]
        who = f"searches of {looks} simulations" if looks else "looks one action ahead"
        lines.append(
            f"| {game} | {seats} | {who} | {last['games']:,} | {len(history)} | {last['states']:,} | {last['loss']} "
            f"| {last['loss_of_nothing']} |"
        )
    return "\n".join(lines)


def put(text: str, mark: str, content: str) -> str:
    """The page with what stands between the marks replaced."""
    head, rest = text.split(f"<!-- {mark} -->", 1)
    return f"{head}<!-- {mark} -->\n{content}\n<!-- {mark} ends -->{rest.split(f'<!-- {mark} ends -->', 1)[1]}"


def main() -> None:
    found = rows()
    page = DOCS / "strength.md"
    text = put(page.read_text(encoding="utf-8"), "learned", learned())
    page.write_text(put(text, "ladder", table(found)), encoding="utf-8")
    (DOCS / "strength.svg").write_text(picture(found), encoding="utf-8")


if __name__ == "__main__":
    main()
