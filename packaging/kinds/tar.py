"""covey-VERSION-linux-MACHINE.tar.gz: unpack it below any prefix."""
import dataclasses

import project
from archives import Entry, tar_gz
from kinds.common import shared_files


def make(binaries, texts):
    for binary in binaries:
        name = f"covey-{project.version()}-linux-{project.machines[binary.arch]}"
        entries = [Entry("bin/covey", binary.data, program=True), Entry("LICENSE", texts.licence),
                   Entry("THIRD_PARTY_LICENSES", texts.third_party), Entry("README.md", texts.readme)]
        for entry in shared_files(texts):
            entries.append(dataclasses.replace(entry, path=f"share/{entry.path}"))
        placed = [dataclasses.replace(entry, path=f"{name}/{entry.path}") for entry in entries]
        yield f"{name}.tar.gz", tar_gz(placed, project.date())
