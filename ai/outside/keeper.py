"""Keeps a program from outliving the game: runs it in a group of its own, and ends the group when the game is gone.

Started by path, with as little of Python as can be, since there is one for each program of each game. The first
argument is the number of a pipe's reading end, which closes whenever the other process ends, however it does.
"""

import _thread
import contextlib
import os
import signal
import sys

NOT_FOUND = 127
"""What a shell, too, answers when a command cannot be run."""


def _end(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def main() -> int:
    """Run the command of the arguments and end as it does."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    try:
        program = os.posix_spawnp(
            command[0], command, os.environ, setpgroup=0, file_actions=[(os.POSIX_SPAWN_CLOSE, lifeline)]
        )
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return NOT_FOUND

    # The streams are the program's alone: when it closes one, the game must notice.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)

    def watch() -> None:
        os.read(lifeline, 1)
        _end(program)

    _thread.start_new_thread(watch, ())
    _, status = os.waitpid(program, 0)
    _end(program)  # what it started and left behind
    return os.waitstatus_to_exitcode(status) & 0xFF


if __name__ == "__main__":
    code = main()
    # At once: the thread that watches cannot be waited for.
    os._exit(code)
