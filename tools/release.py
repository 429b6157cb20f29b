"""Makes a release: checks, the version, the changelog's section, one commit, one tag. Nothing is pushed.

    python tools/release.py 0.2.0               release this tree as 0.2.0 (make release VERSION=0.2.0)
    python tools/release.py --check-tag v0.2.0  does this tag name the version that the sources have?
    python tools/release.py --notes v0.2.0      what the changelog says of that version

It refuses, with a sentence and before anything is changed, where the tree is not clean, a check fails, or there is
nothing to release. The version stands in src/yonto/__init__.py and nowhere else.
"""

import argparse
import datetime
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
ASSIGNED = re.compile(r'^__version__ = "([^"]*)"$', re.MULTILINE)
UNRELEASED = "## [Unreleased]"
SOURCE, CHANGELOG, CLIENT = "src/yonto/__init__.py", "CHANGELOG.md", "web/package.json"


class Refused(Exception):
    """Why nothing was released."""


def read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def write(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, encoding="utf-8")


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


# The version


def number(version: str) -> tuple[int, ...]:
    match = VERSION.fullmatch(version)
    if not match:
        raise Refused(f"{version!r} is no version: three numbers, such as 0.2.0.")
    return tuple(int(part) for part in match.groups())


def current(root: Path) -> str:
    found: list[str] = ASSIGNED.findall(read(root, SOURCE))
    if len(found) != 1:
        raise Refused(f"{SOURCE} must say __version__ once; it says so {len(found)} times.")
    return found[0]


def check_version(root: Path, version: str) -> None:
    if number(version) < number(current(root)):
        raise Refused(f"{version} is older than {current(root)}, which {SOURCE} has.")
    if git(root, "tag", "--list", f"v{version}"):
        raise Refused(f"v{version} was released already: the tag exists.")
    if "version" in json.loads(read(root, CLIENT)):
        raise Refused(f"{CLIENT} has a version of its own: remove it, {SOURCE} is the one place.")


# The changelog


def section(changelog: str, title: str) -> str:
    """What stands between this title and the next of its rank."""
    _, found, rest = changelog.partition(title)
    if not found:
        raise Refused(f"{CHANGELOG} has no section {title!r}.")
    return re.split(r"^## ", rest.partition("\n")[2], maxsplit=1, flags=re.MULTILINE)[0].strip()


def moved(changelog: str, version: str, today: datetime.date) -> str:
    """The changelog with its unreleased section under the new version, and an empty one above it."""
    if not re.search(r"^- ", section(changelog, UNRELEASED), re.MULTILINE):
        raise Refused(f"Nothing to release: {CHANGELOG} lists nothing under {UNRELEASED!r}.")
    if f"## [{version}]" in changelog:
        raise Refused(f"{CHANGELOG} has a section for {version} already.")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {today.isoformat()}", 1)


# The release


def check_clean(root: Path, when: str) -> None:
    if changed := git(root, "status", "--porcelain"):
        raise Refused(f"The tree is not clean{when}; commit or remove first:\n{changed}")


def check_works(root: Path, command: Sequence[str]) -> None:
    try:
        failed = subprocess.run(command, cwd=root, check=False).returncode
    except OSError as error:
        raise Refused(f"The check `{' '.join(command)}` could not be started: {error}.") from None
    if failed:
        raise Refused(f"The check `{' '.join(command)}` failed (see above).")


def release(root: Path, version: str, command: Sequence[str], today: datetime.date) -> str:
    """The name of the tag. All that can be refused is refused before the first file is written."""
    number(version)
    check_clean(root, "")
    check_version(root, version)
    changelog = moved(read(root, CHANGELOG), version, today)
    check_works(root, command)
    check_clean(root, " after the check")
    write(root, CHANGELOG, changelog)
    write(root, SOURCE, ASSIGNED.sub(f'__version__ = "{version}"', read(root, SOURCE)))
    git(root, "commit", "--quiet", "--all", "--message", f"Release {version}")
    git(root, "tag", "--annotate", f"v{version}", "--message", f"Yonto {version}")
    return f"v{version}"


def check_tag(root: Path, tag: str) -> None:
    if tag != f"v{current(root)}":
        raise Refused(f"The tag {tag} does not name the version {current(root)} of {SOURCE}.")
    section(read(root, CHANGELOG), f"## [{current(root)}]")


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(description="Make a release, or check one.")
    words.add_argument("version", nargs="?", help="such as 0.2.0")
    words.add_argument("--check-tag", metavar="TAG")
    words.add_argument("--notes", metavar="TAG")
    words.add_argument("--check", default="make test", metavar="COMMAND", help="the check to be passed")
    words.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    return words


def run(given: argparse.Namespace) -> str:
    root: Path = given.root
    if given.check_tag:
        check_tag(root, given.check_tag)
        return f"{given.check_tag} is the version of the sources."
    if given.notes:
        return section(read(root, CHANGELOG), f"## [{given.notes.removeprefix('v')}]")
    if not given.version:
        raise Refused(f"Which version? {SOURCE} has {current(root)}; say make release VERSION=…")
    tag = release(root, given.version, shlex.split(given.check), datetime.datetime.now(datetime.UTC).date())
    return f"Released as {tag}, here only. Look at it (git show {tag}), then: git push --follow-tags"


def main(words: Sequence[str] | None = None) -> int:
    try:
        print(run(parser().parse_args(words)))
    except Refused as why:
        print(f"No release. {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
