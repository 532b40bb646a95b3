-- Who signed in, and which files were fetched: beside the trail of changes, what people did that changed nothing.
CREATE TABLE access_event (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  person_id  uuid NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('SIGN_IN', 'DOWNLOAD')),
  -- The name of the file.
  subject    text CHECK (length(subject) <= 400),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX access_event_time ON access_event (tenant_id, created_at DESC);
CALL protect_tenant_table('access_event', 'SELECT, INSERT');
GRANT INSERT ON access_event TO carrara_worker;

-- A sign-in is one in every firm of the person; no firm is chosen at that moment.
CREATE FUNCTION keep_sign_in(person uuid, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO access_event (tenant_id, id, person_id, kind, created_at)
  SELECT r.tenant_id, gen_random_uuid(), person, 'SIGN_IN', at FROM (SELECT DISTINCT o.tenant_id FROM roles_of_person(person) o) r
$$;
DO $$
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  REVOKE EXECUTE ON FUNCTION keep_sign_in(uuid, timestamptz) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION keep_sign_in(uuid, timestamptz) TO carrara_app, carrara_worker;
  ALTER FUNCTION keep_sign_in(uuid, timestamptz) OWNER TO carrara_worker;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
