"""Makes the wheel of this package with Python alone: `pip install` needs no setuptools, no network, and leaves no files.

The hooks of PEP 517 and PEP 660 that pip calls.
"""
import base64
import hashlib
import io
import os
import re
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
EPOCH = (1980, 1, 1, 0, 0, 0)


def _read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


# In the repository the licence lies at its root, in an archive of the sources beside this file.
LICENSE = {"LICENSE": _read(path) for path in ("../../LICENSE", "LICENSE") if os.path.exists(os.path.join(HERE, path))}
VERSION = re.search(r'__version__ = "(.*)"', _read("ddz/__init__.py")).group(1)
NAME = f"ddz_client-{VERSION}"
METADATA = f"""Metadata-Version: 2.1
Name: ddz-client
Version: {VERSION}
Summary: Client of the ddz Dou Dizhu engine: over HTTP or in process
License: MIT
Requires-Python: >=3.9
Provides-Extra: async
Requires-Dist: httpx>=0.23; extra == "async"
Description-Content-Type: text/markdown

{_read("README.md")}"""
WHEEL = "Wheel-Version: 1.0\nGenerator: ddz\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _sources():
    return {f"{folder}/{name}": _read(f"{folder}/{name}") for folder in ("ddz", "ddz/dropin")
            for name in sorted(os.listdir(os.path.join(HERE, folder))) if name.endswith(".py") or name == "py.typed"}


def _wheel(folder, files):
    info = f"{NAME}.dist-info"
    files = {name: text.encode() for name, text in {**files, f"{info}/METADATA": METADATA, f"{info}/WHEEL": WHEEL,
                                                        **{f"{info}/{name}": text for name, text in LICENSE.items()}}.items()}
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _wheel(wheel_directory, _sources())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _wheel(wheel_directory, {"ddz_client.pth": HERE + "\n"})


def build_sdist(sdist_directory, config_settings=None):
    files = {**_sources(), **{name: _read(name) for name in ("README.md", "backend.py", "pyproject.toml")}, "PKG-INFO": METADATA,
             **LICENSE}
    with tarfile.open(os.path.join(sdist_directory, f"{NAME}.tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, text in files.items():
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return f"{NAME}.tar.gz"
