FROM node:22-alpine AS build
WORKDIR /service
# Before the sources: a change in them does not install everything again.
COPY package.json package-lock.json .npmrc ./
COPY tools/scripts/package.json tools/scripts/
RUN npm ci --omit=dev --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY core core
COPY indices indices
COPY ingest ingest
COPY operation operation
COPY src src
COPY tools tools
COPY web web
# The workspace has what only the build needs.
RUN npm run build && npm pkg delete workspaces && npm prune --no-audit --no-fund

FROM node:22-alpine
WORKDIR /service
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=build /service/package.json ./
COPY --from=build /service/node_modules node_modules
COPY --from=build /service/dist dist
# A volume that is mounted there for the first time belongs to the user whose this is.
RUN mkdir /rejects && chown node:node /rejects
# The user `node`, as a number: Kubernetes cannot tell from a name that it is not root.
USER 1000
EXPOSE 3000
# Whether it runs: one that waits for Elasticsearch or data recovers by itself, and must not be replaced.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD wget -q -O /dev/null "http://127.0.0.1:$PORT/health/live"
CMD ["node", "dist/src/main.js"]
