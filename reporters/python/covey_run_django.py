"""Runs a Django project's tests with its manage.py: `python -m covey_run_django`, in the project's root."""
import os
import runpy
import sys

import covey_coverage
from covey_channel import WORKSPACE, Channel, setting


def main():
    coverage = covey_coverage.start()
    channel = Channel(setting("COVEY_EVENTS"))
    sys.argv = ["manage.py", "test", "--testrunner=covey_django.Runner", "--noinput"]
    try:
        runpy.run_path(os.path.join(WORKSPACE, "manage.py"), run_name="__main__")
    finally:
        trouble = coverage.finish() if coverage is not None else None
        if trouble:
            channel.put("note", text=trouble)
        channel.put("end")


if __name__ == "__main__":
    main()
