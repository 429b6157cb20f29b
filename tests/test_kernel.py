"""Compiled code and its cache: an edited rule takes effect at once, and stray reads and writes are caught."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numba
import numpy as np
from numpy.typing import NDArray

import yonto
from yonto.core import kernel

PACKAGE = Path(yonto.__file__).parent
TESTS = Path(__file__).parent

ASK = """
from yonto.games.niya.notation import with_garden
from yonto.games.niya import rules
print(rules.why_not(with_garden(list(range(16))), 5))
"""


def run(code: str, source: Path, cache: Path, **environment: str) -> str:
    result = subprocess.run(
        [sys.executable, "-B", "-c", code], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(source), "YONTO_CACHE": str(cache), **environment},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def shared_by_a_clone(source: Path, cache: Path) -> Path:
    """The same sources in another place, which compile nothing anew."""
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}
    elsewhere = source.rename(source.with_name("clone"))
    assert run(ASK, elsewhere, cache) == "4"
    assert before == {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")} != {}
    return elsewhere


def test_a_rule_changed_in_one_file_takes_effect_in_kernels_of_another(tmp_path: Path) -> None:
    """`why_not` stands in rules.py; the number it answers with is changed in a module that rules.py imports."""
    copy = tmp_path / "source"
    shutil.copytree(PACKAGE, copy / "yonto", ignore=shutil.ignore_patterns("__pycache__"))
    rules = copy / "yonto" / "games" / "niya" / "rules.py"
    text = rules.read_text()
    assert "return 0 if" not in text
    centre = copy / "yonto" / "games" / "niya" / "centre.py"
    centre.write_text("from yonto.core.kernel import kernel\n\n@kernel\ndef centre_rule() -> int:\n    return 4\n")
    rules.write_text(
        text.replace("return 4 if s.moves == 0", "return centre_rule() if s.moves == 0").replace(
            "from yonto.core.rng", "from yonto.games.niya.centre import centre_rule\nfrom yonto.core.rng", 1
        )
    )
    assert run(ASK, copy, tmp_path / "cache") == "4"
    copy = shared_by_a_clone(copy, tmp_path / "cache")
    centre = copy / centre.relative_to(tmp_path / "source")
    centre.write_text(centre.read_text().replace("return 4", "return 6"))
    os.utime(centre, (1, 1))  # even with a file time that says nothing
    assert run(ASK, copy, tmp_path / "cache") == "6"
    assert len(list((tmp_path / "cache").glob("kernels-*"))) == 2


def test_the_stamp_follows_sources_and_data(tmp_path: Path) -> None:
    for room in kernel.ROOMS:
        (tmp_path / room).mkdir()
    (tmp_path / "games" / "board.txt").write_text("..~")
    before = kernel.stamp(tmp_path)
    (tmp_path / "games" / "board.txt").write_text("...")
    assert kernel.stamp(tmp_path) != before
    (tmp_path / "games" / "board.txt").rename(tmp_path / "games" / "other.txt")
    assert kernel.stamp(tmp_path) != before


def imports(path: Path) -> set[str]:
    """The modules of the house that a source file imports, as far as it says so in its text."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("yonto.")}


