# syntax=docker/dockerfile:1
# The sample business application. `node dist/migrate.js` migrates.
# Build from the top of the checkout: docker build -f deploy/images/expense.Dockerfile .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
RUN npm install --global pnpm@12.21.0
WORKDIR /src
COPY . .
RUN --mount=type=cache,id=countersign-pnpm,target=/pnpm/store \
    pnpm install --frozen-lockfile --store-dir /pnpm/store \
      --filter countersign --filter "@countersign/expense..." \
      --filter "@countersign/expense-web..." --filter "@countersign/page-build..."
RUN pnpm exec tsc -b deploy/expense/tsconfig.build.json
RUN pnpm exec node --conditions=source packages/page-build/src/main.ts deploy/expense-web /web
# Copies the package with what it needs at run time. Nothing of the sources runs: Node strips no
# types below node_modules.
RUN --mount=type=cache,id=countersign-pnpm,target=/pnpm/store \
    pnpm --store-dir /pnpm/store --filter "@countersign/expense" deploy --prod /app \
    && rm -rf /app/src /app/tsconfig.build.json /app/pnpm-lock.yaml /app/pnpm-workspace.yaml

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8084 WEB_ROOT=/app/web SPA_CLIENT_ID=expense-spa
WORKDIR /app
# Owned by root and read only: the process cannot change its own program.
COPY --from=build /app ./
COPY --from=build /web ./web
USER node
EXPOSE 8084
CMD ["node", "dist/main.js"]
