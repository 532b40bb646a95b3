-- A person belongs to one firm, the home firm, which alone sets name, e-mail, login and password; other firms invite the person, who
-- joins by accepting. Sessions know whether a given password is still to be changed, and rotate when the firm is switched.

ALTER TABLE person ADD COLUMN home_tenant_id uuid REFERENCES tenant;
UPDATE person p SET home_tenant_id = coalesce(
  (SELECT m.tenant_id FROM membership m WHERE m.person_id = p.id ORDER BY m.created_at, m.tenant_id LIMIT 1),
  (SELECT a.tenant_id FROM activity a WHERE a.object_id = p.id AND a.object_type = 'user' ORDER BY a.created_at, a.tenant_id LIMIT 1));
CREATE INDEX person_home ON person (home_tenant_id);

-- Whoever had no home yet is at home in the first firm that is joined.
CREATE FUNCTION find_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE person SET home_tenant_id = NEW.tenant_id WHERE id = NEW.person_id AND home_tenant_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER home_found AFTER INSERT ON membership FOR EACH ROW EXECUTE FUNCTION find_home();

-- What a transaction of a firm may do to people, whatever the program does: nothing to those of other firms but what they do themselves.
CREATE FUNCTION is_in_hands_of_tenant(person uuid, home uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN current_tenant() IS NULL OR home = current_tenant() OR person = current_person();
CREATE FUNCTION keep_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.login, NEW.first_name, NEW.last_name, NEW.email, NEW.is_inactive) IS DISTINCT FROM
     (OLD.login, OLD.first_name, OLD.last_name, OLD.email, OLD.is_inactive)
     AND is_in_hands_of_tenant(OLD.id, OLD.home_tenant_id) IS NOT TRUE
     OR OLD.home_tenant_id IS NOT NULL AND NEW.home_tenant_id IS DISTINCT FROM OLD.home_tenant_id AND current_tenant() IS NOT NULL THEN
    RAISE EXCEPTION 'a person of another firm' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER person_kept BEFORE UPDATE ON person FOR EACH ROW EXECUTE FUNCTION keep_person();
CREATE FUNCTION keep_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_in_hands_of_tenant(NEW.person_id, (SELECT home_tenant_id FROM person WHERE id = NEW.person_id)) IS NOT TRUE THEN
    RAISE EXCEPTION 'a password of a person of another firm' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credential_kept BEFORE INSERT OR UPDATE ON credential FOR EACH ROW EXECUTE FUNCTION keep_credential();

-- Whom a firm has asked in and who has not come yet. It is gone when it is accepted, declined or taken back; the trail keeps it.
-- Names and e-mail are as the firm wrote them: it learns nothing of a person of another firm before that person has agreed.
CREATE TABLE invitation (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  person_id   uuid NOT NULL REFERENCES person,
  login       text NOT NULL,
  first_name  text NOT NULL CHECK (length(first_name) <= 200),
  last_name   text NOT NULL CHECK (length(last_name) <= 200),
  email       text CHECK (length(email) <= 320),
  roles       jsonb NOT NULL CHECK (jsonb_typeof(roles) = 'array'),
  -- Of the first password that the firm hands to the person: who holds the login alone cannot accept.
  code_hash   text,
  is_inactive boolean NOT NULL DEFAULT false,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  created_by  uuid,
  updated_at  timestamptz NOT NULL,
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, person_id)
);
CREATE INDEX invitation_person ON invitation (person_id);
CALL protect_tenant_table('invitation');

-- The invitations of one person, of whatever firm, for the choice after sign-in: no tenant is set at that moment.
CREATE FUNCTION invitations_of_person(person uuid)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, roles jsonb, needs_code boolean, is_home boolean, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, i.id, i.roles, i.code_hash IS NOT NULL AND p.home_tenant_id IS DISTINCT FROM t.id,
         p.home_tenant_id IS NOT DISTINCT FROM t.id, i.created_at
  FROM invitation i
  JOIN tenant t ON t.id = i.tenant_id AND NOT t.is_inactive
  JOIN person p ON p.id = i.person_id AND NOT p.is_inactive
  WHERE i.person_id = person AND NOT i.is_inactive
  ORDER BY t.name, t.id
$$;

ALTER TABLE session
  ADD COLUMN password_due boolean NOT NULL DEFAULT false,
  -- The token before the last rotation, for requests that were under way: good for moments only.
  ADD COLUMN previous_token_hash bytea UNIQUE CHECK (octet_length(previous_token_hash) = 32),
  ADD COLUMN previous_until timestamptz;

-- The session of a token for the live channel: good for its time, as often as it is shown.
CREATE FUNCTION session_of_live_token(hash bytea, for_tenant uuid, at timestamptz) RETURNS TABLE (session_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT d.session_id FROM download_token d
  WHERE d.token_hash = hash AND d.path = 'live' AND d.tenant_id = for_tenant AND d.expires_at > at
$$;

DO $$
DECLARE f text;
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY['invitations_of_person(uuid)', 'session_of_live_token(bytea, uuid, timestamptz)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_app, carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;

-- What the command line does to a firm stands in its trail as well.
GRANT INSERT ON activity, outbox TO carrara_worker;
GRANT UPDATE ON activity_head TO carrara_worker;
