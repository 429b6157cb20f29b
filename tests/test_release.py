"""`make release` in a repository of its own: what it does, and everything it refuses without touching anything."""

import datetime
import json
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import commit_message
import release
import yonto

ROOT = Path(__file__).parent.parent
TODAY = datetime.date(2026, 11, 16)
PASSES = [sys.executable, "-c", "pass"]
CHANGELOG = (
    "# Changelog\n\nForm.\n\n## [Unreleased]\n\n### Added\n\n- A table.\n\n## [0.1.0] - 2026-01-02\n\n- First.\n"
)


def git(tree: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=tree, capture_output=True, text=True, check=True).stdout.strip()


def put(tree: Path, name: str, text: str) -> None:
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(text, encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")
    put(tmp_path, release.SOURCE, '"""A package."""\n\n__version__ = "0.1.0"\n')
    put(tmp_path, release.CHANGELOG, CHANGELOG)
    put(tmp_path, release.CLIENT, '{ "name": "client", "private": true }\n')
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def commit(tree: Path, name: str, text: str) -> None:
    put(tree, name, text)
    git(tree, "commit", "--quiet", "--all", "--message", f"Change {name}")


def refusal(tree: Path, version: str = "0.2.0", check: list[str] = PASSES) -> str:
    """Why; and nothing may have changed."""
    before = git(tree, "rev-parse", "HEAD"), git(tree, "tag"), git(tree, "status", "--porcelain")
    with pytest.raises(release.Refused) as caught:
        release.release(tree, version, check, TODAY)
    assert (git(tree, "rev-parse", "HEAD"), git(tree, "tag"), git(tree, "status", "--porcelain")) == before
    return str(caught.value)


def test_a_release_is_one_commit_with_the_version_and_the_section_and_one_tag(tree: Path) -> None:
    assert release.release(tree, "0.2.0", PASSES, TODAY) == "v0.2.0"
    assert release.current(tree) == "0.2.0"
    assert release.read(tree, release.CHANGELOG) == CHANGELOG.replace(
        "## [Unreleased]\n", "## [Unreleased]\n\n## [0.2.0] - 2026-11-16\n"
    )
    assert git(tree, "log", "--format=%s", "-2") == "Release 0.2.0\nBegin"
    assert git(tree, "diff", "--name-only", "HEAD~1").split() == [release.CHANGELOG, release.SOURCE]
    assert git(tree, "cat-file", "-t", "v0.2.0") == "tag"
    assert git(tree, "rev-parse", "v0.2.0^{commit}") == git(tree, "rev-parse", "HEAD")
    assert git(tree, "status", "--porcelain") == ""


def test_a_second_release_at_once_has_nothing_to_tell(tree: Path) -> None:
    release.release(tree, "0.2.0", PASSES, TODAY)
    assert "Nothing to release" in refusal(tree, "0.3.0")


def test_the_version_of_the_sources_may_be_released_if_it_never_was(tree: Path) -> None:
    git(tree, "tag", "--delete", "v0.1.0")
    commit(tree, release.CHANGELOG, CHANGELOG.replace("## [0.1.0] - 2026-01-02\n\n- First.\n", ""))
    assert release.release(tree, "0.1.0", PASSES, TODAY) == "v0.1.0"


def test_a_tree_with_changes_or_strange_files_is_refused(tree: Path) -> None:
    put(tree, "new.txt", "?")
    assert "not clean" in refusal(tree)
    (tree / "new.txt").unlink()
    put(tree, release.CHANGELOG, CHANGELOG + "\nmore\n")
    assert "CHANGELOG.md" in refusal(tree)


def test_a_failed_check_is_refused_and_so_is_one_that_cannot_start_or_leaves_dirt(tree: Path) -> None:
    assert "failed" in refusal(tree, check=[sys.executable, "-c", "raise SystemExit(3)"])
    assert "could not be started" in refusal(tree, check=["no-such-command"])
    with pytest.raises(release.Refused, match="after the check"):
        release.release(tree, "0.2.0", [sys.executable, "-c", "open('dirt', 'w')"], TODAY)
    assert release.current(tree) == "0.1.0"


@pytest.mark.parametrize(
    ("version", "why"),
    [("0.0.9", "older"), ("0.1.0", "released already"), ("two", "no version"), ("v0.2.0", "no version"), ("1.0", "no")],
)
def test_a_version_that_cannot_follow_is_refused(tree: Path, version: str, why: str) -> None:
    assert why in refusal(tree, version)


def test_an_empty_section_is_refused_and_so_is_a_missing_one(tree: Path) -> None:
    commit(
        tree, release.CHANGELOG, "# Changelog\n\n## [Unreleased]\n\n### Added\n\n## [0.1.0] - 2026-01-02\n\n- First.\n"
    )
    assert "Nothing to release" in refusal(tree)
    commit(tree, release.CHANGELOG, "# Changelog\n")
    assert "no section" in refusal(tree)


def test_a_second_place_for_the_version_is_refused(tree: Path) -> None:
    commit(tree, release.CLIENT, '{ "version": "0.1.0" }\n')
    assert "one place" in refusal(tree)
    commit(tree, release.CLIENT, "{}\n")
    commit(tree, release.SOURCE, '__version__ = "0.1.0"\n__version__ = "0.1.1"\n')
    assert "2 times" in refusal(tree)


def test_the_command_says_what_it_did_or_why_not(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--root", str(tree)]) == 1
    assert "Which version?" in capsys.readouterr().err
    assert release.main(["0.2.0", "--root", str(tree), "--check", shlex.join(PASSES)]) == 0
    assert "git push --follow-tags" in capsys.readouterr().out
    assert release.main(["--check-tag", "v0.2.0", "--root", str(tree)]) == 0
    assert release.main(["--check-tag", "v0.1.0", "--root", str(tree)]) == 1
    capsys.readouterr()
    assert release.main(["--notes", "v0.2.0", "--root", str(tree)]) == 0
    assert capsys.readouterr().out == "### Added\n\n- A table.\n"


def test_our_own_version_stands_in_one_place() -> None:
    assert release.current(ROOT) == yonto.__version__
    assert "version" not in json.loads(release.read(ROOT, release.CLIENT))
    project = tomllib.loads(release.read(ROOT, "pyproject.toml"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == release.SOURCE


@pytest.mark.parametrize("end", ["Bench: 3.1 Mn/s", "No functional change", "No functional change."])
def test_a_commit_on_rules_or_search_ends_with_its_bench(end: str) -> None:
    files = ["src/yonto/games/qin/rules.py", "src/yonto/search/tree.py", "docs/solver.md"]
    assert commit_message.wanting(f"Subject\n\nWhy.\n\n{end}\n# a comment of git's\n", files) == []
    assert commit_message.wanting(f"{end}\n\nand more\n", files) == files[:2]
    assert commit_message.wanting("Subject\n", ["src/yonto/games/qin/view.py", "tests/test_search.py"]) == []
