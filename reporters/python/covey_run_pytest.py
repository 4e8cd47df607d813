"""Runs pytest as it is, but measured from its first import on: what pytest and its plugins are made of may be the project
itself. Started as a script it has no project's folder on sys.path, as `pytest` has none; by -m it has, as `python -m pytest`."""
import runpy

import covey_process

if __name__ == "__main__":
    recorder = covey_process.begin()
    if recorder is not None:
        recorder.watch_rewriting()  # now: a plugin that the configuration names is loaded before ours
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)
