/* version.h - the version of the whole program: service, library, tools. */
#ifndef DDZ_API_VERSION_H
#define DDZ_API_VERSION_H

#ifndef DDZ_VERSION
#define DDZ_VERSION "0.2.0"
#endif

#endif
