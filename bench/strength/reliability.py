"""Table and picture of docs/calibration.md, from bench/results/calibration.json.

python bench/strength/reliability.py
"""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
DOCS = HERE.parent / "docs"
SIDE, GAP, TOP = 150, 40, 30  # of the picture: a square a table, what lies between, room for its title


def table(rows: dict[str, Any]) -> str:
    lines = [
        "| game | seats | games | decisions | error as said | error calibrated | 95 % interval | by thirds of the game "
        "| log loss as said / calibrated / nothing | Brier as said / calibrated / nothing |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for key, row in rows.items():
        name, seats = key.split("-")
        kinds = [row[kind] for kind in ("as_said", "calibrated", "nothing")]
        low, high = row["error_interval"]
        thirds = " / ".join("–" if value is None else f"{value:.3f}" for value in row["error_by_third"])
        losses, briers = (" / ".join(f"{each[what]:.3f}" for each in kinds) for what in ("log_loss", "brier"))
        lines.append(
            f"| {name} | {seats} | {row['games']:,} | {row['decisions']:,} | {kinds[0]['error']:.3f} "
            f"| {kinds[1]['error']:.3f} | {low:.3f}–{high:.3f} | {thirds} | {losses} | {briers} |"
        )
    return "\n".join(lines)


def curve(row: list[dict[str, float]], left: float, colour: str, dash: str) -> str:
    """The bins as a line of dots: what was said to the right, what came upward; a dot's size is how often."""

    def x(value: float) -> float:
        return round(left + SIDE * value, 1)

    def y(value: float) -> float:
        return round(TOP + SIDE * (1 - value), 1)

    points = " ".join(f"{x(each['said'])},{y(each['came'])}" for each in row)
    dots = "".join(
        f'<circle cx="{x(each["said"])}" cy="{y(each["came"])}" r="{1.5 + 8 * each["part"]:.1f}" fill="{colour}"/>'
        for each in row
    )
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-dasharray="{dash}"/>{dots}'


def square(key: str, row: dict[str, Any], left: float) -> str:
    name, seats = key.split("-")
    return (
        f'<text x="{left}" y="{TOP - 8}">{name}, {seats} seats</text>'
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
        f'<line x1="{left}" y1="{TOP + SIDE}" x2="{left + SIDE}" y2="{TOP}" stroke="#bbb"/>'
        + curve(row["reliability_as_said"], left, "#b5651d", "3 2")
        + curve(row["reliability"], left, "#1f4e79", "none")
    )


def picture(rows: dict[str, Any]) -> str:
    width = GAP + len(rows) * (SIDE + GAP)
    height = TOP + SIDE + 40
    squares = "".join(square(key, row, GAP + i * (SIDE + GAP)) for i, (key, row) in enumerate(rows.items()))
    legend = "what came over what was said, both from 0 to 100 %; dashed: as the search said it; solid: calibrated"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="white"/>{squares}'
        f'<text x="{GAP}" y="{height - 12}">{legend}</text></svg>\n'
    )


def main() -> None:
    rows = json.loads((HERE / "results" / "calibration.json").read_text(encoding="utf-8"))
    page = DOCS / "calibration.md"
    before, rest = page.read_text(encoding="utf-8").split("<!-- calibration -->")
    after = rest.split("<!-- calibration ends -->")[1]
    page.write_text(f"{before}<!-- calibration -->\n{table(rows)}\n<!-- calibration ends -->{after}", encoding="utf-8")
    (DOCS / "calibration.svg").write_text(picture(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
