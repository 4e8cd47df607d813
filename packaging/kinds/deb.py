"""covey for Debian and Ubuntu. It holds the static program, so one package fits every release and depends on nothing: a dynamic one
would want the very sonames of Debian 12's CAF, Boost and spdlog, which no other release has. dpkg-deb packs it, not CPack, which
would have to build: this packs a given program, of any architecture."""
import dataclasses
import hashlib
import os
import pathlib
import subprocess
import tempfile
import time

import licences
import project
from archives import Entry, gzipped
from kinds.common import shared_files

revision = "1"

# Static, as said above; and nobody has asked Debian for it.
overrides = b"""covey: statically-linked-binary [usr/bin/covey]
covey: embedded-library expat [usr/bin/covey]
covey: embedded-library zlib [usr/bin/covey]
covey: initial-upload-closes-no-bugs [usr/share/doc/covey/changelog.Debian.gz:1]
"""


def copyright_of():
    return f"""Upstream: {project.url}

Files: the program's own code
License: Apache License 2.0; on Debian systems /usr/share/common-licenses/Apache-2.0 has its text.

""".encode() + licences.third_party(with_common=False)


def changelog():
    day = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(project.date()))
    return (f"covey ({project.version()}-{revision}) stable; urgency=medium\n\n"
            f"  * What is new:\n    {project.url}/blob/v{project.version()}/CHANGELOG.md\n\n"
            f" -- {project.maintainer}  {day}\n").encode()


def control(arch, entries):
    size = sum((len(entry.data) + 1023) // 1024 for entry in entries)
    return f"""Package: covey
Version: {project.version()}-{revision}
Architecture: {arch}
Maintainer: {project.maintainer}
Installed-Size: {size}
Section: devel
Priority: optional
Homepage: {project.url}
Description: run a project's tests for coding agents, with structured failures
 covey serves coding agents over the Model Context Protocol (MCP) on its
 standard input and output, and programs that read test results call it from a
 shell. It runs the tests of Go, Rust, Node, Python and Julia projects with live
 progress, reruns exactly what failed, knows which tests cover a line, and reads
 coverage reports of many formats.
""".encode()


def files(binary, texts):
    share = shared_files(texts, zsh="vendor-completions", compress=True)
    documents = [Entry("doc/covey/copyright", copyright_of()), Entry("doc/covey/changelog.Debian.gz", gzipped(changelog())),
                 Entry("lintian/overrides/covey", overrides)]
    return [Entry("usr/bin/covey", binary.data, program=True)] + [
        dataclasses.replace(entry, path=f"usr/share/{entry.path}") for entry in share + documents]


def sums(entries):
    return "".join(f"{hashlib.md5(entry.data).hexdigest()}  {entry.path}\n" for entry in entries).encode()


def make(binaries, texts):
    for binary in binaries:
        entries = sorted(files(binary, texts), key=lambda entry: entry.path)
        with tempfile.TemporaryDirectory() as temporary:
            tree = pathlib.Path(temporary) / "tree"
            for entry in [*entries, Entry("DEBIAN/control", control(binary.arch, entries)), Entry("DEBIAN/md5sums", sums(entries))]:
                path = tree / entry.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(entry.data)
                path.chmod(entry.mode)
            for folder in [tree, *(path for path in tree.rglob("*") if path.is_dir())]:
                folder.chmod(0o755)
            out = pathlib.Path(temporary) / "covey.deb"
            subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, out], check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, "SOURCE_DATE_EPOCH": str(project.date())})
            yield f"covey_{project.version()}-{revision}_{binary.arch}.deb", out.read_bytes()
