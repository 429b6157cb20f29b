"""Who does long work in a thread gives the interpreter back soon, and only as long as it lasts."""

import sys
import threading

from yonto.server.interpreter import SHORT, SHORT_TURNS, timed


def test_turns_are_short_while_long_work_is_done() -> None:
    assert sys.getswitchinterval() == SHORT_TURNS.usual
    seen, _ = timed(sys.getswitchinterval)
    assert seen == SHORT
    assert sys.getswitchinterval() == SHORT_TURNS.usual


def test_turns_stay_short_until_the_last_of_several_is_done() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def long() -> None:
        begun.set()
        go_on.wait()

    thread = threading.Thread(target=timed, args=(long,))
    thread.start()
    begun.wait()
    timed(lambda: None)
    assert sys.getswitchinterval() == SHORT, "the other one is still at it"
    go_on.set()
    thread.join()
    assert sys.getswitchinterval() == SHORT_TURNS.usual


def test_turns_are_as_before_when_the_work_failed() -> None:
    def fails() -> None:
        raise ValueError

    try:
        timed(fails)
    except ValueError:
        assert sys.getswitchinterval() == SHORT_TURNS.usual
