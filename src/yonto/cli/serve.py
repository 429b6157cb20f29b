"""`yonto serve`: open the house."""

import threading
import webbrowser
from pathlib import Path

import click

from yonto.cli.i18n import HELP, lang_option, plainly, speech
from yonto.server.ops.config import read_config
from yonto.server.serve import serve


@click.command("serve", help=HELP("help.serve"))
@click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))
@click.option("--host", help=HELP("help.host"))
@click.option("--port", type=click.IntRange(0, 65535), help=HELP("help.port"))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))
@click.option("--open", "show", is_flag=True, help=HELP("help.open"))
@lang_option
@plainly
def command(
    config: Path | None, host: str | None, port: int | None, store: str | None, show: bool, lang: str
) -> None:  # fmt: skip
    quiet = "warning" if show else None  # at a terminal only what matters
    settings = read_config(config, host=host, port=port, store=store, log=quiet)

    def ready(urls: list[str]) -> None:
        w = speech(lang)
        click.echo(w("serve.open", url=urls[0]))
        for url in urls[1:]:
            click.echo(w("serve.elsewhere", url=url))
        if show:
            threading.Thread(target=webbrowser.open, args=(f"{urls[0]}?lang={lang}",), daemon=True).start()

    serve(settings, ready)
