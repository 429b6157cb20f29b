"""What whoever keeps order may ask for: typed commands, told apart by their `type`. The page and `yonto admin` send the
same."""

from typing import Annotated, Literal

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
LONGEST_REASON = 300
MOST_HOURS = 24 * 3650  # ten years; without hours it is until somebody lifts it
Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)]
Hours = Annotated[float, msgspec.Meta(gt=0, le=MOST_HOURS)]
Value = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Command(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Mute(Command, frozen=True, tag="mute"):
    """A person may play and not write to others, for so many hours or until it is lifted."""

    person: Id
    hours: Hours | None = None
    reason: Reason = ""


class Unmute(Command, frozen=True, tag="unmute"):
    person: Id


class Ban(Command, frozen=True, tag="ban"):
    """A person, an account's name (nobody may use it from then on), or an address: for IPv6 its /64, or a network."""

    subject: Literal["person", "name", "address"]
    value: Value
    hours: Hours | None = None
    reason: Reason = ""


class Unban(Command, frozen=True, tag="unban"):
    subject: Literal["person", "name", "address"]
    value: Value


class RemoveLine(Command, frozen=True, tag="remove_line"):
    table: Id
    number: Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class RemoveName(Command, frozen=True, tag="remove_name"):
    """A person is called something neutral wherever others can read it. `block`: nobody may take that name again."""

    person: Id
    block: bool = False


class CloseTable(Command, frozen=True, tag="close_table"):
    table: Id


class CloseReport(Command, frozen=True, tag="close_report"):
    """Somebody has dealt with it: something was done, or nothing had to be."""

    number: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    outcome: Literal["done", "nothing"] = "done"


class Grant(Command, frozen=True, tag="grant"):
    """An account may keep order. Only the host's own command can say so."""

    name: Value


class Revoke(Command, frozen=True, tag="revoke"):
    name: Value


AnyCommand = Mute | Unmute | Ban | Unban | RemoveLine | RemoveName | CloseTable | CloseReport | Grant | Revoke


class Acted(msgspec.Struct, frozen=True):
    """What came of it. `changed` is false where it was so already: asking twice does no harm."""

    changed: bool
    text: str
