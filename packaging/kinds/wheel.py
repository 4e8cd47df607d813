"""covey-mcp on PyPI: the program, no Python. One wheel for glibc and for musl: it is linked statically."""
import base64
import dataclasses
import hashlib

import project
from archives import Entry, zip_file
from kinds.common import shared_files

# uvx and pipx run the script that is called as the package; a wheel has no links, and a copy would double its size.
alias = b"""#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/covey" "$@"
"""


def tags(arch):
    machine = project.machines[arch]
    return [f"manylinux_2_17_{machine}", f"manylinux2014_{machine}", f"musllinux_1_1_{machine}"]


def metadata(texts):
    fields = [("Metadata-Version", "2.4"), ("Name", project.package), ("Version", project.version()),
              ("Summary", project.summary), ("License-Expression", project.licence), ("License-File", "LICENSE"),
              ("License-File", "THIRD_PARTY_LICENSES"), ("Keywords", ",".join(project.keywords)),
              ("Project-URL", f"Homepage, {project.url}"), ("Project-URL", f"Changelog, {project.url}/blob/main/CHANGELOG.md"),
              ("Classifier", "Environment :: Console"), ("Classifier", "Operating System :: POSIX :: Linux"),
              ("Classifier", "Topic :: Software Development :: Testing"), ("Requires-Python", ">=3.7"),
              ("Description-Content-Type", "text/markdown")]
    head = "".join(f"{name}: {value}\n" for name, value in fields)
    # The registry looks for this line, to see that both are of one owner.
    return f"{head}\n<!-- mcp-name: {project.registry_name} -->\n\n".encode() + texts.readme


def record(entries, path):
    def line(entry):
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest()).rstrip(b"=").decode()
        return f"{entry.path},sha256={digest},{len(entry.data)}\n"
    return Entry(path, "".join([*map(line, entries), f"{path},,\n"]).encode())


def make(binaries, texts):
    for binary in binaries:
        stem = f"{project.package.replace('-', '_')}-{project.version()}"
        info, data = f"{stem}.dist-info", f"{stem}.data"
        wheel = "Wheel-Version: 1.0\nGenerator: covey\nRoot-Is-Purelib: false\n"
        wheel += "".join(f"Tag: py3-none-{tag}\n" for tag in tags(binary.arch))
        entries = [Entry(f"{data}/scripts/covey", binary.data, program=True),
                   Entry(f"{data}/scripts/covey-mcp", alias, program=True)]
        entries += [dataclasses.replace(entry, path=f"{data}/data/share/{entry.path}") for entry in shared_files(texts)]
        entries += [Entry(f"{info}/METADATA", metadata(texts)), Entry(f"{info}/WHEEL", wheel.encode()),
                    Entry(f"{info}/licenses/LICENSE", texts.licence),
                    Entry(f"{info}/licenses/THIRD_PARTY_LICENSES", texts.third_party)]
        entries.append(record(entries, f"{info}/RECORD"))
        yield f"{stem}-py3-none-{'.'.join(tags(binary.arch))}.whl", zip_file(entries, project.date())
