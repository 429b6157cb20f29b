"""Accounts between strangers: sessions that end, passwords that change, names that look alike, and guesses that neither
succeed nor lock anybody out."""

import time
from pathlib import Path

import pytest
from inside import Inside
from parlour import Client, Live, Refused, opened
from websockets.exceptions import ConnectionClosed

from yonto.server.errors import BadMessage, TooFast
from yonto.server.people import passwords
from yonto.server.people.attempts import Attempts
from yonto.server.people.cookies import Signer, signature
from yonto.server.people.names import check_alphabet, key_of

PASSWORD = "three odd words"


def account(url: str, name: str) -> tuple[Client, str]:
    client = Client(url)
    name = f"{name} {time.monotonic_ns()}"
    client.api("POST", "/api/account", {"name": name, "password": PASSWORD})
    return client, name


def sign_in(url: str, name: str, password: str = PASSWORD) -> Client:
    client = Client(url)
    client.api("POST", "/api/session", {"name": name, "password": password})
    return client


def copy_of(client: Client) -> Client:
    """Somebody who has the same cookie."""
    other = Client(f"http://{client.place}")
    other.cookie = client.cookie
    return other


def name_of(client: Client) -> str | None:
    told: str | None = client.api("GET", "/api/me")["account"]
    return told


def is_closed(live: Live) -> bool:
    try:
        while True:
            live.ask("ping")
            time.sleep(0.01)
    except ConnectionClosed:
        return True


# Sessions


def test_signing_out_ends_its_cookie_and_its_lines_and_no_others(url: str) -> None:
    here, name = account(url, "Ada")
    there, thief = sign_in(url, name), copy_of(here)
    with here.live() as mine, here.live() as second, there.live() as other:
        here.api("DELETE", "/api/session", {})
        assert is_closed(mine)
        assert is_closed(second)
        assert mine.socket.close_code == second.socket.close_code == 1000, "nothing went wrong"
        assert other.ask("ping")
    assert name_of(thief) is None, "a copy of the cookie is void too"
    assert name_of(there) == name


def test_everywhere_means_all_of_them_at_once(url: str) -> None:
    here, name = account(url, "Bea")
    there = sign_in(url, name)
    with there.live() as other:
        here.api("DELETE", "/api/session", {"everywhere": True})
        assert is_closed(other)
    assert name_of(there) is None
    assert name_of(sign_in(url, name)) == name


def test_registering_and_signing_in_give_a_new_cookie_and_void_the_old(url: str) -> None:
    """Else whoever had put his own guest's cookie into a visitor's browser would have the account."""
    guest = Client(url)
    person = guest.api("GET", "/api/me")["person"]
    planted = copy_of(guest)
    with planted.live() as line:
        guest.api("POST", "/api/account", {"name": f"Cid {time.monotonic_ns()}", "password": PASSWORD})
        assert is_closed(line)
    assert guest.api("GET", "/api/me")["person"] == person
    assert planted.api("GET", "/api/me")["person"] != person
    before, name = copy_of(guest), name_of(guest)
    guest.api("POST", "/api/session", {"name": name, "password": PASSWORD})
    assert guest.cookie != before.cookie
    assert name_of(before) is None
    assert name_of(guest) == name


def test_a_cookie_from_before_sessions_had_names_goes_on_and_can_be_ended() -> None:
    signer = Signer([b"key"])
    text = "ada.0.1000"
    old = f"{text}.{signature(b'key', text)}"
    found, again = signer.check(old, 2000), signer.check(old, 3000)
    assert found is not None
    assert found == again
    renewed = signer.check(signer.issue("ada", 0, 2000, found.session), 2000)
    assert renewed is not None
    assert renewed.session == found.session


# Passwords


def test_the_password_is_changed_by_who_knows_it_and_then_only_this_browser_stays(url: str) -> None:
    here, name = account(url, "Dan")
    there = sign_in(url, name)
    with pytest.raises(Refused, match="password is wrong"):
        here.api("PUT", "/api/account", {"old": "something else", "password": "four other odd words"})
    with pytest.raises(Refused, match="first that anybody tries"):
        here.api("PUT", "/api/account", {"old": PASSWORD, "password": "Password123!"})
    with there.live() as other:
        here.api("PUT", "/api/account", {"old": PASSWORD, "password": "four other odd words"})
        assert is_closed(other)
    assert (name_of(here), name_of(there)) == (name, None)
    with pytest.raises(Refused, match="name or the password"):
        sign_in(url, name)
    assert name_of(sign_in(url, name, "four other odd words")) == name
    with pytest.raises(Refused, match="no account"):
        Client(url).api("PUT", "/api/account", {"old": PASSWORD, "password": "four other odd words"})


@pytest.mark.parametrize(
    ("password", "key"),
    [
        ("short one", "fault.password"),
        ("Password@2025", "fault.password_common"),
        ("motdepasse1!", "fault.password_common"),
        ("1234567890", "fault.password_common"),
        ("0987654321", "fault.password_common"),
        ("azertyuiop", "fault.password_common"),
        ("ababababab", "fault.password_common"),
        ("Ada Lovelace1", "fault.password_name"),
    ],
)
def test_a_password_that_anybody_would_guess_is_not_taken(password: str, key: str) -> None:
    with pytest.raises(BadMessage) as caught:
        passwords.check(password, "Ada Lovelace")
    assert caught.value.key == key
    assert caught.value.text("fr") != caught.value.text("en")
    passwords.check("tigre pluie vert", "Ada Lovelace")


