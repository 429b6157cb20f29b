"""How the server is to run: defaults, then one TOML file, then the environment (`YONTO_PORT=8080`)."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from yonto.core.errors import BadOption


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each field is a key of the TOML file and, in capitals after YONTO_, a variable of the environment.
    deploy/yonto.toml explains them."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = ""
    durable: bool = True  # wait for the disk before anything is acknowledged
    client: str = ""  # the folder of the built browser client
    origins: tuple[str, ...] = ()  # besides the server's own: pages that may talk to it
    proxies: tuple[str, ...] = ()  # addresses of reverse proxies whose X-Forwarded-* are believed
    secure: bool = False  # cookies only over https
    workers: int = 1
    bot_queue: int = 200
    bot_seconds: float = 10.0
    warm: bool = True  # compile the computers' searches in the background
    metrics: Literal["local", "all", "off"] = "local"
    log: Literal["debug", "info", "warning", "error"] = "info"
    tables_per_person: int = 200
    connections: int = 5000
    connections_per_address: int = 100
    messages_per_second: float = 20.0
    events_per_second: float = 20.0
    requests_per_second: float = 20.0
    logins_per_minute: float = 10.0
    creates_per_minute: float = 30.0

    @property
    def path(self) -> Path:
        return Path(self.store).expanduser() if self.store else data_folder() / "yonto.sqlite3"

    @property
    def client_folder(self) -> Path:
        return Path(self.client).expanduser() if self.client else Path(__file__).parents[1] / "client"


def data_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "yonto"


def from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in Config.__struct_fields__:
        if (value := environ.get(f"YONTO_{name.upper()}")) is not None:
            found[name] = [part.strip() for part in value.split(",") if part.strip()] if is_list(name) else value
    return found


def is_list(name: str) -> bool:
    return name in ("origins", "proxies")


def read_config(path: Path | None, environ: Mapping[str, str] = os.environ, **given: Any) -> Config:
    """What the file says, what the environment says over it, what the command says over both."""
    settings: dict[str, Any] = {}
    path = path or (Path(environ["YONTO_CONFIG"]) if environ.get("YONTO_CONFIG") else None)
    try:
        if path is not None:
            settings = tomllib.loads(path.read_text(encoding="utf-8"))
        settings |= from_environment(environ)
        settings |= {name: value for name, value in given.items() if value is not None}
        return msgspec.convert(settings, Config, strict=False)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadOption("config.bad", "server", path=str(path or "YONTO_*"), reason=str(error)) from None
