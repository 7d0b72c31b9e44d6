# The service and nothing else: built in one stage, copied into the next with the three libraries it needs.
#
#   docker build -t ddzd . && docker run --rm -p 8080:8080 ddzd

FROM debian:bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev make libmicrohttpd-dev libjansson-dev
WORKDIR /ddz
COPY . .
RUN make build/release/ddzd && strip build/release/ddzd

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends libmicrohttpd12 libjansson4 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && useradd --system --no-create-home --shell /usr/sbin/nologin ddz
COPY --from=build /ddz/build/release/ddzd /usr/local/bin/ddzd
COPY models/ddz.net models/ddz-bids.net models/ddz-belief.net /usr/local/share/ddz/
COPY LICENSE /usr/share/doc/ddzd/LICENSE
USER ddz
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/ddzd", "--listen", "0.0.0.0", "--port", "8080"]
