"""The Ray cluster that `RAY_ADDRESS` names, or one of this machine (`pip install axedrez[cluster]`)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axedrez.core import AxedrezError


@contextmanager
def ray_cluster() -> Iterator[Any]:
    """The module `ray`, connected for as long as this lasts. Every node needs this version of the program.

    Raises `AxedrezError` where Ray is missing, and when the cluster fails.
    """
    try:
        import ray
    except ImportError:
        raise AxedrezError("cluster_no_ray") from None
    started = not ray.is_initialized()
    try:
        if started:
            ray.init(logging_level=logging.ERROR, log_to_driver=False)
        yield ray
    except (ray.exceptions.RayError, ConnectionError) as fault:
        raise AxedrezError("cluster_failed", fault=str(fault).partition("\n")[0][:200]) from None
    finally:
        if started:
            ray.shutdown()


def processors(ray: Any) -> int:
    """How many processors the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
