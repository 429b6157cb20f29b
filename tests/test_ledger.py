"""The rules ledger: every rule id has a test that names it, an explanation in both languages, and its refusals."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from yonto.core.words import LANGUAGES, load
from yonto.games import HOUSE
from yonto.games import load as load_game

ROOT = Path(__file__).parent.parent
RULE = re.compile(r"^\*\*([A-Z])([0-9]+)\b", re.MULTILINE)


def ledger(name: str) -> list[str]:
    """The ids that the project's own copy of the ledger defines, in its order."""
    text = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    return [letter + number for letter, number in RULE.findall(text)]


@cache
def named_in_tests() -> frozenset[str]:
    """The ids named by a `rule` mark on a test function."""
    ids: set[str] = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                ids |= {str(value) for mark in node.decorator_list for value in mark_ids(mark)}
    return frozenset(ids)


def mark_ids(mark: ast.expr) -> list[object]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
        return [argument.value for argument in mark.args if isinstance(argument, ast.Constant)]
    return []


@pytest.mark.parametrize("name", HOUSE)
def test_the_ledger_counts_its_rules_without_a_gap(name: str) -> None:
    game = load_game(name)
    assert ledger(name) == [game.rule_id(i) for i in range(1, game.rule_count + 1)]


@pytest.mark.parametrize("name", HOUSE)
def test_every_rule_has_a_test_that_names_it(name: str) -> None:
    assert [rule for rule in ledger(name) if rule not in named_in_tests()] == []


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    known = {rule for name in HOUSE for rule in ledger(name)}
    assert sorted(named_in_tests() - known) == []


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_explained_in_both_languages(name: str, lang: str) -> None:
    catalogue = load(f"games.{name}", lang)
    assert [rule for rule in ledger(name) if not catalogue.get(f"rule.{rule}")] == []


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_that_can_refuse_has_a_sentence_and_no_other_has(name: str, lang: str) -> None:
    game = load_game(name)
    refusals = {key.split(".")[1] for key in load(f"games.{name}", lang) if key.startswith("refusal.")}
    assert refusals == {game.rule_id(number) for number in game.refusing}
