# The Debian package of the service and the libraries it loads, nothing else: no shell, no package manager.
#
#   docker build -t ddzd . && docker run --rm -p 8080:8080 ddzd
#
# Set DDZ_PORT and other options by the environment: the health check reads it too.

FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends make
WORKDIR /ddz
COPY . .
ARG COMMIT
RUN make packages GROUPS='build generate deb' \
 && make deb PACKAGES='ddz-data ddzd' BUILT=service COMMIT="$COMMIT" \
 && tools/rootfs.sh /image build/deb/ddz-data_*.deb build/deb/ddzd_*.deb

FROM scratch
ARG COMMIT VERSION CREATED
LABEL org.opencontainers.image.title="ddzd" \
      org.opencontainers.image.description="Dou Dizhu engine over HTTP, with a console for browsers" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT" \
      org.opencontainers.image.created="$CREATED"
COPY --from=build /image /
USER 999:999
ENV DDZ_LISTEN=0.0.0.0 DDZ_PORT=8080
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/usr/bin/ddz-health"]
ENTRYPOINT ["/usr/bin/ddzd"]
