"""Pages to print as any browser asks for them: in both languages, by the house's policy, refused with a sentence."""

import re
from html import unescape

import pytest
from parlour import Client

from yonto.games import HOUSE
from yonto.paper.settings import BACKS, MODES, PAPERS


def got(url: str, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    status, found, body = Client(url).http("GET", path, headers=headers)
    return status, {name.lower(): value for name, value in found.items()}, body.decode()


@pytest.mark.parametrize("game", HOUSE)
def test_every_game_has_a_page_to_print_in_the_reader_s_language(url: str, game: str) -> None:
    for lang in ("fr", "en"):
        status, headers, page = got(url, f"/print/{game}", **{"Accept-Language": lang})
        assert status == 200
        assert headers["content-type"].startswith("text/html")
        assert f'<html lang="{lang}">' in page
        assert "style-src 'self'" in headers["content-security-policy"]
        for name in re.findall(r'(?:href|src)="(/print/files/[^"]+)"', page):
            assert got(url, name)[0] == 200


def test_every_choice_of_the_toolbar_leads_to_its_page(url: str) -> None:
    page = got(url, "/print/niya?lang=en")[2]
    links = [unescape(link) for link in re.findall(r'<a href="(/print/[^"]+)"', page)]
    assert len(links) == len(PAPERS) + len(MODES) + len(BACKS) + 2
    for link in links:
        status, _, other = got(url, link)
        assert status == 200
        assert link in [unescape(now) for now in re.findall(r'<a href="([^"]+)" aria-current="true"', other)]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/print/chess", 422, "“chess” is no game that can be printed"),
        ("/print/niya?paper=a3", 422, "“a3” is no paper we know"),
        ("/print/niya?mode=%3Cscript%3E", 422, "“<script>” is no way of inking"),
        ("/print/niya?garden=1.2", 422, "A garden has 16 cells"),
        ("/print/niya?wings=2", 422, "wings"),
        ("/print/niya?lang=xx", 422, "no language"),
    ],
)
def test_what_cannot_be_printed_is_said_on_a_page(url: str, path: str, status: int, said: str) -> None:
    found, headers, page = got(url, path, **{"Accept-Language": "en"})
    assert found == status
    assert headers["content-type"].startswith("text/html")
    assert said in unescape(page)
    assert "<script>" not in page, "what was asked for is shown as text"
    assert 'href="/print/qin"' in page, "and there is a way on"


def test_files_that_do_not_belong_to_the_page_are_not_there(url: str) -> None:
    assert got(url, "/print/files/settings.py")[0] == 404


def test_the_list_of_games_says_which_can_be_printed(url: str) -> None:
    for game in Client(url).api("GET", "/api/games"):
        assert game["prints"] or not game["awake"]


def test_words_that_are_only_printed_are_not_sent_to_the_client(url: str) -> None:
    words = Client(url).api("GET", "/api/games/niya/words/fr")["words"]
    assert [key for key in words if key.startswith("paper.")] == []
