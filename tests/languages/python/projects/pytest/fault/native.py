import ctypes
import os


def read_nothing():
    ctypes.string_at(0)


def leave(code):
    os._exit(code)
