"""The program that is packed."""
import dataclasses
import pathlib
import shutil
import struct
import subprocess

import project

interpreter_segment = 3  # PT_INTERP: it wants a loader, so it is not static


@dataclasses.dataclass(frozen=True)
class Binary:
    arch: str
    path: pathlib.Path

    @property
    def data(self):
        return self.path.read_bytes()

    def says(self, *arguments):
        """What it prints; of another architecture through qemu."""
        command = [str(self.path), *arguments]
        emulator = shutil.which(f"qemu-{project.machines[self.arch]}-static")
        if project.machines[self.arch] != machine_here() and emulator:
            command.insert(0, emulator)
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def machine_here():
    return subprocess.run(["uname", "-m"], capture_output=True, text=True, check=True).stdout.strip()


def arch_here():
    return next(arch for arch, machine in project.machines.items() if machine == machine_here())


def fault_of(binary):
    """Why it cannot be packed; empty: it can. What is no ELF file is a stand-in of the tests."""
    data = binary.data
    if not data.startswith(b"\x7fELF"):
        return ""
    if struct.unpack_from("<H", data, 18)[0] != project.elf_numbers[binary.arch]:
        return f"{binary.path} is not of {binary.arch}"
    start, = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    kinds = [struct.unpack_from("<I", data, start + i * size)[0] for i in range(count)]
    if interpreter_segment in kinds:
        return f"{binary.path} needs libraries of the machine it runs on; build it with the preset static"
    return ""
