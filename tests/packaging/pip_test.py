"""pip_test.py COVEY: pip installs the wheel without a network, and both of its commands start covey."""

import subprocess
import sys

import support
from support import Packed, project, said


class Wheel(Packed):
    kinds = ("wheel",)

    def test_both_commands_run_from_a_venv_and_through_a_link(self):
        venv = self.work / "venv"
        said(sys.executable, "-m", "venv", venv)
        said(venv / "bin/python", "-m", "pip", "install", "--no-index", "--no-deps", self.one("*.whl"))
        link = self.work / "covey-mcp"  # as pipx and uv make them
        link.symlink_to(venv / "bin/covey-mcp")
        for command in (venv / "bin/covey", venv / "bin/covey-mcp", link):
            self.assertEqual(said(command, "--version"), f"covey {project.version()}\n")
        self.assertTrue((venv / "share/man/man1/covey.1").exists())
        said(venv / "bin/python", "-m", "pip", "uninstall", "--yes", project.package)
        self.assertEqual([path.name for path in (venv / "bin").glob("covey*")], [])


if __name__ == "__main__":
    if subprocess.run([sys.executable, "-c", "import ensurepip, venv"], check=False, capture_output=True).returncode != 0:
        print("SKIPPED: no venv with pip for this python3")
        sys.exit(77)
    support.main()
