#!/usr/bin/env python3
"""What a release is made of, as SPDX 2.3 in JSON: Debian packages that are linked or build it, files that are included.

usage: tools/sbom.py VERSION DATE       DATE: of the commit, 2026-11-25T10:00:00Z; reads tools/packages.sh and web/vendor
"""
import json
import re
import subprocess
import sys

# (library as it is linked, how it is used, licence)
LINKED = [("libmicrohttpd-dev", "the service", "LGPL-2.1-or-later"), ("libjansson-dev", "all programs and libddz", "MIT"),
          ("libseccomp-dev", "the service", "LGPL-2.1"),
          ("libc6-dev", "all programs and libddz", "LGPL-2.1-or-later")]


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def version_of(package):
    return said("dpkg-query", "-W", "-f", "${Version}", package) or "NOASSERTION"


def package(name, version, licence, **more):
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}


def debian(name, licence="NOASSERTION"):
    version = version_of(name)
    return package(name, version, licence, externalRefs=[{
        "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
        "referenceLocator": f"pkg:deb/debian/{name}" + ("" if version == "NOASSERTION" else f"@{version}")}])


def main():
    version, date = sys.argv[1:]
    ddz = package("ddz", version, "MIT")
    packages, relations = [ddz], [("SPDXRef-DOCUMENT", "DESCRIBES", ddz["SPDXID"])]
    for name, use, licence in LINKED:
        packages.append({**debian(name, licence), "comment": f"linked with {use}"})
        relations.append((ddz["SPDXID"], "DEPENDS_ON", packages[-1]["SPDXID"]))
    rows = [row.split() for row in said("tools/packages.sh", "--list").splitlines()]
    linked = [name for name, _, _ in LINKED]
    for name in sorted({name for group, _, name in rows if group in ("build", "generate") and name not in linked}):
        packages.append(debian(name))
        relations.append((packages[-1]["SPDXID"], "BUILD_TOOL_OF", ddz["SPDXID"]))
    with open("web/vendor/SHA256SUMS", encoding="utf-8") as sums:
        for total, name in (line.split() for line in sums):
            if not name.endswith(".js"):
                continue
            licence = "BSD-3-Clause" if name.startswith("lit-html") else "MIT"
            packages.append(package(name, "NOASSERTION", licence, checksums=[{"algorithm": "SHA256", "checksumValue": total}],
                                    comment="part of the console"))
            relations.append((ddz["SPDXID"], "CONTAINS", packages[-1]["SPDXID"]))
    json.dump({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"ddz-{version}",
               "documentNamespace": f"urn:ddz:{version}:{date}",
               "creationInfo": {"created": date, "creators": ["Tool: ddz tools/sbom.py"]}, "packages": packages,
               "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                                 for a, kind, b in relations]}, sys.stdout, indent=1)
    print()


main()