def test_no_kernel_is_made_of_what_the_stamp_leaves_out() -> None:
    """All that a module with kernels imports, directly or not, has a part in the stamp."""
    paths = {path: ("yonto", *path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py")}
    files = {".".join(parts).removesuffix(".__init__"): path for path, parts in paths.items()}
    reached = {name for name, path in files.items() if re.search("^@(kernel|generic)$", path.read_text(), re.MULTILINE)}
    assert len(reached) > 20
    while more := {name for known in reached for name in imports(files[known]) if name in files} - reached:
        reached |= more
    left_out = {name for name in files if name.startswith("yonto.games.") and files[name].name in kernel.SHOWN}
    assert len(left_out) > 15
    assert sorted(reached & left_out) == []


def test_a_new_sentence_compiles_nothing_anew(tmp_path: Path) -> None:
    for room in kernel.ROOMS:
        (tmp_path / room).mkdir()
    for name in ("rules.py", "view.py"):
        (tmp_path / "games" / name).write_text("1")
    before = kernel.stamp(tmp_path)
    (tmp_path / "games" / "view.py").write_text("2")
    assert kernel.stamp(tmp_path) == before
    (tmp_path / "games" / "rules.py").write_text("2")
    assert kernel.stamp(tmp_path) != before


PLAY_ELSEWHERE = """
from yonto.core.rng import seeded
from yonto.games import load, register
from yonto.search.playout import play_many
game = load(register("tictactoe"))
shares, actions = play_many(game, game.start(2), 50, seeded(1))
print(shares[:, 0].mean() > 0.5)
"""


def test_a_rule_changed_in_a_game_from_elsewhere_takes_effect_in_the_search_of_the_house(tmp_path: Path) -> None:
    """Random games favour who begins; where a row loses they do not. The stamp of the house is the same both times."""
    copy, cache = tmp_path / "source", tmp_path / "cache"
    shutil.copytree(TESTS / "games" / "tictactoe", copy / "tictactoe", ignore=shutil.ignore_patterns("__pycache__"))
    path = os.pathsep.join([str(copy), str(PACKAGE.parent)])
    assert run(PLAY_ELSEWHERE, PACKAGE.parent, cache, PYTHONPATH=path) == "True"
    rules = copy / "tictactoe" / "rules.py"
    times = rules.stat()
    rules.write_text(rules.read_text().replace("s.winner = seat if s.row == WINS", "s.winner = seat if s.row != WINS"))
    os.utime(rules, (times.st_atime, times.st_mtime))
    assert run(PLAY_ELSEWHERE, PACKAGE.parent, cache, PYTHONPATH=path) == "False"
    assert len(list(cache.glob("kernels-*"))) == 3  # the house's, and two of the game's


def test_old_kernels_are_removed_and_young_ones_kept(tmp_path: Path) -> None:
    for name in ("kernels-current", "kernels-old", "kernels-young", "else"):
        (tmp_path / name).mkdir()
    for name in ("kernels-current", "kernels-old", "else"):
        os.utime(tmp_path / name, (1000, 1000))
    os.utime(tmp_path / "kernels-young", (999_000, 999_000))
    assert kernel.remove_old(tmp_path, "current", 1_000_000) == ["kernels-old"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["else", "kernels-current", "kernels-young"]


def test_without_a_place_to_write_kernels_still_run(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(ASK, PACKAGE.parent, blocked) == "4"


def test_bounds_checking_really_checks(tmp_path: Path) -> None:
    """A kernel that reads beyond its array must fail under the variable, else `make test-bounds` proves nothing."""
    module = tmp_path / "stray.py"
    module.write_text(
        "import numpy as np\nfrom yonto.core.kernel import kernel\n\n@kernel\ndef stray(a, i):\n    return a[i]\n\n"
        "try:\n    stray(np.zeros(3), 9)\n    print('silent')\nexcept IndexError:\n    print('caught')\n"
    )
    code = f"import runpy; runpy.run_path({str(module)!r})"
    assert run(code, PACKAGE.parent, tmp_path / "cache", NUMBA_BOUNDSCHECK="1") == "caught"


@kernel.kernel
def doubled(number: int) -> int:
    return 2 * number


@kernel.kernel
def doubled_in_many_widths(small: NDArray[np.int8], middle: NDArray[np.int16]) -> int:
    return doubled(small[0]) + doubled(middle[0]) + doubled(3) + doubled(4) + doubled(int(small[0]))


def test_one_form_of_a_kernel_does_for_numbers_of_every_width() -> None:
    """Also what would not fit into the width that was given: as in plain Python."""
    assert doubled_in_many_widths(np.array([100], np.int8), np.array([30000], np.int16)) == 60414
    cast(Any, doubled_in_many_widths).recompile()  # what an earlier run left in the cache says nothing of the other
    assert len(cast(Any, doubled).signatures) == 1


def test_unsigned_numbers_and_fractions_keep_their_kind() -> None:
    types: Any = numba.types
    assert [kernel.wide(each) for each in (types.int8, types.literal(3), types.int64)] == [types.int64] * 3
    kept = (types.uint64, types.float32, types.boolean, types.int8[:])
    assert tuple(map(kernel.wide, kept)) == kept


def test_a_numba_without_what_it_does_not_promise_is_done_without() -> None:
    """These only save time: nothing but what numba documents is needed to play."""
    assert kernel.known_to(SimpleNamespace(nogil=0), nogil=True, no_cfunc_wrapper=True) == {"nogil": True}
    assert kernel.locator(SimpleNamespace()) is None
    plain = SimpleNamespace(py_func=twice)
    assert kernel.plain_meanwhile(kernel.in_one_width(plain), "some.package") is plain


def twice(number: int) -> int:
    return 2 * number


def test_a_kernel_of_a_package_that_runs_plainly_is_not_compiled() -> None:
    made = kernel.compiled(twice, Path(__file__), owner="some.package")
    with kernel.plainly("another.package", "some.package"):
        assert made(21) == 42
        assert made.signatures == []
        with kernel.compiling():
            assert made(21) == 42
        assert len(made.signatures) == 1, "one thread may compile it while others go on"
    assert not kernel.PLAIN


def test_what_runs_plainly_for_somebody_else_already_stays_so() -> None:
    with kernel.plainly("some.package"):
        with kernel.plainly("some.package"):
            pass
        assert kernel.is_plain("some.package")
    assert not kernel.is_plain("some.package")


def test_kernels_belong_to_their_game() -> None:
    assert kernel.owner_of("yonto.games.qin.rules") == "yonto.games.qin"
    assert kernel.owner_of("yonto.games.pagode.earlier.rules") == "yonto.games.pagode"
    assert kernel.owner_of("yonto.search.tree") == "yonto.search"
    assert kernel.owner_of("elsewhere.othello.rules") == "elsewhere.othello"
