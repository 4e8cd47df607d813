"""packages_test.py COVEY: what scripts/package makes is the same every time, whole, and of one version."""

import base64
import csv
import hashlib
import io
import json
import re
import struct
import tarfile
import zipfile
from pathlib import Path

import support
from support import COVEY, ROOT, Packed, binary, project, said

import command_line  # noqa: E402  (support has made it known)
import licences  # noqa: E402
from kinds import npm, registry  # noqa: E402


def names(archive):
    return sorted(archive.getnames())


class Packages(Packed):
    def test_the_same_program_is_packed_into_the_same_bytes(self):
        again = self.packed("again")
        made = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual(made, sorted(path.name for path in again.iterdir()))
        self.assertEqual(len(made), 7)
        for name in made:
            self.assertEqual((self.folder / name).read_bytes(), (again / name).read_bytes(), name)

    def test_another_date_changes_what_has_dates(self):
        later = self.packed("later", "tar", SOURCE_DATE_EPOCH="1800000000")
        name, = later.glob("*.tar.gz")
        self.assertNotEqual(name.read_bytes(), (self.folder / name.name).read_bytes())

    def test_the_sums_are_of_all_files(self):
        sums = dict(reversed(line.split("  ")) for line in (self.folder / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(sorted(sums), sorted(path.name for path in self.folder.iterdir() if path.name != "SHA256SUMS"))
        for name, digest in sums.items():
            self.assertEqual(hashlib.sha256((self.folder / name).read_bytes()).hexdigest(), digest)

    def test_the_tarball_holds_the_program_its_page_and_its_completions(self):
        with tarfile.open(self.one("covey-*-linux-*.tar.gz")) as tar:
            top = f"covey-{project.version()}-linux-{binary.machine_here()}"
            below = [name.removeprefix(top + "/") for name in names(tar)]
            self.assertEqual(below, [
                "LICENSE", "README.md", "THIRD_PARTY_LICENSES", "bin/covey", "share/bash-completion/completions/covey",
                "share/fish/vendor_completions.d/covey.fish", "share/man/man1/covey.1", "share/zsh/site-functions/_covey"])
            for member in tar.getmembers():
                self.assertEqual((member.uid, member.gid, member.mtime), (0, 0, project.date()))
                self.assertEqual(member.mode, 0o755 if member.name.endswith("bin/covey") else 0o644)

    def test_the_wheel_records_what_it_holds(self):
        with zipfile.ZipFile(self.one("*.whl")) as wheel:
            record, = [name for name in wheel.namelist() if name.endswith(".dist-info/RECORD")]
            rows = list(csv.reader(io.StringIO(wheel.read(record).decode())))
            self.assertEqual([row[0] for row in rows], wheel.namelist())
            for name, digest, size in rows[:-1]:
                data = wheel.read(name)
                wanted = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                self.assertEqual((digest, int(size)), (f"sha256={wanted}", len(data)), name)
            self.assertEqual(rows[-1], [record, "", ""])
            tags = re.findall(r"^Tag: py3-none-(\S+)$", wheel.read(record.replace("RECORD", "WHEEL")).decode(), re.M)
            self.assertTrue(self.one("*.whl").name.endswith(f"-py3-none-{'.'.join(tags)}.whl"))

    def test_each_package_says_the_version_and_whose_it_is(self):
        version = project.version()
        with zipfile.ZipFile(self.one("*.whl")) as wheel:
            metadata = wheel.read(f"covey_mcp-{version}.dist-info/METADATA").decode()
        self.assertIn(f"\nVersion: {version}\n", metadata)
        self.assertIn(f"mcp-name: {project.registry_name}", metadata)
        with tarfile.open(self.one("*.tgz")) as tgz:
            described = json.load(tgz.extractfile("package/package.json"))
        self.assertEqual((described["version"], described["mcpName"]), (version, project.registry_name))
        server = json.loads((self.folder / "server.json").read_text())
        self.assertEqual({server["version"], *(package["version"] for package in server["packages"])}, {version})
        self.assertEqual(server["name"], project.registry_name)
        plugin = json.loads((ROOT / "packaging/plugin/.claude-plugin/plugin.json").read_text())
        self.assertEqual((plugin["version"], plugin["homepage"]), (version, project.url))
        self.assertIn(f"\nVersion: {version}-", said("dpkg-deb", "--info", self.one("*.deb")).replace("\n ", "\n"))
        self.assertEqual(said(COVEY, "--version"), f"covey {version}\n")

    def test_the_registry_takes_no_longer_description(self):
        self.assertLessEqual(len(project.summary), 100)
        self.assertIn("2025-12-11", registry.schema)

    def test_npm_has_no_script_that_runs_at_the_installation(self):
        with tarfile.open(self.one("*.tgz")) as tgz:
            self.assertNotIn("scripts", json.load(tgz.extractfile("package/package.json")))
            self.assertEqual(tgz.getmember("package/covey.js").mode, 0o755)
        both = npm.description([binary.Binary(arch, COVEY) for arch in ("amd64", "arm64")])
        self.assertEqual(both["cpu"], ["arm64", "x64"])

    def test_the_debian_package_puts_everything_in_its_place(self):
        listed = said("dpkg-deb", "--contents", self.one("*.deb"))
        for path in ("usr/bin/covey", "usr/share/man/man1/covey.1.gz", "usr/share/bash-completion/completions/covey",
                     "usr/share/zsh/vendor-completions/_covey", "usr/share/fish/vendor_completions.d/covey.fish",
                     "usr/share/doc/covey/copyright", "usr/share/doc/covey/changelog.Debian.gz"):
            self.assertRegex(listed, rf"root/root .* \./{re.escape(path)}\n")
        self.assertNotIn("Depends", said("dpkg-deb", "--info", self.one("*.deb")))

    def test_the_page_and_the_completions_name_every_option(self):
        whole = [said(COVEY, "--help")]
        whole += [said(COVEY, sub, "--help") for sub in re.findall(r"^  ([a-z]+) {2,}", whole[0].split("Subcommands:")[1], re.M)]
        options = {name for text in whole for line in text.splitlines() for name in re.findall(r"^  (?:-\w,)?(--[\w-]+)", line)}
        self.assertGreater(len(options), 10)
        tools = re.findall(r"^\| `(\w+)` \|", said(COVEY, "--describe-tools"), re.M)
        self.assertGreater(len(tools), 10)
        with tarfile.open(self.one("covey-*-linux-*.tar.gz")) as tar:
            texts = {Path(name).name: tar.extractfile(name).read().decode() for name in names(tar) if "/share/" in name}
        texts["covey.1"] = texts["covey.1"].replace("\\-", "-")
        for file, text in texts.items():
            for word in options | set(tools):
                word = f"-l {word[2:]}" if file == "covey.fish" and word.startswith("--") else word
                self.assertRegex(text, rf"{re.escape(word)}\b", file)

    def test_the_licences_of_all_parts_are_there(self):
        with tarfile.open(self.one("covey-*-linux-*.tar.gz")) as tar:
            text = tar.extractfile(next(name for name in names(tar) if name.endswith("THIRD_PARTY_LICENSES"))).read().decode()
        for title, *_ in licences.parts:
            self.assertRegex(text, rf"(?m)^{re.escape(title)} \S+$")
        for grammar in licences.grammars.glob("tree-sitter-*"):
            self.assertRegex(text, rf"(?m)^{grammar.name} \S+$")
        self.assertIn("GNU LESSER GENERAL PUBLIC LICENSE", text)
        self.assertNotIn(str(ROOT), text)

    def test_a_part_without_a_licence_is_no_package(self):
        with self.assertRaisesRegex(SystemExit, "no licence of no-such-package"):
            licences.licence_of_debian("no-such-package")


class Programs(Packed):
    kinds = ("registry",)

    def elf(self, machine, *segments):
        head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0, 64, 0, 0, 64, 56, len(segments), 0, 0, 0)
        path = self.work / "elf"
        path.write_bytes(head + b"".join(struct.pack("<I", kind) + bytes(52) for kind in segments))
        return path

    def test_only_a_static_program_of_the_named_architecture_is_packed(self):
        amd64 = project.elf_numbers["amd64"]
        self.assertEqual(binary.fault_of(binary.Binary("amd64", self.elf(amd64, 1, 2))), "")
        self.assertIn("is not of arm64", binary.fault_of(binary.Binary("arm64", self.elf(amd64, 1))))
        self.assertIn("needs libraries", binary.fault_of(binary.Binary("amd64", self.elf(amd64, 1, binary.interpreter_segment))))

    def test_what_is_not_known_is_refused(self):
        for words in (["zip"], ["--arch", "riscv64"], ["--binary"]):
            said(ROOT / "scripts/package", *words, code=2)


class CommandLine(support.unittest.TestCase):
    def test_help_is_read(self):
        command = command_line.parsed("covey", """says what it is
Usage: covey [OPTIONS] [SUBCOMMAND]

Positionals:
  client TEXT                 one, two-b, or three (default: list them)
  files TEXT ... REQUIRED     the files, in any order

Options:
  -h,--help                   Print this
  --many UINT:UINT in [500 - 250000]=20000
                              how many
  --output TEXT:{auto,raw}=auto
                              what
  --write Excludes: --remove  write it

Subcommands:
  call                        calls
""")
        client, files = command.positionals
        self.assertEqual((client.choices, client.required), (["one", "two-b", "three"], False))
        self.assertEqual((files.choices, files.required, files.many), ([], True, True))
        _, many, output, write = command.options
        self.assertEqual((many.range, many.default, many.text), ("500 to 250000", "20000", "how many"))
        self.assertEqual((output.choices, output.default), (["auto", "raw"], "auto"))
        self.assertEqual((write.long, write.kind), ("--write", ""))
        self.assertEqual([sub.name for sub in command.subcommands], ["call"])


if __name__ == "__main__":
    support.main("dpkg-deb", "git")
