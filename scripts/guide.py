"""A hook of MkDocs: links from the guide to files outside docs/.

On the site such a link has no page. It becomes the path of the file, after a look that the file exists; a link to
nothing is a warning, which fails a strict build.
"""

import logging
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[([^\]]*)\]\((\.\./[^)#\s]*)(#[^)]*)?\)")
log = logging.getLogger("mkdocs.plugins.guide")


def on_page_markdown(markdown, page, **_):
    """Replaces links that leave docs/ by the names of the files."""
    folder = ROOT / "docs" / Path(page.file.src_path).parent

    def name(link):
        target = (folder / link[2]).resolve()
        if target.is_relative_to(ROOT / "docs"):
            return link[0]
        if not target.exists():
            log.warning("%s links to %s, which does not exist", page.file.src_path, link[2])
            return link[0]
        path = str(target.relative_to(ROOT))
        words = link[1].strip("`")
        return f"`{path}`" if words in (path, target.name) else f"{link[1]} (`{path}`)"

    return LINK.sub(name, markdown)
