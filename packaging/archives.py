"""Archives that hold the same bytes whenever and wherever they are made: sorted, of one date and owner, of two modes."""
import dataclasses
import gzip
import io
import tarfile
import time
import zipfile


@dataclasses.dataclass(frozen=True)
class Entry:
    path: str
    data: bytes
    program: bool = False

    @property
    def mode(self):
        return 0o755 if self.program else 0o644


def gzipped(data):
    """As gzip -9n writes it: without name or date."""
    return gzip.compress(data, 9, mtime=0)


def tar_gz(entries, date):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for entry in sorted(entries, key=lambda entry: entry.path):
            info = tarfile.TarInfo(entry.path)
            info.size, info.mode, info.mtime = len(entry.data), entry.mode, date
            info.uname = info.gname = "root"
            tar.addfile(info, io.BytesIO(entry.data))
    return gzipped(out.getvalue())


def zip_file(entries, date):
    """In the given order: a wheel's RECORD comes last."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for entry in entries:
            info = zipfile.ZipInfo(entry.path, time.gmtime(date)[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix: the mode counts
            info.external_attr = (0o100000 | entry.mode) << 16
            packed.writestr(info, entry.data)
    return out.getvalue()
