"""The pages tell the truth: links lead somewhere, the README's Python runs, and no page names a machine."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").glob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in targets if not (page.parent / link).exists()] == []


FILE = re.compile(r"`([\w/.-]+\.(?:py|ts|svelte|toml|sql|js))`")
OPTIONAL = {"paper.py"}  # what a game that somebody else publishes may have


def test_every_file_that_a_page_names_is_there() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    ends = {
        "/".join(parts[i:]) for parts in (file.split("/") for file in tracked.stdout.split()) for i in range(len(parts))
    }
    named = {(page.name, file) for page in PAGES for file in FILE.findall(page.read_text(encoding="utf-8"))}
    assert len(named) > 150
    assert {(page, file) for page, file in named if file not in ends | OPTIONAL} == set()


def host_words(page: str, first: str, last: str | None) -> set[str]:
    """The commands, settings, metrics and files that a part of a host's page names; what was walked is told once."""
    text = (ROOT / "deploy" / page).read_text(encoding="utf-8").split(f"\n## {first}\n")[1]
    text = re.sub(r"\*Walked:\*.*?\n\n", "", text if last is None else text.split(f"\n## {last}\n")[0], flags=re.DOTALL)
    code = " ".join(re.findall(r"`([^`]+)`", text.replace("```", "`")))
    return set(re.findall(r"yonto_\w+|yonto [a-z-]+|[a-z]+_[a-z_]+|--[a-z]+|STORE\S*|/[a-z]+\b", code))


def test_a_host_reads_the_same_in_both_languages() -> None:
    french = host_words("LISEZMOI.md", "Ce qui est gardé, et combien de temps", None)
    english = host_words("README.md", "What is kept, and for how long", "What was tried")
    assert len(english) > 30
    assert french == english


def test_the_python_of_the_readme_runs_as_shown() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failures == 0


def test_no_file_names_a_registry_or_a_folder_of_some_machine() -> None:
    pattern = "|".join(["pypi" + r"\.org", "python" + "hosted", "npm" + r"js\.org", "/(wo" + "rk|fa" + "rm)/"])
    found = subprocess.run(["git", "grep", "-lIE", pattern], capture_output=True, text=True, check=False, cwd=ROOT)
    assert found.stdout == ""


def test_everyone_is_credited() -> None:
    credits = (ROOT / "CREDITS.md").read_text(encoding="utf-8")
    for name in ("Bruno Cathala", "Reiner Knizia", "Arve D. Fühler", "independent"):
        assert name in credits
