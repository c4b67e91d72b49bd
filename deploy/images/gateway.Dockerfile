# syntax=docker/dockerfile:1
# The gateway of small deployments; large ones use one of their own.
# Build from the top of the checkout: docker build -f deploy/images/gateway.Dockerfile .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
RUN npm install --global pnpm@12.21.0
WORKDIR /src
COPY . .
RUN --mount=type=cache,id=countersign-pnpm,target=/pnpm/store \
    pnpm install --frozen-lockfile --store-dir /pnpm/store \
      --filter countersign --filter "@countersign/gateway..." \
      --filter "@countersign/console..." --filter "@countersign/page-build"
RUN pnpm exec tsc -b deploy/gateway/tsconfig.build.json
RUN pnpm exec node --conditions=source packages/page-build/src/main.ts packages/console /console
# Copies the package with what it needs at run time. Nothing of the sources runs: Node strips no
# types below node_modules.
RUN --mount=type=cache,id=countersign-pnpm,target=/pnpm/store \
    pnpm --store-dir /pnpm/store --filter "@countersign/gateway" deploy --prod /app \
    && rm -rf /app/src /app/tsconfig.build.json /app/pnpm-lock.yaml /app/pnpm-workspace.yaml

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 CONSOLE_ROOT=/app/console
WORKDIR /app
# Owned by root and read only: the process cannot change its own program.
COPY --from=build /app ./
COPY --from=build /console ./console
USER node
EXPOSE 8080
CMD ["node", "dist/main.js"]
