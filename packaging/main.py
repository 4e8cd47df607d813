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


def main(arguments):
    folder = pathlib.Path(arguments[0])
    at = arguments.index("--")
    binaries = [binary.Binary(arch, pathlib.Path(path)) for arch, path in (word.split("=", 1) for word in arguments[1:at])]
    for one in binaries:
        if fault := binary.fault_of(one):
            sys.exit(f"scripts/package: {fault}")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    texts = common.texts_of(binaries[0])
    for kind in arguments[at + 1:] or kinds:
        for name, data in importlib.import_module(f"kinds.{kind}").make(binaries, texts):
            write(folder, name, data)
    made = sorted(folder.iterdir())
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (folder / "SHA256SUMS").write_text(sums)


if __name__ == "__main__":
    main(sys.argv[1:])
