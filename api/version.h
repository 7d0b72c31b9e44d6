/* version.h - the version of the whole program: service, library, tools; and that of the HTTP interface.
 *
 * The interface has a number of its own, which rises when something breaks callers (docs/replace.md);
 * test_interface holds openapi.yaml to it. */
#pragma once

#ifndef DDZ_VERSION
#define DDZ_VERSION "0.3.0"
#endif

#define DDZ_INTERFACE "0.4"

/* What --version of a program says after its name: "0.3.0 (92214b2, 2026-11-25)", the version and the commit.
 * It is made while building (tools/build.sh) and linked into programs alone, so a commit compiles no other
 * file anew. */
extern const char ddz_build[];
