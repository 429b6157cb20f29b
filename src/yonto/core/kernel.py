"""Compiled Python: the one decorator that rules and search wear, and the stamped disk cache behind it.

Numba's own cache looks only at the file a function stands in. A rule edited in another file would go on running in
its old form, silently. So the cache folder is named by a hash of everything that a kernel may be made of; an edit
anywhere means a new folder, and folders that nobody has used for a while are removed. A game from elsewhere has
folders of its own, named by the hash of its package too. Numba would part such a folder by where the sources lie; here
they are parted by where they stand in their package, so that every clone of the same sources shares what was compiled.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.core.caching
import numba.core.config
import numba.core.cpu
from numba.extending import intrinsic, overload

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = ("core", "games", "search", "envs")  # where kernels live
SOURCES = (".py", ".txt", ".toml")  # data files too: tables built from them are frozen into kernels
# Parts of a game that no kernel is made of, so that a new sentence or picture compiles nothing anew. A test looks
# whether a module with kernels imports one of them after all.
SHOWN = {"notation.py", "view.py", "log.py", "saying.py", "refusals.py", "terminal.py", "levels.toml"}
SHOWN |= {"lesson.toml", "steps.toml", "criteria.py"}  # what is taught, and how puzzles are chosen
config: Any = numba.core.config  # its names come into being at run time
types: Any = numba.types


def known_to(target: Any, **options: bool) -> dict[str, bool]:
    """Those of numba's options that it knows: what only saves time may be missing in another version."""
    return {name: value for name, value in options.items() if hasattr(target, name)}


# No kernel is handed to C, so none needs the form in which C would call it: a tenth of all compiling.
JIT: dict[str, Any] = {"nogil": True} | known_to(
    getattr(numba.core.cpu, "CPUTargetOptions", None), no_cfunc_wrapper=True
)
KEEP_SECONDS = 2 * 24 * 3600  # another process may still be using a sibling that is younger

DECORATING = threading.Lock()
PLAIN: set[str] = set()  # packages whose kernels run as the plain Python that they are, where nothing is compiled yet
SHARED = ("yonto.core", "yonto.search")  # packages whose kernels run for every game
COMPILING = threading.local()

F = TypeVar("F", bound=Callable[..., Any])


