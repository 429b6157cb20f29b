"""Structured logs: one JSON object a line on standard error."""

import json
import logging
import sys
import time

PLAIN = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


class Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
            **{name: value for name, value in record.__dict__.items() if name not in PLAIN},
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


def set_up(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    if level == "info":
        logging.getLogger("uvicorn").setLevel("WARNING")  # it would name the address of everybody who connects
