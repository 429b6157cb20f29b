"""How the server is to run: defaults, then one TOML file, then the environment (`YONTO_PORT=8080`)."""

import os
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from yonto.core.errors import BadOption
from yonto.core.words import Key, Plain
from yonto.server.ops.bad_file import blamed
from yonto.server.store.place import Place, place_of

RETIRED = ("messages_per_second", "requests_per_second")  # settings that once were, and may still stand in a file


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each field is a key of the TOML file and, in capitals after YONTO_, a variable of the environment.
    deploy/yonto.toml explains them."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = ""
    durable: bool = True  # wait for the disk before anything is acknowledged
    sweep: float = 5.0  # seconds between looks for what other processes did and no message told
    client: str = ""  # the folder of the built browser client
    origins: tuple[str, ...] = ()  # besides the server's own: pages that may talk to it
    proxies: tuple[str, ...] = ()  # addresses of reverse proxies whose X-Forwarded-* are believed
    secure: bool = False  # cookies only over https
    computers: str = "pool"  # where they think: worker processes, "ray" or "ray://…"
    workers: int = 1
    cores: int = 0  # that their thoughts divide among them; 0: all of this machine
    bot_queue: int = 200
    bot_seconds: float = 10.0
    warm: bool = True  # compile the computers' searches in the background
    metrics: Literal["local", "all", "off"] = "local"
    log: Literal["debug", "info", "warning", "error"] = "info"
    tables_per_person: int = 200
    tables_per_guest: int = 300  # kept, finished and imported ones included
    tables_per_account: int = 5000
    tables_per_address: int = 3000
    megabytes_per_guest: float = 10.0
    megabytes_per_account: float = 100.0
    megabytes_per_address: float = 100.0
    unfinished_days: float = 60.0
    guest_days: float = 400.0
    connections: int = 5000
    connections_per_address: int = 100
    sockets_per_address: int = 300
    line_share: float = 0.1  # of a processor core, on average
    person_share: float = 0.15
    address_share: float = 0.3
    hint_share: float = 0.4  # of one worker, for the hints of one person
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    events_per_second: float = 20.0
    logins_per_minute: float = 10.0
    creates_per_minute: float = 30.0
    stand_in_grace: float = 60.0  # seconds for which somebody must have been away before a computer may play for him

    @property
    def place(self) -> Place:
        """Where the store is: a file, or the address of a PostgreSQL."""
        return place_of(self.store) if self.store else data_folder() / "yonto.sqlite3"

    @property
    def path(self) -> Path:
        """The file, or where one would lie: what this machine itself writes needs room there."""
        place = self.place
        return place if isinstance(place, Path) else data_folder() / "yonto.sqlite3"

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
            settings = {name: value for name, value in settings.items() if name not in RETIRED}
        settings |= from_environment(environ)
        settings |= {name: value for name, value in given.items() if value is not None}
        return converted(settings, sources(path, environ, given))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise blamed(path, error) from None


def sources(path: Path | None, environ: Mapping[str, str], given: Mapping[str, Any]) -> Callable[[str], str]:
    """Where the value of a setting is from, as its writer wrote it."""

    def source(name: str) -> str:
        if given.get(name) is not None:
            return f"--{name}"
        variable = f"YONTO_{name.upper()}"
        return variable if variable in environ else str(path)

    return source


def converted(settings: dict[str, Any], source: Callable[[str], str]) -> Config:
    """One by one, so that the one at fault is named, with what it may be."""
    fields = {field.name: field.type for field in msgspec.structs.fields(Config)}
    for name, value in settings.items():
        if name not in fields:
            near = get_close_matches(name, fields, 1)
            key = "config.unknown_near" if near else "config.unknown"
            raise BadOption(key, "server", path=Plain(source(name)), name=Plain(name), near="".join(near))
        try:
            msgspec.convert(value, fields[name], strict=False)
        except msgspec.ValidationError:
            said = {"path": Plain(source(name)), "name": name, "value": Plain(value), "kind": kind_of(fields[name])}
            raise BadOption("config.value", "server", **said) from None
    return msgspec.convert(settings, Config, strict=False)


def kind_of(wanted: Any) -> object:
    """What a setting may be, as a sentence says it."""
    if get_origin(wanted) is Literal:
        return Plain(", ".join(get_args(wanted)))
    known = {int: "config.kind.int", float: "config.kind.float", bool: "config.kind.bool", str: "config.kind.str"}
    return Key("@" + known.get(wanted, "config.kind.list"))