def stamp(package: Path = PACKAGE) -> str:
    """A name for exactly this set of kernel sources, this Python, this numba and whether it checks bounds."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {config.BOUNDSCHECK}".encode())
    for room in ROOMS:
        for path in sources(package / room):
            if not (room == "games" and path.name in SHOWN):
                digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SOURCES)


def cache_root() -> Path:
    """The user's cache folder for kernels; `YONTO_CACHE` names another."""
    if own := os.environ.get("YONTO_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "yonto"


def remove_old(root: Path, current: str, now: float) -> list[str]:
    """Delete the kernel folders that were last used long ago; tells their names."""
    gone = []
    for folder in root.glob("kernels-*"):
        with contextlib.suppress(OSError):
            if folder.name != f"kernels-{current}" and now - folder.stat().st_mtime > KEEP_SECONDS:
                shutil.rmtree(folder)
                gone.append(folder.name)
    return gone


def open_cache(current: str) -> Path | None:
    """Make this stamp's folder and mark it used; None where nothing can be written (then nothing is cached)."""
    try:
        root = cache_root()
        folder = root / f"kernels-{current}"
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    remove_old(root, current, time.time())
    return folder


STAMP = stamp()
CACHE = open_cache(STAMP)


@cache
def home(file: str) -> Path | None:
    """The package, or the lone file, from elsewhere that a source file belongs to; None for one of our own."""
    path = Path(file).resolve()
    if PACKAGE in path.parents:
        return None
    while (path.parent / "__init__.py").is_file():
        path = path.parent
    return path


@cache
def cache_of(*homes: Path) -> Path | None:
    """The folder for kernels that are made of these packages from elsewhere, and of ours."""
    if not homes:
        return CACHE
    digest = hashlib.sha256(STAMP.encode())
    for place in homes:
        for path in sources(place) if place.is_dir() else [place]:
            name = str(path.relative_to(place.parent))
            digest.update(name.encode() + b"\0" + (path.read_bytes() if path.is_file() else b"") + b"\0")
    return open_cache(digest.hexdigest()[:20])


def place_in_cache(_: type, file: str) -> str:
    """The part of a cache folder in which the kernels of a source file lie."""
    path = Path(file).resolve()
    root = home(file) or PACKAGE
    return ".".join(path.relative_to(root.parent).parts[:-1]) or "lone"


def locator(caching: Any) -> type | None:
    """Numba's way into a cache folder, by our parts of it; None where it has no such class: then by numba's own."""
    usual = getattr(caching, "UserProvidedCacheLocator", None)
    return usual and type("Locator", (usual,), {"get_suitable_cache_subpath": classmethod(place_in_cache)})


Locator = locator(numba.core.caching)


def wide(given: Any) -> Any:
    """What a kernel takes for a number of another kernel: a whole one, known beforehand or not, in full width."""
    plain = types.unliteral(given)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain


def in_one_width(dispatcher: Any) -> Any:
    """Numba would compile a kernel anew for every width of every number that another kernel gives it, and once more for
    each constant: a quarter of all compiling. One form does for all; un-jitted, too, a whole number has no width."""
    plain = getattr(dispatcher, "get_call_template", None)
    if plain is None:
        return dispatcher  # un-jitted

    def template(args: Any, kws: Any) -> Any:
        return plain(tuple(map(wide, args)), {name: wide(given) for name, given in kws.items()})

    dispatcher.get_call_template = template
    return dispatcher


def owner_of(module: str) -> str:
    """The package whose kernels those of a module belong to: for the house's games the game's."""
    parts = module.split(".")
    return ".".join(parts[:3] if parts[:2] == ["yonto", "games"] else parts[:-1])


@contextmanager
def plainly(*packages: str) -> Iterator[None]:
    """Meanwhile the kernels of these packages run as plain Python, unless they are compiled already."""
    more = set(packages) - PLAIN
    PLAIN.update(more)
    try:
        yield
    finally:
        PLAIN.difference_update(more)


@contextmanager
def compiling() -> Iterator[None]:
    """What this thread calls is compiled, or read from the cache, while others go on in plain Python."""
    COMPILING.now = True
    try:
        yield
    finally:
        COMPILING.now = False


def is_plain(owner: str) -> bool:
    return owner in PLAIN and not getattr(COMPILING, "now", False)


def plain_meanwhile(dispatcher: Any, owner: str) -> Any:
    """Numba asks what to call where it has nothing compiled for such arguments: while its package is in `PLAIN` that is
    the kernel's plain Python. What was compiled before is used all the same, and does the same."""
    compile_for = getattr(dispatcher, "_compile_for_args", None)
    if compile_for is None:
        return dispatcher  # un-jitted

    def callable_for(*args: Any, **kws: Any) -> Any:
        return dispatcher.py_func if is_plain(owner) else compile_for(*args, **kws)

    dispatcher._compile_for_args = callable_for
    return dispatcher


def compiled(function: Callable[..., Any], *homes: Path | None, owner: str = "") -> Any:
    """A function made into a kernel, cached with those of the packages that it is made of. Its `owner` is the package
    that it runs for, where that is another than it stands in."""
    folder = cache_of(*sorted({place for place in homes if place is not None}))
    with DECORATING:
        config.CACHE_DIR = str(folder or "")  # numba looks at both while it decorates
        config.CACHE_LOCATOR_CLASSES = f"{__name__}.Locator" if Locator else ""
        try:
            made = in_one_width(numba.njit(cache=folder is not None, **JIT)(function))
        finally:
            config.CACHE_LOCATOR_CLASSES = ""  # other packages' functions lie where numba puts them
    return plain_meanwhile(made, owner or owner_of(function.__module__))


def kernel(function: F) -> F:
    """Compile lazily, cache on disk, run without the interpreter's lock; un-jitted under NUMBA_DISABLE_JIT=1."""
    made: Any = compiled(function, home(cast(Any, function).__code__.co_filename))
    return cast(F, made)


def settle() -> None:
    """In a kernel: what was written before is there for other threads before what is written from here on. In plain
    Python, nothing."""


def release(typing_context: Any) -> Any:
    """A fence, which on most processors only keeps the compiler from putting things in another order."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.fence("release")
        return context.get_dummy_value()

    return types.none(), generate


fence: Any = intrinsic(release)


@overload(settle)
def compiled_settle() -> Any:
    return lambda: fence()
