"""Packages that only researchers need: found, or asked for in a sentence that says how to install them."""

from importlib import import_module
from types import ModuleType


def need(module: str, package: str) -> ModuleType:
    """The module of an optional package; ModuleNotFoundError with the command that installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise  # the package is there, something that it needs is not
        message = f"this environment needs {package}, which is not installed: pip install 'yonto[rl]'"
        raise ModuleNotFoundError(message, name=error.name) from None
