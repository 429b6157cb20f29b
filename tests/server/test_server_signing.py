"""Signed records: whatever is changed in a copy is found without asking anybody, and so is a signature by another."""

import json
import socket
import ssl
from dataclasses import replace
from http.client import HTTPMessage
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from click.testing import CliRunner, Result
from parlour import Client, Services, finish

from yonto.cli import main
from yonto.core import records
from yonto.core.errors import BadOption
from yonto.core.words import Plain
from yonto.games import load
from yonto.server.ops.silence import why_silent
from yonto.server.ops.verify import BadProof, check_signature, verify
from yonto.table.signing import Key, bare, holds, new_secret, signed

# RFC 8032, 7.1: secret, public, message, signature
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe"
        "24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302a"
        "eeb00d291612bb0c00",
    ),
]


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_signatures_are_those_of_the_standard(secret: str, public: str, message: str, signature: str) -> None:
    key = Key(bytes.fromhex(secret))
    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == signature
    assert holds(key.public, bytes.fromhex(message), bytes.fromhex(signature))


def test_a_signature_holds_for_just_that_message_and_key() -> None:
    key = Key(new_secret())
    signature = key.sign(b"a1")
    assert holds(key.public, b"a1", signature)
    assert not holds(key.public, b"a2", signature)
    assert not holds(Key(new_secret()).public, b"a1", signature)
    for i in range(0, 64, 7):
        assert not holds(key.public, b"a1", signature[:i] + bytes((signature[i] ^ 1,)) + signature[i + 1 :])
    assert not holds(key.public, b"a1", signature[:63])
    assert not holds(b"\xff" * 32, b"a1", signature), "no point of the curve"
    more = int.from_bytes(signature[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    assert not holds(key.public, b"a1", signature[:32] + more.to_bytes(32, "little")), "one signature, not two"


@pytest.fixture(scope="module")
def played(house: Services) -> str:
    ada = Client(house.url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bo"}], first=1)
    with ada.live() as live:
        live.watch(table)
        assert "signed:" not in ada.api("GET", f"/api/tables/{table}/record"), "what is not over is not signed"
        finish(table, live)
    return str(ada.api("GET", f"/api/tables/{table}/record"))


def run(path: Path, text: str, *more: str) -> Result:
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["verify", str(path), "--lang", "en", *more])


def test_one_legal_move_exchanged_for_another_is_found_out_offline(played: str) -> None:
    """Every move in turn; the rest of the game is cut off, so that only the signature can tell."""
    record, room = records.read(played), load("niya")
    play = records.replay(record, room)
    found = 0
    for n, step in enumerate(play.steps):
        others = [] if step.who < 0 else [a for a in room.legal(step.state) if a != step.action]
        for action in others[:2]:
            text = room.write(step.state, action)
            entries = (*record.entries[:n], records.Entry(step.who, text))
            after = room.after(step.state, action)
            result = room.outcome(after, 2) if room.rules.is_over(after) else None
            with pytest.raises(BadProof) as caught:
                verify(replace(record, entries=entries, result=result), room)
            assert caught.value.key == "verify.signature_wrong"
            found += 1
    assert found > 5


def test_a_changed_name_is_found_out_and_an_unchanged_record_is_not(played: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yonto"
    good = run(path, played)
    assert good.exit_code == 0, good.output
    assert "Unchanged since" in good.output
    bad = run(path, played.replace("seat2: Bo", "seat2: Cy"))
    assert bad.exit_code == 2
    assert "changed after it was signed" in bad.output


def test_a_record_signed_by_another_is_found_out_by_the_key_or_the_server(
    played: str, house: Services, tmp_path: Path
) -> None:
    path = tmp_path / "game.yonto"
    public = Client(house.url).api("GET", "/api/key")["ed25519"]
    assert run(path, played, "--key", public, "--server", house.url).exit_code == 0
    facts = json.loads(run(path, played, "--json").output)
    assert facts["keys"] == [public]
    other = Key(new_secret())
    forged = records.write(signed(records.read(played.replace("seat2: Bo", "seat2: Cy")), other))
    assert run(path, forged).exit_code == 0, "it is signed, but by whom?"
    assert "another key" in run(path, forged, "--key", public).output
    assert "another key" in run(path, forged, "--server", house.url).output
    record = records.read(played)
    bald = records.write(replace(record, notes={k: v for k, v in record.notes.items() if k != "signed"}))
    assert "Nobody signed it" in run(path, bald).output
    assert run(path, bald, "--key", public).exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [["--key", "xyz"], ["--server", "http://127.0.0.1:1"], ["--server", "file:///etc"], ["--key", "a" * 63]],
)
def test_keys_and_servers_that_cannot_be_are_named(played: str, tmp_path: Path, arguments: list[str]) -> None:
    result = run(tmp_path / "game.yonto", played, *arguments)
    assert result.exit_code == 2
    assert any(text in result.output for text in ("public key", "No key", "not the address of a server"))
    assert "urlopen" not in result.output


@pytest.mark.parametrize(
    ("error", "french"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "personne n'y écoute"),
        (URLError(socket.gaierror(-2, "Name or service not known")), "aucune machine ne porte ce nom"),
        (URLError(ssl.SSLCertVerificationError(1, "self-signed")), "son certificat n'est pas digne de confiance"),
        (URLError(ssl.SSLError(1, "wrong version number")), "on n'y parle pas https"),
        (TimeoutError("timed out"), "aucune réponse n'est venue à temps"),
        (ConnectionResetError(104, "Connection reset"), "la ligne a été coupée"),
        (HTTPError("http://x", 404, "Not Found", HTTPMessage(), None), "ce qui y répond n'est pas un Yonto"),
        (ValueError("Expecting value"), "ce qui y répond n'est pas un Yonto"),
    ],
)
def test_why_nobody_answers_is_said_in_the_readers_language(error: Exception, french: str) -> None:
    said = BadOption("silence.no_key", "server", url=Plain("http://x"), reason=why_silent(error))
    assert said.text("fr") == f"Impossible d'obtenir la clé de http://x : {french}"
    assert said.text("en") != said.text("fr")


def test_a_server_without_a_scheme_is_told_how_to_write_it(played: str, tmp_path: Path) -> None:
    result = run(tmp_path / "game.yonto", played, "--server", "play.example.org:8000")
    assert "“play.example.org:8000” is not the address of a server" in result.output
    assert "https://play.example.org" in result.output


def test_the_store_signs_alike_for_ever(played: str, house: Services, tmp_path: Path) -> None:
    result = run(tmp_path / "game.yonto", played, "--store", str(house.config.place))
    assert result.exit_code == 0, result.output
    record = records.read(played)
    assert check_signature(record) is not None
    assert b"signed:" not in bare(record)
