"""Everything that is not a good request, and much that nearly is."""

from __future__ import annotations

import json
from uuid import UUID

from hypothesis import strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=12), children, max_size=4),
    max_leaves=12,
)
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(["command", "view", "ack"])},
    optional={
        "command": JSON
        | st.fixed_dictionaries(
            {},
            optional={
                "type": st.sampled_from(["move", "offer", "undo", "resign", "claim", "nothing"]) | JSON,
                "id": st.just(str(UUID(int=3))) | JSON,
                "expected_seq": st.integers() | JSON,
                "move": st.text(max_size=200) | JSON,
                "side": st.sampled_from(["white", "black", "chance"]),
                "offer": st.sampled_from(["draw", "cube"]),
                "plies": st.integers() | st.floats(),
            },
        )
    },
)
FRAMES = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60),
    JSON.map(json.dumps),
    NEARLY.map(json.dumps),
    st.sampled_from(["[" * 20_000, '{"type":"command"', " " * 30_000, "1e999", '"\\ud800"']),
)


def would_be_granted(frame: str | bytes) -> bool:
    """Whether Hypothesis has, against all odds, written a command that the game grants."""
    try:
        data = json.loads(frame)
        command = data.get("command", data)
        return command["expected_seq"] == 1 and command["type"] in ("move", "offer", "undo", "resign")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, UnicodeDecodeError):
        return False


COMMANDS = st.one_of(FRAMES, NEARLY.map(lambda frame: json.dumps(frame.get("command"))))
"""The same without the envelope of a frame."""
