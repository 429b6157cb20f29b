"""Fair between strangers, walked through the pages: a computer for who is away, and back; a share in the chance; nobody
calls off alone; and an account that is left everywhere at once."""

import re
import time
from typing import Any

from axe import violations
from playwright.sync_api import expect
from rooms import PHONE, ROOT, brought, recorded, seated

PASSWORD = "three odd words"
FIRST_RULES = ROOT / "tests" / "records" / "pagode" / "2-off-off-standard.yonto"
ACTIONS = len(recorded(FIRST_RULES).entries)


def test_who_goes_away_is_replaced_and_has_the_seat_again_by_coming(visit: Any) -> None:
    ada, bruno = visit(), visit(**PHONE)
    table = seated(ada, "niya", ["me", "open"], first=1, stand_in="discoverer")
    one, two = ada.go(f"/t/{table}"), bruno.go(f"/t/{table}")
    two.locator("button.first").first.click()
    expect(one.locator(".acts .opener")).to_be_visible()

    one.locator(".acts .panel").click()
    one.get_by_role("tab", name="Table").click()
    expect(one.get_by_text("Your share of the chance")).to_be_visible()
    expect(one.locator(".chance code").nth(1)).to_have_text(re.compile("^[0-9a-f]{64}$"))
    one.locator(".acts .panel").click()

    one.locator(".acts .opener").first.click()
    menu = one.get_by_role("dialog", name="More actions").first
    expect(menu.get_by_role("button", name="Propose to call the game off")).to_be_visible()
    expect(menu.get_by_role("button", name="Call the game off", exact=True)).to_have_count(0)
    expect(menu.get_by_text("nobody calls the game off alone")).to_be_visible()
    one.keyboard.press("Escape")

    two.goto("about:blank")
    one.get_by_role("button", name=re.compile("^A computer for Guest$")).click()
    expect(one.get_by_text("a computer plays (Discoverer)").first).to_be_attached()
    two.goto(f"{bruno.url}/t/{table}")
    expect(one.get_by_text("Guest is back.")).to_be_visible()
    expect(one.get_by_text("a computer plays (Discoverer)")).to_have_count(0)
    expect(two.locator(".acts .opener")).to_be_visible()


def test_a_table_says_that_it_follows_earlier_rules_begins_with_a_record_and_how_many_look_on(visit: Any) -> None:
    """In the invitation, at the table, in its panel, and where it is replayed; not at a table of today."""
    ada, eve = visit(locale="fr-FR"), visit()
    invitation, running, over = (
        brought(ada, FIRST_RULES, left, {"kind": other})
        for other, left in (("open", ACTIONS - 20), ("screen", ACTIONS - 20), ("screen", 0))
    )
    two = eve.go(f"/t/{seated(ada, 'pagode', ['me', 'open'])}")
    expect(two.get_by_role("heading", name="Ada")).to_be_visible()
    expect(two.locator(".older, .recorded")).to_have_count(0)
    for page in (f"/t/{invitation}", f"/replay/{over}", f"/t/{running}"):
        expect(eve.follow(page).get_by_text("This table follows the rules of before")).to_be_visible()
        expect(eve.page.get_by_text("not played at this table, and the house does not sign it")).to_be_visible()
    one = ada.go(f"/t/{running}")
    expect(one.locator(".bar .watchers")).to_have_attribute("title", "1 personne regarde.")
    one.locator(".acts .panel").click()
    one.get_by_role("tab", name="Table").click()
    expect(one.locator("#panel").get_by_text("Cette table suit les règles d'avant")).to_be_visible()
    expect(one.locator("#panel").get_by_text("1 personne regarde.")).to_be_visible()
    assert violations(one) == []


def test_an_account_changes_its_password_and_is_left_everywhere_at_once(visit: Any) -> None:
    here, there = visit(locale="fr-FR"), visit()
    name = f"Ada {time.monotonic_ns()}"
    one = here.go("/me")
    one.fill("#me-name", name)
    one.fill("#me-password", PASSWORD)
    one.get_by_role("button", name="Créer un compte").click()
    one.get_by_text("Changer de mot de passe").first.click()
    one.fill("#me-old", PASSWORD)
    one.fill("#me-new", "four more odd words")
    one.get_by_role("button", name="Changer de mot de passe").click()
    expect(one.get_by_text("Le mot de passe est changé")).to_be_visible()
    two = there.go("/me")
    two.fill("#me-name", name.upper())
    two.fill("#me-password", "four more odd words")
    two.get_by_role("button", name="Sign in").click()
    expect(two.get_by_text(f"{name}")).to_be_visible()
    two.get_by_role("button", name="Sign out here").click()
    expect(two.locator("#me-name")).to_be_visible()
    two.fill("#me-name", name)
    two.fill("#me-password", "four more odd words")
    two.get_by_role("button", name="Sign in").click()
    expect(two.get_by_text(f"{name}")).to_be_visible()
    # There somebody waits at a table: told why the seat is not his here, and once he signs in again it is.
    two.goto(f"{there.url}/t/{seated(there, 'niya', ['me', 'open'])}")
    expect(two.get_by_text("Change the settings")).to_be_visible()
    one.get_by_role("button", name="Se déconnecter partout").click()
    expect(one.get_by_text("Vous êtes déconnecté partout")).to_be_visible()
    expect(one.get_by_role("alert")).to_have_count(0)
    told = two.get_by_role("alert")
    expect(told).to_contain_text(f"You were signed out of the account “{name}”")
    expect(told).to_have_count(1)
    expect(two.get_by_text("Change the settings")).to_have_count(0)
    assert violations(two) == []
    told.get_by_role("link", name="Sign in").click()
    two.fill("#me-name", name)
    two.fill("#me-password", "four more odd words")
    two.get_by_role("button", name="Sign in").click()
    expect(two.get_by_text(f"{name}")).to_be_visible()
    expect(told).to_have_count(0)
    two.go_back()
    expect(two.get_by_text("Change the settings")).to_be_visible()
