"""Runs a Django project's tests: `python -m covey_run_django STARTER WORD…`, in the project's root. The starter is a manage.py,
its runtests.py, or django-admin with the settings that the environment names."""
import runpy
import sys

import covey_process
from covey_channel import WORKSPACE, Channel, setting
from covey_own import BUILTINS as __builtins__, os

_ARGUMENTS = ["test", "--testrunner=covey_django.Runner", "--noinput"]


def _run_script(name, arguments):
    sys.argv = [name] + arguments + sys.argv[2:]
    runpy.run_path(os.path.join(WORKSPACE, name), run_name="__main__")


def _run_own_script(name):
    """It chooses settings and tests by itself, and gets our runner wherever it asks Django for one."""
    import django.test.utils

    def our_runner(*_arguments, **_named):
        from covey_django import Runner  # needs the settings
        return Runner

    django.test.utils.get_runner = our_runner
    _run_script(name, [])


def _run(starter):
    folder, name = os.path.split(starter)
    if name == "manage.py":
        if folder:  # alone on sys.path, as `python FOLDER/manage.py` has it, and with all its tests
            sys.path[0] = os.path.join(WORKSPACE, folder)
        _run_script(starter, _ARGUMENTS + [folder] * bool(folder))
    elif starter == "django-admin":
        from django.core.management import execute_from_command_line
        sys.argv = [starter] + _ARGUMENTS + sys.argv[2:]
        execute_from_command_line(sys.argv)
    else:
        _run_own_script(starter)


def main():
    covey_process.tell_faults()
    covey_process.begin()
    channel = Channel(setting("COVEY_EVENTS"))
    try:
        _run(sys.argv[1])
    finally:
        covey_process.finish(channel)
        channel.put("end")


if __name__ == "__main__":
    main()
