/* version.h - of the whole program. */
#ifndef DDZ_API_VERSION_H
#define DDZ_API_VERSION_H

#ifndef DDZ_VERSION
#define DDZ_VERSION "0.2.0"
#endif

#endif
