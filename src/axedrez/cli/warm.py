"""`axedrez warm`: compiles all kernels now, with a process for each stage as far as there are processors."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from axedrez import kernel_cache
from axedrez.cli import failures
from axedrez.core import AxedrezError
from axedrez.messages import say
from axedrez.preparation import compiler
from axedrez.warm import STAGES


def warm(lang: str) -> int:
    """Compile what is missing, with progress. Raises `AxedrezError` if the cache is not writable."""
    kernel_cache.remove_unused()
    missing = [stage for stage in STAGES if not kernel_cache.is_complete(stage)]
    folder = kernel_cache.cache_home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise AxedrezError("warm_unwritable", folder=str(folder)) from None
    status = 0
    if missing:
        print(say("cli.warm.begin", lang), flush=True)
    with ThreadPoolExecutor(max(1, min(len(missing), os.cpu_count() or 1))) as pool:
        waited = {pool.submit(_compile, stage): stage for stage in missing}
        for number, done in enumerate(as_completed(waited), 1):
            stage = say(f"cli.warm.stage.{waited[done]}", lang)
            seconds = done.result()
            if seconds is None:
                status = failures.tell(say("error.warm_failed", lang, stage=stage), 1)
            else:
                print(
                    say("cli.warm.done", lang, stage=stage, seconds=seconds, number=number, all=len(missing)),
                    flush=True,
                )
    if not status:
        print(say("cli.warm.ready", lang, folder=str(folder)), flush=True)
    return status


def _compile(stage: str) -> int | None:
    """Compile a stage in its own process, which frees the memory: the seconds that it took, None if it failed."""
    since = time.monotonic()
    with compiler([stage], stderr=None) as process:
        assert process.stdout is not None
        process.stdout.read()
    return round(time.monotonic() - since) if process.returncode == 0 else None
