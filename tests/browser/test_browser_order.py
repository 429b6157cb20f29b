"""Order in the house through its pages: a report from a phone, what the keepers do, and what others see of it."""

from typing import Any

from axe import violations
from parlour import Client, House, Live, refused
from playwright.sync_api import Page, expect
from rooms import PHONE, seated
from test_server_order import PASSWORD, Keeper

PARTS = ("", "/reports", "/people", "/tables", "/sanctions", "/audit")


def as_program(visitor: Any, lang: str = "en") -> Client:
    """The same person without a page."""
    client = Client(visitor.url, lang)
    (client.cookie,) = [each["value"] for each in visitor.context.cookies() if each["name"] == "yonto"]
    return client


def rude_guest(visitor: Any, table: str) -> Live:
    live = as_program(visitor).live()
    live.watch(table)
    live.ask("sit", table=table, name="Mallory")
    return live


def keeper_page(visit: Any, house: House, **look: Any) -> Any:
    vera = visit(**look)
    vera.go("/settings")
    vera.rest()  # else an answer on its way could bring the old cookie back
    name = f"Vera {len(look)}"
    client = as_program(vera)
    client.api("POST", "/api/account", {"name": name, "password": PASSWORD})
    Keeper(house).act("grant", name=name)
    cookie = {"name": "yonto", "value": client.cookie, "url": vera.url}
    vera.context.add_cookies([cookie])
    return vera


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_from_a_report_to_a_ban(visit: Any, house: House) -> None:
    ada, mallory = visit(**PHONE), visit()
    mallory.go("/settings")
    table = seated(ada, "niya", ["me", "open"], chat=True)
    live = rude_guest(mallory, table)
    page = ada.go(f"/t/{table}")
    expect(page.get_by_text("Mallory").first).to_be_visible()
    live.ask("chat", table=table, text="Rude words")
    report_the_line(page)
    mallory.go(f"/t/{table}")
    vera = keeper_page(visit, house)
    admin = vera.go("/admin")
    expect(admin.get_by_text("report to look at").first).to_be_visible()
    for part in PARTS:
        vera.follow(f"/admin{part}")
        expect(admin.get_by_role("heading", level=2)).to_be_visible()
        vera.rest()
        assert violations(admin) == [], part
    what_is_reported(vera.go("/admin/reports"), page)
    # Muted he sits on and is not heard; forgiven he is.
    admin.get_by_role("button", name="Mute (Mallory)").click()
    admin.get_by_role("dialog").get_by_role("button", name="Mute", exact=True).click()
    expect(admin.get_by_role("status").filter(has_text="no longer write")).to_be_visible()
    refused(live, "fault.muted_hours", "chat", table=table, text="More of them")
    vera.go("/admin/people")
    admin.get_by_label("Look for").first.fill("Mallory")
    admin.keyboard.press("Enter")
    admin.get_by_role("button", name="Let speak again (Mallory").first.click()
    expect(admin.get_by_role("button", name="Mute (Mallory").first).to_be_visible()
    live.ask("chat", table=table, text="Sorry")
    vera.go("/admin/reports")
    # The ban ends what he has open, and his page says why.
    admin.get_by_role("button", name="Ban (Mallory)").click()
    admin.get_by_role("dialog").get_by_label("The reason").fill("rude words")
    admin.get_by_role("dialog").get_by_role("button", name="Ban", exact=True).click()
    expect(admin.get_by_role("status").filter(has_text="is banned")).to_be_visible()
    expect(mallory.page.get_by_role("alert")).to_contain_text("Reason: rude words")
    expect(mallory.page.locator("p.lost")).to_have_count(0)  # the line is well: he is not received
    expect(page.get_by_text("Mallory gives up").or_(page.get_by_text("resign")).first).to_be_visible()
    mallory.faults.clear()  # the browser itself complains of connections that are refused
    live.line.__exit__(None, None, None)


def report_the_line(page: Page) -> None:
    """On a phone, by what the page offers; thanks are said."""
    page.get_by_role("button", name="Reply").click()
    page.get_by_role("button", name="Report this message of Mallory").click()
    dialog = page.get_by_role("dialog", name="Report Mallory")
    expect(dialog.get_by_text("Rude words")).to_be_visible()
    assert violations(page) == []
    dialog.get_by_label("Spam or advertising").check()
    dialog.get_by_label("Anything to add?").fill("Twice already.")
    dialog.get_by_role("button", name="Send the report").press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("Thank you. Somebody will look at it.")
    dialog.get_by_role("button", name="Close").press("Enter")
    expect(dialog).to_be_hidden()


def what_is_reported(admin: Page, players: Page) -> None:
    """With its line and words; removing the line takes it from the players' sight."""
    report = admin.locator("main ul > li").filter(has_text="Twice already.")
    expect(report).to_contain_text("Spam or advertising")
    expect(report.locator(".meant")).to_contain_text("Rude words")
    report.get_by_role("button", name="Remove (Rude words)").press("Enter")
    sure = report.get_by_role("button", name="Remove: sure?")
    expect(sure).to_be_focused()
    sure.press("Enter")
    expect(admin.get_by_role("status").filter(has_text="is removed")).to_be_visible()
    expect(players.get_by_text("This message was removed.")).to_be_visible()


def test_the_house_is_kept_from_a_phone_in_french_and_in_the_dark(visit: Any, house: House) -> None:
    guest = visit()
    table = seated(guest, "niya", ["me", "open"], chat=True)
    vera = keeper_page(visit, house, **PHONE, color_scheme="dark", locale="fr-FR")
    admin = vera.go("/admin")
    expect(admin.get_by_role("heading", level=1)).to_have_text("Veiller sur la maison")
    for part in PARTS:
        vera.follow(f"/admin{part}")
        expect(admin.get_by_role("heading", level=2)).to_be_visible()
        vera.rest()
        assert fits(admin), part
        assert violations(admin) == [], part
    vera.go("/admin/tables")
    admin.get_by_label("Chercher").first.fill(table)
    admin.keyboard.press("Enter")
    row = admin.locator("main ul > li")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Fermer la table").press("Enter")
    row.get_by_role("button", name="Fermer la table : sûr ?").press("Enter")
    expect(row).to_contain_text("annulée")
    page = guest.go(f"/t/{table}")
    expect(page.get_by_text("The house closed this table").first).to_be_visible()
    vera.go("/admin/sanctions")
    admin.get_by_label("Adresse ou réseau").fill("2001:db8::5")
    admin.get_by_role("button", name="Exclure").press("Enter")
    admin.get_by_role("dialog").get_by_role("button", name="Exclure", exact=True).press("Enter")
    expect(admin.get_by_text("2001:db8::/64").first).to_be_visible()
    admin.get_by_role("button", name="Lever (2001:db8::/64)").press("Enter")
    expect(admin.locator("main ul > li").filter(has_text="2001:db8::/64")).to_have_count(0)


def test_the_page_is_not_for_strangers(visit: Any) -> None:
    page = visit().go("/admin")
    expect(page.get_by_text("This page is for those who keep order")).to_be_visible()
    expect(page.get_by_role("navigation", name="Parts of the house")).to_have_count(0)
