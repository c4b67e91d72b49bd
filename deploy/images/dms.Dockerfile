# syntax=docker/dockerfile:1
# The document service. `node dist/migrate.js` migrates.
# Build from the top of the checkout: docker build -f deploy/images/dms.Dockerfile .
# With the tools for previews, about 1 GB more: docker build --target previews …
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
RUN npm install --global pnpm@12.21.0
WORKDIR /src
COPY . .
RUN --mount=type=cache,id=countersign-pnpm,target=/pnpm/store \
    pnpm install --frozen-lockfile --store-dir /pnpm/store \
      --filter countersign --filter "@countersign/dms..."
RUN pnpm exec tsc -b services/dms/tsconfig.build.json
# Copies the package with what it needs at run time. Nothing of the sources runs: Node strips no
# types below node_modules.
RUN --mount=type=cache,id=countersign-pnpm,target=/pnpm/store \
    pnpm --store-dir /pnpm/store --filter "@countersign/dms" deploy --prod /app \
    && rm -rf /app/src /app/tsconfig.build.json /app/pnpm-lock.yaml /app/pnpm-workspace.yaml

FROM ${NODE_IMAGE} AS service
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8083
WORKDIR /app
# Owned by root and read only: the process cannot change its own program.
COPY --from=build /app ./
USER node
EXPOSE 8083
CMD ["node", "dist/main.js"]

FROM service AS previews
USER root
RUN apt-get update && apt-get install -y --no-install-recommends \
      poppler-utils ffmpeg libheif-examples fonts-dejavu-core fonts-noto-cjk \
      libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui \
    && rm -rf /var/lib/apt/lists/*
USER node

FROM service
