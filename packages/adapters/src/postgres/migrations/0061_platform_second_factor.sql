-- How sure a session is of its person, and the second factor of a person: an authenticator, with codes for the day it is lost.

ALTER TABLE session
  -- What was shown in it, such as password and totp.
  ADD COLUMN methods text[] NOT NULL DEFAULT '{password}',
  -- When a second factor was last shown.
  ADD COLUMN strengthened_at timestamptz,
  -- Nothing is possible in it before the second factor is shown.
  ADD COLUMN factor_due boolean NOT NULL DEFAULT false,
  ADD COLUMN idle_hours integer NOT NULL DEFAULT 12 CHECK (idle_hours BETWEEN 1 AND 12);

-- What a provider said of how sure it was.
ALTER TABLE pending_sign_in ADD COLUMN method text CHECK (method IN ('provider', 'providerMfa'));

-- Sealed by a key that is not in the database.
CREATE TABLE second_factor (
  person_id  uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  secret     bytea NOT NULL CHECK (octet_length(secret) BETWEEN 29 AND 200),
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor TO carrara_app, carrara_worker;

-- Each opens once: a used one is gone. Of 79 random bits the SHA-256 is enough.
CREATE TABLE recovery_code (
  person_id uuid NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, DELETE ON recovery_code TO carrara_app, carrara_worker;

-- A factor is set up by its person alone. The home firm may take it away, as when a phone is lost.
CREATE FUNCTION keep_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_in_hands_of_tenant(OLD.person_id, (SELECT home_tenant_id FROM person WHERE id = OLD.person_id)) IS NOT TRUE THEN
      RAISE EXCEPTION 'a second factor of a person of another firm' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
  END IF;
  IF (current_tenant() IS NULL OR NEW.person_id = current_person()) IS NOT TRUE THEN
    RAISE EXCEPTION 'a second factor of somebody else' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER second_factor_kept BEFORE INSERT OR UPDATE OR DELETE ON second_factor FOR EACH ROW EXECUTE FUNCTION keep_second_factor();
CREATE TRIGGER recovery_code_kept BEFORE INSERT OR UPDATE OR DELETE ON recovery_code FOR EACH ROW EXECUTE FUNCTION keep_second_factor();

-- An authenticator that is being set up, until its first code is typed.
CREATE TABLE pending_factor (
  person_id  uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  secret     bytea NOT NULL CHECK (octet_length(secret) BETWEEN 29 AND 200),
  expires_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_factor TO carrara_app, carrara_worker;

-- The periods whose code was used, for as long as it would still be taken.
CREATE TABLE used_code (
  person_id  uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  period     bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, period)
);
GRANT SELECT, INSERT, DELETE ON used_code TO carrara_app, carrara_worker;

-- What the firms of a person ask of a session and a password, which are one for all of them; no firm is chosen at that moment.
CREATE FUNCTION settings_of_firms(person uuid) RETURNS TABLE (settings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.settings FROM membership m JOIN tenant t ON t.id = m.tenant_id AND NOT t.is_inactive
  WHERE m.person_id = person AND NOT m.is_inactive
$$;
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION settings_of_firms(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settings_of_firms(uuid) TO carrara_app, carrara_worker;
ALTER FUNCTION settings_of_firms(uuid) OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
