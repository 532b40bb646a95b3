-- Links that are mailed: to reset a password, and to accept an invitation. Only the SHA-256 of a token is kept.
CREATE TABLE password_reset (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  person_id  uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_reset_person ON password_reset (person_id);
CREATE INDEX password_reset_expiry ON password_reset (expires_at);
GRANT SELECT, INSERT, DELETE ON password_reset TO carrara_app, carrara_worker;

ALTER TABLE invitation
  ADD COLUMN token_hash bytea CHECK (octet_length(token_hash) = 32),
  ADD COLUMN token_until timestamptz,
  ADD CHECK ((token_hash IS NULL) = (token_until IS NULL));
CREATE INDEX invitation_token ON invitation (token_hash) WHERE token_hash IS NOT NULL;

-- As before; what was mailed shows that the firm means this person as a password does that was handed over, and may hold longer.
DROP FUNCTION invitations_of_person(uuid);
CREATE FUNCTION invitations_of_person(person uuid)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, roles jsonb, needs_code boolean, is_home boolean, created_at timestamptz, token_until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, i.id, i.roles, (i.code_hash IS NOT NULL OR i.token_hash IS NOT NULL) AND p.home_tenant_id IS DISTINCT FROM t.id,
         p.home_tenant_id IS NOT DISTINCT FROM t.id, i.created_at, i.token_until
  FROM invitation i
  JOIN tenant t ON t.id = i.tenant_id AND NOT t.is_inactive
  JOIN person p ON p.id = i.person_id AND NOT p.is_inactive
  WHERE i.person_id = person AND NOT i.is_inactive
  ORDER BY t.name, t.id
$$;

-- The invitation of a mailed link, for whoever has not signed in: no tenant is set at that moment.
CREATE FUNCTION invitation_of_token(hash bytea, at timestamptz)
RETURNS TABLE (tenant_id uuid, tenant_name text, settings jsonb, id uuid, person_id uuid, login text, is_home boolean, token_until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, t.settings, i.id, p.id, p.login, p.home_tenant_id IS NOT DISTINCT FROM t.id, i.token_until
  FROM invitation i
  JOIN tenant t ON t.id = i.tenant_id AND NOT t.is_inactive
  JOIN person p ON p.id = i.person_id AND NOT p.is_inactive
  WHERE i.token_hash = hash AND i.token_until > at AND NOT i.is_inactive
$$;

DO $$
DECLARE f text;
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY['invitations_of_person(uuid)', 'invitation_of_token(bytea, timestamptz)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_app, carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
