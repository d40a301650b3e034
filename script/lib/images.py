"""Writes into the files of a folder which content its images have today: `python script/lib/images.py deploy`.

`postgres:17.6` becomes `postgres:17.6@sha256:…`, by what `docker buildx imagetools inspect` says. A tag can be moved to
other content, a digest cannot.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

IMAGE = re.compile(
    r"^(?P<before>\s*(?:FROM|image:)\s+)(?P<name>[^\s@:]+:[^\s@]+)(?:@sha256:[0-9a-f]{64})?", re.MULTILINE
)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


def digest(name: str) -> str:
    """What the registry has under a name now. Raises SystemExit if it does not say."""
    command = ["docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}", name]
    result = subprocess.run(command, capture_output=True, text=True)
    found = result.stdout.strip()
    if result.returncode or not DIGEST.fullmatch(found):
        raise SystemExit(f"the registry does not say what {name} is: {result.stderr.strip() or found}")
    return found


def pinned(text: str) -> str:
    """A file with the digests of all images that it names."""
    return IMAGE.sub(lambda found: f"{found['before']}{found['name']}@{digest(found['name'])}", text)


def main() -> None:
    """Rewrite the files."""
    for name in ("Dockerfile", "compose.yaml"):
        file = Path(sys.argv[1]) / name
        file.write_text(pinned(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
