"""The floor of mail intake: a plain mail with one sheet of 3 KB taken apart, the sheet found, read with the line of every
value and validated by pydantic, and nothing else: no checking, no answer, no disk.
"""

import email
import email.policy
import random
import re
from email.message import EmailMessage
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=40)]
MARKED = re.compile(r"^#ORDERS\s*$(.*?)^#END\s*$", re.MULTILINE | re.DOTALL)


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Move(Strict):
    stack: Name
    path: Annotated[tuple[Name, ...], Field(min_length=2, max_length=9)]


class Attack(Strict):
    stacks: Annotated[tuple[Name, ...], Field(min_length=1)]
    province: Name
    strength: Annotated[int, Field(ge=1, le=99)]


class Purge(Strict):
    target: Name
    counterpurge: Literal["if purged", "always", "never"] = "never"


class Sheet(Strict):
    game: Name
    turn: Annotated[int, Field(ge=1, le=99)]
    player: Name
    move: tuple[Move, ...] = ()
    attack: tuple[Attack, ...] = ()
    purge: tuple[Purge, ...] = ()


def sheet_text() -> str:
    """A sheet of about 3 KB."""
    rng = random.Random(1919)
    lines = ["game: bench-1", "turn: 7", "player: red", "move:"]
    for number in range(20):
        path = ", ".join(f"province-{rng.randrange(60):02d}" for _ in range(3))
        lines += [f"  - stack: S{number:02d}", f"    path: [{path}]"]
    lines.append("attack:")
    for number in range(14):
        lines += [f"  - stacks: [S{number:02d}, S{number + 1:02d}]", f"    province: province-{number:02d}", "    strength: 7"]
    lines.append("purge:")
    for number in range(8):
        lines += [f"  - target: white-{number:03d}", "    counterpurge: if purged"]
    text = "\n".join(lines) + "\n"
    return text + "# notes to the gamesmaster\n" * max(0, (3000 - len(text)) // 27)


def plain_mail() -> bytes:
    """A reply with the sheet above 60 quoted lines."""
    message = EmailMessage()
    message["From"] = "Anna <anna@player.example>"
    message["To"] = "orders@gm.example"
    message["Subject"] = "Re: [volga] Turn 3"
    message["Message-ID"] = "<1@player.example>"
    quoted = "".join(f"> line {number}\n" for number in range(60))
    message.set_content(f"#ORDERS\n{sheet_text()}#END\n\nBest,\nAnna\n\n{quoted}")
    return message.as_bytes()


def intake(raw: bytes) -> Sheet:
    """From the bytes of a mail to a checked sheet."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    body = message.get_body(("plain",))
    assert body is not None
    found = MARKED.search(body.get_content())
    assert found is not None
    return Sheet.model_validate(located(found[1])[0])


def located(text: str) -> tuple[object, dict[tuple[object, ...], tuple[int, int]]]:
    """Plain data, and the line and column of every value by its path; repeated keys and aliases are refused."""
    loader = yaml.CSafeLoader(text)
    places: dict[tuple[object, ...], tuple[int, int]] = {}
    seen: set[int] = set()

    def walk(node: yaml.Node, path: tuple[object, ...]) -> object:
        if id(node) in seen:
            raise ValueError("alias")
        seen.add(id(node))
        places[path] = node.start_mark.line + 1, node.start_mark.column + 1
        if isinstance(node, yaml.MappingNode):
            found: dict[object, object] = {}
            for key_node, value_node in node.value:
                key = loader.construct_object(key_node, deep=True)
                if key in found:
                    raise ValueError("repeated key")
                found[key] = walk(value_node, (*path, key))
            return found
        if isinstance(node, yaml.SequenceNode):
            return [walk(child, (*path, number)) for number, child in enumerate(node.value)]
        return loader.construct_object(node, deep=True)

    try:
        return walk(loader.get_single_node(), ()), places
    finally:
        loader.dispose()
