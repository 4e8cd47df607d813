"""scripts/package, after the build: main.py OUTPUT-FOLDER ARCH=BINARY… [-- KIND…]"""
import hashlib
import importlib
import pathlib
import sys

import binary
from kinds import common

kinds = ["tar", "wheel", "npm", "deb", "registry", "plugin"]


def write(folder, name, data):
    (folder / name).write_bytes(data)
    print(f"{len(data) / 1e6:8.2f} MB  {name}")


def remove_former(folder):
    """What an earlier call has made there, and nothing else."""
    sums = folder / "SHA256SUMS"
    for line in sums.read_text().splitlines() if sums.exists() else []:
        (folder / pathlib.Path(line.split("  ")[-1]).name).unlink(missing_ok=True)


def main(arguments):
    folder = pathlib.Path(arguments[0])
    at = arguments.index("--")
    binaries = [binary.Binary(arch, pathlib.Path(path)) for arch, path in (word.split("=", 1) for word in arguments[1:at])]
    for one in binaries:
        if fault := binary.fault_of(one):
            sys.exit(f"scripts/package: {fault}")
    folder.mkdir(parents=True, exist_ok=True)
    texts = common.texts_of(binaries[0])
    made = {name: data for kind in arguments[at + 1:] or kinds
            for name, data in importlib.import_module(f"kinds.{kind}").make(binaries, texts)}
    remove_former(folder)
    for name, data in made.items():
        write(folder, name, data)
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(made.items()))
    (folder / "SHA256SUMS").write_text(sums)


if __name__ == "__main__":
    main(sys.argv[1:])