def test_a_name_without_its_accents_is_still_ones_name() -> None:
    for password in ("veramartin", "VERA Martin", "véramartin1"):
        with pytest.raises(BadMessage) as caught:
            passwords.check(password, "Véra Martin")
        assert caught.value.key == "fault.password_name"
    passwords.check("Véra Martin aime la pluie", "Véra Martin")


def test_the_list_of_the_commonest_is_written_as_it_is_compared() -> None:
    assert all(line == line.casefold().strip() and line for line in passwords.common())


# Names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "\u0410d\u0430"),  # Cyrillic
        ("Ada", "A.d a"),
        ("Ada", "A\u200bda\ufe0f"),
        ("Alice", "AIice"),
        ("Ian", "lan"),
        ("Bill", "Bi11"),
        ("Carmen", "Carrnen"),
        ("Otto", "0tt\u03bf"),  # Greek
        ("Straße", "STRASSE"),
        ("Оpal", "Opal"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Hélène", "Helene"), ("Ella", "Elia"), ("Ada", "Ada🐼"), ("Нина", "Нана"), ("田中", "中田"), ("...", "---")],
)
def test_names_that_do_not_are_two(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)
    assert key_of(one)


def test_alphabets_that_look_alike_are_not_mixed() -> None:
    for mixed in ("\u0410da", "\u03a9mega", "Bo\u0585"):
        with pytest.raises(BadMessage):
            check_alphabet(mixed)
    for whole in ("Ada", "Нина", "Ωμέγα", "田中 Taro", "たなか田中", "Zoë 2", "Ada🐼", "محمد"):
        check_alphabet(whole)


def test_nobody_registers_as_another_and_the_owner_may_write_the_name_in_any_case(url: str) -> None:
    _, name = account(url, "Otto")
    for other in (name.upper(), name.replace("O", "0"), name.replace(" ", "")):
        with pytest.raises(Refused, match="looks like it, is taken"):
            Client(url).api("POST", "/api/account", {"name": other, "password": PASSWORD})
    with pytest.raises(Refused, match="alphabets"):
        Client(url).api("POST", "/api/account", {"name": name.replace("O", "\u041e"), "password": PASSWORD})
    assert name_of(sign_in(url, name.swapcase())) == name


def test_accounts_from_before_look_alikes_were_compared_keep_their_owners(store: Path) -> None:
    """Two that look alike are both there; a third cannot come, and each signs in as he writes himself."""
    with opened(store) as house:
        for name in ("Ada", "Bob 5"):
            Client(house.url).api("POST", "/api/account", {"name": name, "password": PASSWORD})
    db = Inside(store)
    db.execute("UPDATE people SET account='\u0410da', account_key='\u0430da' WHERE account='Bob 5'")
    db.execute("UPDATE people SET account='Ada', account_key='ada' WHERE account='Ada'")
    db.close()
    with opened(store) as house:
        assert name_of(sign_in(house.url, "ADA")) == "Ada"
        assert name_of(sign_in(house.url, "\u0430da")) == "\u0410da"
        with pytest.raises(Refused, match="taken"):
            Client(house.url).api("POST", "/api/account", {"name": "ada", "password": PASSWORD})


# Guessing


def test_guesses_from_everywhere_become_slow_and_the_owner_still_has_his_try() -> None:
    attempts = Attempts(4)
    tried = 0
    for address in range(200):
        for _ in range(10):
            try:
                attempts.take("ada", f"10.0.0.{address}")
            except TooFast:
                break
            tried += 1
            attempts.failed("ada")
    assert tried < 200 + 4 * 10, "one a minute from each address once the alarm is on"
    attempts.take("ada", "192.0.2.1")
    with pytest.raises(TooFast, match="Many passwords are being tried for this name"):
        attempts.take("ada", "192.0.2.1")
    attempts.take("bob", "192.0.2.1")
    for _ in range(4):
        attempts.take("ada", "10.0.0.1", known=True)


def test_whoever_guesses_at_my_door_does_not_lock_me_out(store: Path) -> None:
    """Also from my own address: my browser has been here before."""
    with opened(store, logins_per_minute=5) as house:
        ada, name = account(house.url, "Ada")
        ada.api("DELETE", "/api/session", {})
        mallory = Client(house.url)
        said = set()
        for _ in range(30):
            with pytest.raises(Refused) as caught:
                mallory.api("POST", "/api/session", {"name": name, "password": "a wrong guess"})
            said.add(caught.value.key)
        assert said == {"fault.sign_in", "fault.too_fast"}
        mallory.known = f"x{ada.known}"
        with pytest.raises(Refused, match="too fast"):
            mallory.api("POST", "/api/session", {"name": name, "password": PASSWORD})
        ada.api("POST", "/api/session", {"name": name, "password": PASSWORD})
        assert name_of(ada) == name
