-- Tokens by which a program acts: with the rights of the user who owns it as they are at each request, and never with more. A program may be a user of its
-- own, which has rights like anybody and cannot sign in.

ALTER TABLE person ADD COLUMN is_program boolean NOT NULL DEFAULT false;

CREATE TABLE api_token (
  tenant_id           uuid NOT NULL REFERENCES tenant,
  id                  uuid NOT NULL,
  -- Whose rights it has.
  person_id           uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  name                text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  token_hash          bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  access              text NOT NULL CHECK (access IN ('READ', 'WRITE')),
  with_pay            boolean NOT NULL,
  -- Made in a session that had shown a second factor.
  is_strong           boolean NOT NULL,
  -- Where it may be used from; from anywhere while there are none.
  addresses           inet[] NOT NULL DEFAULT '{}' CHECK (cardinality(addresses) <= 20),
  requests_per_minute integer NOT NULL CHECK (requests_per_minute BETWEEN 1 AND 12000),
  expires_at          timestamptz NOT NULL,
  ended_at            timestamptz,
  ended_by            uuid,
  last_used_at        timestamptz,
  last_address        inet,
  created_at          timestamptz NOT NULL,
  created_by          uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT api_token_year CHECK (expires_at <= created_at + interval '367 days')
);
-- Not unique: every key of a firm's table begins with the firm, and the hash of 32 random bytes is no other's.
CREATE INDEX api_token_hash ON api_token (token_hash);
CREATE INDEX api_token_person ON api_token (tenant_id, person_id);
CALL protect_tenant_table('api_token', 'SELECT, INSERT');
GRANT UPDATE (ended_at, ended_by) ON api_token TO carrara_app;
GRANT UPDATE (last_used_at, last_address) ON api_token TO carrara_worker;

-- What a request needs to know of the token that it came with, before a firm is chosen.
CREATE FUNCTION api_token_of(hash bytea) RETURNS SETOF api_token
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.* FROM api_token t WHERE t.token_hash = hash
$$;
CREATE FUNCTION note_api_token_use(token uuid, from_address inet, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE api_token SET last_used_at = at, last_address = from_address WHERE id = token
$$;

-- A token without pay sees none, whatever its owner sees.
CREATE OR REPLACE FUNCTION own_pay_access() RETURNS SETOF pay_access
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.* FROM pay_access a
  WHERE a.tenant_id = current_tenant() AND a.person_id = current_person() AND a.status = 'ACTIVE'
    AND (a.ends_on IS NULL OR a.ends_on >= firm_day())
    AND current_setting('app.without_pay', true) IS DISTINCT FROM 'on'
$$;

-- A program has nothing to sign in with.
CREATE FUNCTION refuse_program() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT p.is_program FROM person p WHERE p.id = NEW.person_id) THEN
    RAISE EXCEPTION 'a program does not sign in' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER no_program BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_program();
CREATE TRIGGER no_program BEFORE INSERT ON credential FOR EACH ROW EXECUTE FUNCTION refuse_program();
CREATE TRIGGER no_program BEFORE INSERT ON person_identity FOR EACH ROW EXECUTE FUNCTION refuse_program();
CREATE TRIGGER no_program BEFORE INSERT ON invitation FOR EACH ROW EXECUTE FUNCTION refuse_program();

DO $$
DECLARE f text;
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY['api_token_of(bytea)', 'note_api_token_use(uuid, inet, timestamptz)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_app, carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
