"""The same seeds give the same table on a cluster as here; and what is no engine is said in a line."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import msgspec
import pytest

from game.api import DataError
from game.sim.batch import Batch, run
from game.sim.engines import RayCrew, engine_of

RACE = Batch(
    scenario="race",
    seats=(("marines", "tests.sim.zoo/moody(after=8)"), ("hive", "random")),
    games=6,
    seed=5,
    open_game="tests.sim.toy:open_game",
)


def timeless(games):
    return [[msgspec.structs.replace(row, seconds=0.0) for row in rows] for rows in games]


@pytest.mark.parametrize(
    ("name", "address", "message"),
    [
        ("rye", None, '--engine: expected "ray", found "rye"'),
        ("local", "auto", "--address: expected --engine ray with the address of a cluster"),
    ],
)
def test_what_is_no_engine_is_said(name, address, message):
    with pytest.raises(DataError) as refused, engine_of(name, jobs=1, address=address):
        pass
    assert str(refused.value) == message


def test_the_local_engine_needs_no_preparation():
    with engine_of("local", jobs=2) as engine:
        assert engine is None


# --- a cluster ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster of two processors, started as people start one."""
    pytest.importorskip("ray")
    program = str(Path(sys.executable).with_name("ray"))
    log = tmp_path_factory.mktemp("ray") / "log"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Sockets lie in the folder, so that its name must be short. `ray start` may ask for a token by default, which who
    # joins by host and port does not give.
    environment = {**os.environ, "RAY_TMPDIR": "/tmp", "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
    line = [program, "start", "--head", "--num-cpus", "2", "--port", str(port), "--include-dashboard", "false"]
    process = subprocess.Popen(
        [*line, "--block"],
        stdout=log.open("w"),
        stderr=subprocess.STDOUT,
        env=environment,
        start_new_session=True,
    )
    try:
        wait_for(process, log)
        yield f"127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def wait_for(process, log):
    """Until it says itself that it runs."""
    until = monotonic() + 120
    while "Ray runtime started" not in log.read_text():
        if process.poll() is not None or monotonic() > until:
            pytest.fail(f"ray did not come up: {log.read_text()[-2000:]}")
        sleep(0.2)


def test_a_cluster_gives_the_same_table_even_when_it_loses_a_worker(cluster):
    """In one test, as nothing here takes as long as starting workers."""
    import ray

    here = timeless(run(RACE, jobs=2))
    assert {rows[0].reason for rows in here} == {"objective", "worker_lost"}
    calm = msgspec.structs.replace(RACE, seats=(("marines", "random"), ("hive", "random")), games=12)
    nobody = msgspec.structs.replace(RACE, seats=(("marines", "randon"), ("hive", "random")))
    with engine_of("ray", jobs=2, address=cluster) as engine:
        assert isinstance(engine, RayCrew)
        arrived: list[int] = []
        there = timeless(run(RACE, engine=engine, on_finish=lambda rows: arrived.append(rows[0].game)))
        assert there == here
        assert sorted(arrived) == list(range(6))
        games = []
        for rows in run(calm, engine=engine):
            games.append(rows)
            if len(games) == 3:
                ray.kill(engine.actors[0])
        assert timeless(games) == timeless(run(calm))
        with pytest.raises(DataError, match="found no bot of that name"):
            list(run(nobody, engine=engine))


def test_no_cluster_is_said_in_a_line():
    pytest.importorskip("ray")
    with (
        pytest.raises(DataError, match=r"^--address: expected a Ray cluster that is running"),
        engine_of("ray", jobs=1, address="127.0.0.1:1"),
    ):
        pass
