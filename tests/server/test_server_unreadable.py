"""A message that cannot be read: why is said in the reader's language, and the field is named."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from parlour import Client, Refused

from yonto.core.words import words
from yonto.server.unreadable import unreadable


class Wanted(msgspec.Struct, tag_field="type", tag="wish", forbid_unknown_fields=True):
    """A message with all that may be wrong with one of ours."""

    n: Annotated[int, msgspec.Meta(ge=1, le=4)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=3)] = "ab"
    kind: Literal["one", "two"] = "one"
    seats: list[int | None] = []
    share: dict[str, float] = {}


class Other(msgspec.Struct, tag_field="type", tag="other"):
    pass


@pytest.mark.parametrize(
    ("sent", "french", "english"),
    [
        ("", "s'arrête avant sa fin", "stops before its end"),
        ('{"type":', "s'arrête avant sa fin", "stops before its end"),
        ("{]", "pas du JSON (octet 1)", "not JSON (byte 1)"),
        ("[1]", "attendu : objet ; reçu : liste", "wanted: object; got: list"),
        ("{}", "manque le champ « type »", 'field "type" is missing'),
        ('{"type":"fish"}', "Le champ « type » ne convient pas : 'fish'", "cannot be so: 'fish' is not"),
        ('{"type":"wish"}', "manque le champ « n »", 'field "n" is missing'),
        ('{"type":"wish","n":2,"m":1}', "le champ « m » nous est inconnu", 'do not know the field "m"'),
        ('{"type":"wish","n":0}', "trop petit, il faut au moins 1", "too small, at least 1"),
        ('{"type":"wish","n":5}', "trop grand, au plus 4", "too large, at most 4"),
        ('{"type":"wish","n":"2"}', "attendu : nombre entier ; reçu : texte", "wanted: whole number; got: text"),
        ('{"type":"wish","n":2,"name":""}', "trop court, il faut au moins 1", "too short, at least 1"),
        ('{"type":"wish","n":2,"name":"abcd"}', "trop long, au plus 3", "too long, at most 3"),
        ('{"type":"wish","n":2,"kind":"six"}', "'six' n'est pas une valeur possible", "'six' is not a possible value"),
        ('{"type":"wish","n":2,"seats":[1,true]}', "« seats.1 » ne convient pas : type attendu : nombre entier ou rien",
         '"seats.1" cannot be so: type wanted: whole number or nothing'),
        ('{"type":"wish","n":2,"share":{"a":[]}}', "attendu : nombre ; reçu : liste", "wanted: number; got: list"),
        ("[" * 5000, "imbriqué trop profondément", "nested too deeply"),
    ],
)  # fmt: skip
def test_why_a_message_cannot_be_read_is_said_in_both_languages(sent: str, french: str, english: str) -> None:
    with pytest.raises((msgspec.DecodeError, RecursionError)) as caught:
        msgspec.json.decode(sent, type=Wanted | Other if sent[:2] != "[[" else Any)
    fault = unreadable(caught.value)
    assert french in fault.say(words("fr", "server"))
    assert english in fault.say(words("en", "server"))


def test_what_msgspec_may_say_one_day_is_said_as_it_says_it() -> None:
    assert "Tea is cold" in unreadable("Tea is cold").say(words("fr", "server"))


def test_the_door_says_it_in_the_language_of_whoever_asks(url: str) -> None:
    for lang, said in (("fr", "trop court, il faut au moins 1"), ("en", "too short, at least 1")):
        with pytest.raises(Refused) as caught:
            Client(url, lang).api("POST", "/api/tables", {"game": "niya", "seats": []})
        assert said in str(caught.value)
