"""The pages tell the truth: links lead somewhere, the README's Python runs, and no page names a machine."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in targets if not (page.parent / link).exists()] == []


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
