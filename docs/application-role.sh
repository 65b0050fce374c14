#!/bin/sh
# The image of PostgreSQL runs this at the first start of its database (compose.yaml): the role of the servers.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=ON_ERROR_STOP=1 --set=password="$APP_PASSWORD" <<'.'
CREATE ROLE saral_app LOGIN PASSWORD :'password';
.
