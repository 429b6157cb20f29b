"""Podman with images, containers and networks of its own, for `make test-deploy`: nothing of it is left on the machine.

A sandbox may not be allowed what podman asks for by default: it raises limits, and crun wants cgroups of one kind. So
the first of `MEANS` under which a container really runs here is taken, and it is said which.
"""

import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGE = "docker.io/library/python:3.11-slim"  # what deploy/Containerfile builds on
MADE = "localhost/yonto-base"
DEBIAN = "http://deb.debian.org/debian"
DEBIANS = "podman buildah runc netavark aardvark-dns iptables podman-compose debootstrap"
PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"
KEPT = ROOT / "build" / "deploy-base.tar"  # making it takes minutes: the next run within a week finds it
WEEK = 7 * 24 * 3600.0
MEANS = (("overlay", "crun"), ("overlay", "runc"), ("vfs", "crun"), ("vfs", "runc"))  # how layers lie, what runs them
CERTIFICATES = "/etc/ssl/certs"  # of this machine: whoever stands between it and the world is believed in a build too
THERE = "/run/certificates"  # where a build finds them
SETTINGS = ("PIP_CERT", "PIP_DEFAULT_TIMEOUT", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
STANDINS = {
    "postgres": "docker.io/library/postgres:16",
    "caddy": "docker.io/library/caddy:2",
    "prometheus": "docker.io/prom/prometheus:v3.0.0",
}


def say(text: str) -> None:
    print(f"— {text}", flush=True)


def run(*words: object, env: dict[str, str] | None = None) -> str:
    """A command's output; its failure is the end."""
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=ROOT, env=env, text=True, check=False, capture_output=True)
    if done.returncode:
        print((done.stdout + done.stderr)[-6000:])
        sys.exit(f"failed: {' '.join(command)}")
    return done.stdout


def lacking() -> str | None:
    """What keeps containers from being made here at all."""
    if os.geteuid():
        return "containers are built and run as root"
    tools = ("podman", "buildah", "iptables")  # without the last no container has a network
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        return f"no {' and no '.join(missing)} (Debian: apt install {DEBIANS})"
    return None


class Podman:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {
            **os.environ,
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
            "CONTAINERS_CONF": str(folder / "containers.conf"),
        }
        (folder / "networks").mkdir(exist_ok=True)

    def __call__(self, *words: object) -> str:
        return run("podman", *words, env=self.env)

    def tried(self, *words: object, seconds: float = 120.0) -> "subprocess.CompletedProcess[str]":
        """What may fail."""
        command = ["timeout", str(seconds), "podman", *map(str, words)]
        return subprocess.run(command, cwd=ROOT, env=self.env, text=True, check=False, capture_output=True)

    def configure(self, driver: str, runtime: str) -> None:
        """Limits no higher than our own: whoever may not raise them could start nothing."""
        files, processes = (
            min(resource.getrlimit(which)[1], most) if resource.getrlimit(which)[1] > 0 else most
            for which, most in ((resource.RLIMIT_NOFILE, 65536), (resource.RLIMIT_NPROC, 16384))
        )
        (self.folder / "storage.conf").write_text(
            f'[storage]\ndriver = "{driver}"\ngraphroot = "{self.folder}/images-{driver}"\n'
            f'runroot = "{self.folder}/run-{driver}"\n'
        )
        (self.folder / "containers.conf").write_text(
            f'[containers]\ndefault_ulimits = ["nofile={files}:{files}", "nproc={processes}:{processes}"]\n'
            f'[engine]\nruntime = "{runtime}"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n'
            f'[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "{self.folder}/networks"\n'
        )

    def works(self, archive: Path) -> str | None:
        """How containers run here; None: not at all, and why has been said."""
        for driver, runtime in MEANS:
            if shutil.which(runtime) is None:
                continue
            self.configure(driver, runtime)
            if self.tried("import", archive, MADE, seconds=600).returncode:
                continue
            done = self.tried("run", "--rm", MADE, "true")
            if not done.returncode:
                return f"{driver}, {runtime}"
            say(f"podman with {driver} and {runtime} cannot run a container here: {done.stderr.strip()[-200:]}")
        return None

    def base(self) -> str:
        """The image that the Containerfile names, or else the one made here."""
        return MADE if self.tried("pull", "--quiet", IMAGE, seconds=60).returncode else IMAGE

    def build(self, name: str, file: str, *words: object) -> None:
        given = [
            f"--env={each}={os.environ[each].replace(CERTIFICATES, THERE)}" for each in SETTINGS if each in os.environ
        ]
        self(
            "build", "--isolation", "chroot", "--network", "host", *given,
            f"--volume={CERTIFICATES}:{THERE}:ro", "--tag", name, "--file", file, *words, ".",
        )  # fmt: skip

    def remove(self) -> None:
        """All of it."""
        if (self.folder / "containers.conf").exists():
            self.tried("rm", "--all", "--force", "--time", "5")
            self.tried("network", "prune", "--force")
        for driver in {each for each, _ in MEANS}:
            for mounted in (f"images-{driver}/{driver}", f"images-{driver}", f"run-{driver}"):
                subprocess.run(["umount", "--lazy", self.folder / mounted], capture_output=True, check=False)


def archive() -> Path | None:
    """A Debian with Python as a tar file: what an image can be made of where none can be pulled."""
    if KEPT.exists() and time.time() - KEPT.stat().st_mtime < WEEK:
        return KEPT
    if shutil.which("debootstrap") is None:
        return None
    say("making a base by debootstrap (minutes; kept for a week in build/)")
    KEPT.parent.mkdir(exist_ok=True)
    root = KEPT.with_suffix(".making")
    shutil.rmtree(root, ignore_errors=True)
    try:
        run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", root, DEBIAN)
        run("tar", "--create", "--file", KEPT.with_suffix(".part"), "--directory", root, ".")
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return KEPT.with_suffix(".part").rename(KEPT)


def neighbours(podman: Podman) -> list[str]:
    """The images of compose.yml beside ours: pulled, or else Debian's programs under the same names."""
    made = []
    for kind, name in STANDINS.items():
        if podman.tried("pull", "--quiet", name, seconds=60).returncode:
            podman.build(name, "tools/standins/Containerfile", "--target", kind, "--format", "docker")
            made.append(name)
    return made
