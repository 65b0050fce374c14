-- Run after the migrations, at each start: what the application's role may do. A table whose comment begins with
-- "append-only" can be read and added to, and nothing else: what was booked stays booked. One that is "written-once" may also be
-- cleared of what is old, but what stands in it is never changed. One that is "encrypted-once" is append-only as well, but for its
-- encrypted columns, which the rotation of keys writes anew. One that is "read-only" is written by the owner alone.
DO $$
DECLARE
  product_schema regnamespace;
  append_only regclass;
  written_once regclass;
  encrypted_once record;
  read_only regclass;
BEGIN
  FOR product_schema IN SELECT oid::regnamespace FROM pg_namespace WHERE nspname IN ('public', 'sandbox') LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', product_schema, :'app');
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO %I', product_schema, :'app');
  END LOOP;
  FOR append_only IN
    SELECT oid::regclass FROM pg_class WHERE relkind IN ('r', 'p') AND obj_description(oid, 'pg_class') LIKE 'append-only%'
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM %I', append_only, :'app');
  END LOOP;
  FOR written_once IN
    SELECT oid::regclass FROM pg_class WHERE relkind IN ('r', 'p') AND obj_description(oid, 'pg_class') LIKE 'written-once%'
  LOOP
    EXECUTE format('REVOKE UPDATE, TRUNCATE ON %s FROM %I', written_once, :'app');
  END LOOP;
  FOR encrypted_once IN
    SELECT oid::regclass AS name, (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
      WHERE attrelid = pg_class.oid AND attname LIKE '%\_sealed' AND NOT attisdropped) AS columns
    FROM pg_class WHERE relkind IN ('r', 'p') AND obj_description(oid, 'pg_class') LIKE 'encrypted-once%'
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM %I', encrypted_once.name, :'app');
    EXECUTE format('GRANT UPDATE (%s) ON %s TO %I', encrypted_once.columns, encrypted_once.name, :'app');
  END LOOP;
  FOR read_only IN
    SELECT oid::regclass FROM pg_class WHERE relkind IN ('r', 'p') AND obj_description(oid, 'pg_class') LIKE 'read-only%'
  LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON %s FROM %I', read_only, :'app');
  END LOOP;
END
$$;
-- One lock for each chain of the audit log, whose row its holder updates.
REVOKE INSERT, DELETE ON chain_slot FROM :"app";
REVOKE INSERT, UPDATE, DELETE ON schema_migration FROM :"app";

-- The job queue keeps its own tables, in its own schema, and migrates them itself.
GRANT USAGE, CREATE ON SCHEMA jobs TO :"app";
