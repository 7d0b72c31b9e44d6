# Many requests as one job (docs/many-games.md): Python, libddz and the nets, out of the Debian packages.
#
#   make deb PACKAGES='ddz-data libddz0 python3-ddz'
#   docker build -t ddz-many -f deploy/many.Dockerfile build/deb
#   docker run --rm -i ddz-many /classify <rows.jsonl >results.jsonl
FROM debian:bookworm-slim
COPY ddz-data_*.deb libddz0_*.deb python3-ddz_*.deb /tmp/deb/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/deb/*.deb \
 && apt-get clean && rm -rf /tmp/deb /var/lib/apt/lists/*
USER 999:999
ENTRYPOINT ["python3", "-m", "ddz.many"]
