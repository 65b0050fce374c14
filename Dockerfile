# One image for every server: the versions of package-lock.json, the built web app, and no tools of development.
# `npm install` takes the versions that the lock names; `npm ci` refuses it, for it does not name the packages of every platform.
FROM node:24-bookworm-slim AS built
WORKDIR /saral
COPY package.json package-lock.json .npmrc ./
RUN npm install
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /saral
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev && npm cache clean --force
COPY . .
COPY --from=built /saral/web/dist web/dist
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
# The server itself, and not npm, is told to stop.
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--initial-old-space-size=128", "server/main.ts"]
