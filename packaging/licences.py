"""THIRD_PARTY_LICENSES: what is linked into the static program, with versions and the texts of the licences."""
import json
import pathlib
import re
import subprocess

import project

# Name, how Debian's package of it is called, and its name in scripts/static-libraries where it is built there.
parts = [
    ("CAF, the C++ Actor Framework", "libcaf-dev", "caf"),
    ("fmt", "libfmt-dev", "fmt"),
    ("spdlog", "libspdlog-dev", "spdlog"),
    ("Boost", "libboost*-dev", ""),
    ("Expat", "libexpat1-dev", ""),
    ("pugixml", "libpugixml-dev", ""),
    ("toml++", "libtomlplusplus-dev", ""),
    ("CLI11", "libcli11-dev", ""),
    ("DTL", "libdtl-dev", ""),
    ("tree-sitter", "libtree-sitter-dev", ""),
    ("xxHash", "libxxhash-dev", ""),
    ("zlib", "zlib1g-dev", ""),
    ("libstdc++ and libgcc, of GCC", "libstdc++6", ""),
    ("glibc, the GNU C Library", "libc6", ""),
]
# Debian's text for Boost is two megabytes about all of its libraries; these are in the program, and what they include.
boost_libraries = {"align", "asio", "assert", "atomic", "bind", "config", "container", "container_hash", "core", "describe", "endian",
                   "filesystem", "intrusive", "iterator", "json", "move", "mp11", "optional", "predef", "process", "regex", "smart_ptr",
                   "system", "throw_exception", "tuple", "type_traits", "unordered", "utility", "uuid", "variant2"}
documents = pathlib.Path("/usr/share/doc")
built = project.root / "build/tools/static"
grammars = project.root / "build/tools/grammars/node_modules"

head = """What is linked into the program `covey` besides its own code (Apache License 2.0), in the packages that hold it as one static file.

The GNU C Library is under the LGPL 2.1. To link covey with another build of it: take covey's sources of this version,
{url}/tree/v{version}, install that C library's static archives, and run `scripts/package tar`: `scripts/static-libraries` and the CMake
preset `static` are the whole recipe. The sources of the C library itself, and of every other library, are Debian 12's source packages of
the versions named here.
"""


def licence_of_debian(pattern):
    """(version, text) by an installed package's copyright file."""
    for file in sorted(documents.glob(f"{pattern}/copyright")):
        version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}\n", file.parent.name], capture_output=True, text=True)
        if version.returncode == 0:
            return version.stdout.split("\n")[0], file.read_text(errors="replace")
    raise SystemExit(f"packaging: no licence of {pattern} in {documents}: install it (scripts/setup build)")


def of_boost(text):
    """Who wrote those libraries, and the texts of the licences that are named there."""
    holders, named = set(), set()
    for paragraph in re.split(r"\n\n(?=Files:|License:)", text):
        fields = dict(re.findall(r"^(Files|Copyright|License):(.*(?:\n .*)*)", paragraph, re.M))
        ours = re.findall(r"^ (?:libs|boost)/(\w+)/(?!doc|test|example)", fields.get("Files", ""), re.M)
        if boost_libraries.intersection(ours) and "License" in fields:
            holders.update(line.strip() for line in fields["Copyright"].splitlines() if line.strip())
            named.update(fields["License"].strip().split("\n")[0].split(" and "))
    texts = {name: body for name, body in re.findall(r"^License: (\S+)\n((?: .*\n?)+)", text, re.M) if name in named}
    if not texts:
        raise SystemExit("packaging: Debian's text about Boost has no licences where they were")
    licences = "\n".join(f"License: {name}\n{body}" for name, body in sorted(texts.items()))
    return "Copyright:\n" + "".join(f" {holder}\n" for holder in sorted(holders)) + f"\n{licences}"


def licence_of_built(name):
    """(version, text) of what scripts/static-libraries has built; None where it has not."""
    for folder in sorted(built.glob("*/share/licenses")):
        versions = dict(line.split() for line in (folder / "versions").read_text().splitlines())
        return versions[name], (folder / name).read_text()
    return None


def licences_of_grammars():
    for package in sorted(grammars.glob("tree-sitter-*")):
        licence = package / "LICENSE"
        if not licence.exists():
            raise SystemExit(f"packaging: no licence of the grammar {package.name}")
        yield package.name, json.loads((package / "package.json").read_text())["version"], licence.read_text()


def everything():
    for title, debian, name in parts:
        version, text = (licence_of_built(name) if name else None) or licence_of_debian(debian)
        yield title, version, of_boost(text) if title == "Boost" else text
    yield from licences_of_grammars()


def common_licences(texts):
    """Those that Debian's copyright files name by their path on a Debian machine."""
    named = sorted({name for text in texts for name in re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text)})
    files = {(pathlib.Path("/usr/share/common-licenses") / name).resolve() for name in named}
    return [(file.name, file.read_text()) for file in sorted(files) if file.exists()]


def third_party(with_common=True):
    """Debian's own packages must not repeat what lies in /usr/share/common-licenses."""
    all_parts = list(everything())
    if len(all_parts) <= len(parts):
        raise SystemExit(f"packaging: no grammars in {grammars}: run scripts/setup build")
    out = head.format(url=project.url, version=project.version())
    for title, version, text in all_parts:
        out += f"\n{'=' * 100}\n{title} {version}\n{'=' * 100}\n\n{text.strip()}\n"
    for name, text in common_licences([text for _, _, text in all_parts]) if with_common else []:
        out += f"\n{'=' * 100}\n/usr/share/common-licenses/{name}\n{'=' * 100}\n\n{text.strip()}\n"
    return out.encode()
