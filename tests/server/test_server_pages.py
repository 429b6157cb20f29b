"""What a browser client needs besides the live line: its own files, the words of the games, whole rounds, previews."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from parlour import Client, Refused, Services, finish, opened, pair, wait_awake

from yonto.core.words import LANGUAGES
from yonto.games import GAMES, load
from yonto.server.http.pages import in_script, media_of
from yonto.server.store import Place

# Words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_its_words_and_rules_in_both_languages(url: str, game: str, lang: str) -> None:
    found = Client(url).api("GET", f"/api/games/{game}/words/{lang}")
    room = load(game)
    assert [rule["id"] for rule in found["rules"]] == [room.rule_id(i) for i in range(1, room.rule_count + 1)]
    assert all(rule["text"] == found["words"][f"rule.{rule['id']}"] for rule in found["rules"])
    for option in room.options:
        assert all(f"option.{option.name}.{choice}" in found["words"] for choice in option.choices)
    assert found["words"]["level.master"], "what all games share is there too"
    assert (found["name"], found["lang"]) == (found["words"]["name"], lang)


@pytest.mark.parametrize("path", ["/api/games/chess/words/en", "/api/games/niya/words/de", "/api/words/xx"])
def test_words_that_nobody_wrote_are_not_found(url: str, path: str) -> None:
    assert Client(url).http("GET", path)[0] == 404


@pytest.mark.parametrize("path", ["/api/games/qin/words/fr", "/api/words/en"])
def test_words_that_are_known_already_are_not_sent_again(url: str, path: str) -> None:
    ada = Client(url)
    status, headers, raw = ada.http("GET", path, headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert json.loads(gzip.decompress(raw))
    status, _, raw = ada.http("GET", path, headers={"If-None-Match": f'"other", {headers["etag"]}'})
    assert (status, raw) == (304, b"")
    assert ada.http("GET", path, headers={"If-None-Match": 'W/"other"'})[0] == 200


# Whole rounds


@pytest.mark.parametrize("game", GAMES)
def test_the_full_replay_of_a_round_is_every_replayed_position(url: str, game: str) -> None:
    ada = Client(url)
    table = ada.create(game, ["me", {"kind": "screen", "name": "Bo"}], first=1)
    with ada.live() as live:
        live.watch(table)
        for _ in range(6):
            live.ask("curtain", table=table, player=live.watch(table)["to_move"])
            live.play(table, live.until(table, lambda now: bool(now["legal"]))["legal"][0]["text"])
        with pytest.raises(Refused, match="when the game is over"):
            ada.api("GET", f"/api/tables/{table}/story")
        live.act("resign", table)
    for seat in (0, 1, 2):
        replay = ada.api("GET", f"/api/tables/{table}/story?seat={seat}")
        assert len(replay["moments"]) == replay["actions"] + 1
        assert replay["names"] == ["Ada", "Bo"]
        for moment in replay["moments"]:
            at = ada.api("GET", f"/api/tables/{table}/replay?seat={seat}&action={moment['action']}")
            assert (moment["view"], moment["log"]) == (at["view"], at["log"])
            assert moment["drawing"] is at["drawing"] is None
    with pytest.raises(Refused, match="no such round"):
        ada.api("GET", f"/api/tables/{table}/story?round=2")


def test_a_full_replay_and_its_positions_come_drawn_where_that_is_asked(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bo"}], first=1)
    with ada.live() as live:
        live.watch(table)
        live.play(table)
        live.act("resign", table)
    replay = ada.api("GET", f"/api/tables/{table}/story?picture=true")
    pictures = []
    for moment in replay["moments"]:
        at = ada.api("GET", f"/api/tables/{table}/replay?action={moment['action']}&picture=true")
        assert moment["drawing"] == at["drawing"]
        pictures.append("".join(text for text, *_ in moment["drawing"]))
    assert all("+--------+" in picture for picture in pictures)
    assert "XXXX" not in pictures[-2]
    assert "XX" in pictures[-1]


def test_the_full_replay_says_who_did_what_and_how_the_points_stood(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"], first=1)
    with ada.live() as live:
        live.watch(table)
        finish(table, live)
    text = ada.api("GET", f"/api/tables/{table}/record")
    entries = text.split("\n\n")[1].splitlines()
    replay = ada.api("GET", f"/api/tables/{table}/story")
    told = [f"{'*' if m['chance'] else m['who'] + 1} {m['move']}" for m in replay["moments"][1:]]
    assert told == entries
    assert {m["scores"] and tuple(m["scores"]) for m in replay["moments"][:-1]} == {None}, "Niya counts at the end"
    assert sum(replay["moments"][-1]["scores"]) == replay["moments"][-1]["view"]["left"]


def test_a_full_replay_hides_from_a_seat_what_the_seat_could_not_see(url: str) -> None:
    ada = Client(url)
    table = ada.create("qin", ["me", "screen"], first=1)
    with ada.live() as live:
        live.watch(table)
        live.act("resign", table)
    drawn = [
        [moment["move"] for moment in ada.api("GET", f"/api/tables/{table}/story?seat={seat}")["moments"][1:]]
        for seat in (0, 1, 2)
    ]
    assert set(drawn[0]) == {None}, "a watcher saw no tile"
    assert all((one is None) != (two is None) for one, two in zip(drawn[1], drawn[2], strict=True))


def test_a_full_replay_is_packed_and_not_sent_twice(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"], first=1)
    with ada.live() as live:
        live.watch(table)
        live.act("resign", table)
    path = f"/api/tables/{table}/story"
    _, headers, raw = ada.http("GET", path, headers={"Accept-Encoding": "gzip"})
    whole = gzip.decompress(raw)
    assert len(raw) < len(whole) / 4
    assert ada.http("GET", path, headers={"If-None-Match": headers["etag"]})[0] == 304
    french = Client(url, "fr")
    french.cookie = ada.cookie
    assert french.http("GET", path, headers={"If-None-Match": headers["etag"]})[0] == 200
    assert headers["vary"].lower().count("accept-language") == 1


def test_a_full_replay_is_for_those_who_may_watch(url: str) -> None:
    table, one, two = pair(url, watchers=False)
    with one, two:
        one.act("resign", table)
        with pytest.raises(Refused, match="players"):
            Client(url).api("GET", f"/api/tables/{table}/story")


# Previews


def test_a_preview_shows_the_table_as_it_would_be(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        shown = one.tables[table]
        move = shown["legal"][0]["text"]
        foreseen = one.ask("preview", table=table, move=move)
        assert one.tables[table]["view"] == shown["view"], "nothing has happened"
        assert foreseen["view"] == one.play(table, move)["view"]
        assert foreseen["chance"] is False


def test_a_preview_ends_where_chance_would_begin(url: str) -> None:
    """In Qin a move is followed by a draw: the tile that would come is not foretold."""
    table, one, two = pair(url, "qin")
    with one, two:
        shown = one.tables[table]
        foreseen = one.ask("preview", table=table, move=shown["legal"][0]["text"])
        assert foreseen["chance"] is True
        assert len(foreseen["view"]["hand"]) < len(shown["view"]["hand"])
        assert foreseen["view"]["deck"] == shown["view"]["deck"]


# The built client

FILES = {
    "index.html": b'<!doctype html><html lang="en"><title>Yonto</title>'
    b'<link rel="modulepreload" hreflang="en" href="/assets/en-1.js">'
    b'<link rel="modulepreload" hreflang="fr" href="/assets/fr-1.js">'
    b'<script id="games" type="application/json">\n  []\n</script></html>',
    "sw.js": b"self.onfetch = null;",
    "manifest.webmanifest": b"{}",
    "assets/app-1a2b.js": b"export {};" * 300,
    "assets/app-1a2b.js.gz": gzip.compress(b"export {};" * 300),
    "assets/app-1a2b.js.br": b"brotli bytes",
    "assets/style-3c4d.css": b"body { margin: 0 }" * 100,
}


@pytest.fixture(scope="module")
def built(new_store: Callable[[str], Place], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("client")
    for name, data in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    (folder.parent / "secret.txt").write_text("not for the world", encoding="utf-8")
    with opened(new_store("front"), client=str(folder)) as house:
        yield house


def get(house: Services, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    return Client(house.url).http(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


@pytest.mark.parametrize("path", ["/", "/rules/qin", "/t/xyz", "/deep/er/still"])
def test_every_path_of_the_client_gets_its_page_in_the_readers_language(built: Services, path: str) -> None:
    status, headers, raw = get(built, path, Accept_Language="fr")
    assert status == 200
    assert b'<html lang="fr"><title>' in raw
    assert (b"/assets/fr-1.js" in raw, b"/assets/en-1.js" in raw) == (True, False), "only its words come early"
    assert headers["cache-control"] == "no-cache"
    assert headers["set-cookie"].startswith("yonto=")
    for part in ("script-src 'self';", "style-src 'self';", "worker-src 'self';", "default-src 'none';"):
        assert part in headers["content-security-policy"]


def test_the_page_carries_what_the_games_route_would_answer(built: Services) -> None:
    wait_awake(built.url)
    for lang in LANGUAGES:
        _, headers, raw = get(built, "/", Accept_Language=lang)
        told = raw.partition(b'<script id="games" type="application/json">')[2].partition(b"</script>")[0]
        assert json.loads(told) == Client(built.url, lang).api("GET", "/api/games")
        assert headers["vary"].lower().count("accept-language") == 1


def test_nothing_told_in_the_page_can_end_its_script() -> None:
    assert json.loads(in_script(["</script><b>"])) == ["</script><b>"]
    assert "<" not in in_script(["</script><b>"])


@pytest.mark.parametrize(
    ("accept", "lang"),
    [("fr-CA", "fr"), ("en", "en"), ("de, fr;q=0.8, en;q=0.5", "fr"), ("EN-gb,fr", "en"), ("de", "en"), ("", "en")],
)
def test_the_page_speaks_the_first_of_the_browsers_languages_that_we_know(
    built: Services, accept: str, lang: str
) -> None:
    assert f'<html lang="{lang}">'.encode() in get(built, "/", Accept_Language=accept)[2]


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/assets/gone-9.js", "/favicon.ico", "/api", "/assets/../../secret.txt"]
)
def test_what_is_missing_among_files_and_routes_is_not_the_page(built: Services, path: str) -> None:
    status, headers, raw = get(built, path)
    assert (status, headers["content-type"]) == (404, "application/json")
    assert json.loads(raw)["key"] == "fault.no_page"


def test_paths_of_the_client_cannot_be_written_to(built: Services) -> None:
    assert Client(built.url).http("POST", "/rules/qin", {})[0] == 404
    assert Client(built.url).http("DELETE", "/api/games", {})[0] == 405


def test_files_with_a_hash_in_their_name_are_kept_for_ever_and_others_asked_for_again(built: Services) -> None:
    for name in FILES:
        if name.endswith((".gz", ".br", ".html")):
            continue
        status, headers, raw = get(built, "/" + name)
        assert (status, raw) == (200, FILES[name])
        assert ("immutable" in headers["cache-control"]) == name.startswith("assets/")
        assert headers["content-type"].split(";")[0] == media_of(Path(name))
        assert get(built, "/" + name, If_None_Match=headers["etag"])[0] == 304
    assert get(built, "/sw.js")[1]["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepts", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("br;q=1", "br"),
    ],
)
def test_files_that_lie_there_packed_are_sent_packed(built: Services, accepts: str, encoding: str | None) -> None:
    _, headers, raw = get(built, "/assets/app-1a2b.js", Accept_Encoding=accepts)
    assert headers.get("content-encoding") == encoding
    end: dict[Any, str] = {"br": ".br", "gzip": ".gz", None: ""}
    assert raw == FILES["assets/app-1a2b.js" + end[encoding]]


def test_other_files_are_packed_on_the_way(built: Services) -> None:
    _, headers, raw = get(built, "/assets/style-3c4d.css", Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == FILES["assets/style-3c4d.css"]


def test_without_a_built_client_the_plain_page_is_served_and_the_log_says_so(
    store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(store) as house:
        assert any("plain page" in record.message for record in caplog.records)
        assert b"plain.js" in get(house, "/")[2]
        assert get(house, "/page/plain.js")[0] == 200
        assert get(house, "/rules/qin")[0] == 404
