# One image for every server: the versions of package-lock.json and the built web app, without development tools.
# `npm install` installs the versions of the lock file. `npm ci` refuses that file, because it lacks the packages of some platforms.
FROM node:24-bookworm-slim AS built
WORKDIR /saral
COPY package.json package-lock.json .npmrc ./
RUN npm install
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /saral
# Two arenas of the allocator: with one for each thread it would hold on to the memory of decoded pictures in each.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev && npm cache clean --force
COPY . .
COPY --from=built /saral/web/dist web/dist
COPY --from=built /saral/console/dist console/dist
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
# Without npm in between, the server itself receives the signal to stop.
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--initial-old-space-size=128", "server/main.ts"]
