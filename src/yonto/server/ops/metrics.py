"""Counts and times of the running server, in the text form that Prometheus reads."""

from bisect import bisect_left
from collections import defaultdict

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

HELP = {
    "yonto_events_total": "Events stored, by kind.",
    "yonto_messages_total": "Websocket messages received, by type.",
    "yonto_refusals_total": "Messages refused, by error.",
    "yonto_requests_total": "HTTP requests, by status.",
    "yonto_bot_moves_total": "Moves by computers, by outcome.",
    "yonto_resyncs_total": "Connections that were too slow to be told everything.",
}


class Metrics:
    def __init__(self) -> None:
        self.counts: dict[tuple[str, str, str], int] = defaultdict(int)
        self.act_seconds = [0] * (len(BOUNDS) + 1)
        self.act_sum = 0.0

    def count(self, name: str, label: str, value: str) -> None:
        self.counts[name, label, value] += 1

    def acted(self, seconds: float) -> None:
        """From a message to its acknowledgement, store included."""
        self.act_seconds[bisect_left(BOUNDS, seconds)] += 1
        self.act_sum += seconds

    def text(self, gauges: dict[str, float]) -> str:
        lines = []
        for name, what in HELP.items():
            lines += [f"# HELP {name} {what}", f"# TYPE {name} counter"]
            for (known, label, value), n in sorted(self.counts.items()):
                if known == name:
                    lines.append(f'{name}{{{label}="{escaped(value)}"}} {n}')
        lines += [
            "# HELP yonto_act_seconds From a message to its acknowledgement.",
            "# TYPE yonto_act_seconds histogram",
        ]
        total = 0
        for bound, n in zip([*map(str, BOUNDS), "+Inf"], self.act_seconds, strict=True):
            total += n
            lines.append(f'yonto_act_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"yonto_act_seconds_sum {self.act_sum:.6f}", f"yonto_act_seconds_count {total}"]
        for name, level in gauges.items():
            lines += [f"# TYPE {name} gauge", f"{name} {level:g}"]
        return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
