-- Platform: roles and tenant isolation, people and sign-in, membership, the audit log, reference data, background jobs, mail, API tokens
-- and uploads.
--
-- Two group roles carry every privilege. The login roles of a database are members of one of them and own nothing.
--   carrara_app     serves requests and sees one tenant at a time
--   carrara_worker  works across tenants: publishes events, verifies, backs up, creates tenants

DO $$
BEGIN
  -- Roles belong to the whole cluster. Another database of the cluster may have created them, or may be creating them now.
  PERFORM pg_advisory_xact_lock(hashtext('carrara roles'));
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carrara_app') THEN
    CREATE ROLE carrara_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carrara_worker') THEN
    CREATE ROLE carrara_worker NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
  -- An owner that is not a superuser has to be a member of the role that it hands functions to.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT carrara_worker TO %I', current_user);
  END IF;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO carrara_app, carrara_worker;

-- Trigram indexes serve the search fields of lists.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Returns the tenant of the transaction. It is null if none is set, and then no row of any tenant is visible.
CREATE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Returns the person on whose behalf the transaction runs, or null.
CREATE FUNCTION current_person() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.person_id', true), '')::uuid;

-- Returns a UUID of version 7, as the server's processes create them: ids sort by the time of their creation, to the microsecond.
-- PostgreSQL has uuidv7() from version 18 on.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(micros / 1000), 12, '0') || to_hex(28672 + micros % 1000 * 4096 / 1000) || substr(gen_random_uuid()::text, 20))::uuid
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) t (micros)
$$;

-- Puts a table with a tenant_id under row-level security and grants both group roles their privileges on it. The application reads and
-- writes the rows of the tenant of its transaction; the worker reads all rows.
CREATE PROCEDURE protect_tenant_table(target regclass, app_rights text DEFAULT 'SELECT, INSERT, UPDATE, DELETE')
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant_rows ON %s TO carrara_app USING (tenant_id = (SELECT current_tenant())) '
                 'WITH CHECK (tenant_id = (SELECT current_tenant()))', target);
  EXECUTE format('CREATE POLICY worker_rows ON %s TO carrara_worker USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT %s ON %s TO carrara_app', app_rights, target);
  EXECUTE format('GRANT SELECT ON %s TO carrara_worker', target);
END $$;
REVOKE EXECUTE ON PROCEDURE protect_tenant_table FROM PUBLIC;

-- Tenants -------------------------------------------------------------------------------------------------------------

-- Tenants are the firms that use the product. A tenant sees its own row; the worker sees and creates all of them.
CREATE TABLE tenant (
  id           uuid PRIMARY KEY,
  name         text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  host         text UNIQUE CHECK (host ~ '^[a-z0-9.-]{1,253}$'),
  -- An investor's own tenant, in contrast to that of a manager.
  is_lp_tenant boolean NOT NULL DEFAULT false,
  is_demo      boolean NOT NULL DEFAULT false,
  -- The firm whose administrator added this one to look around. Nobody else joins a sample firm, and it has no links to other firms.
  sample_of    uuid REFERENCES tenant CHECK (sample_of <> id),
  settings     jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings) = 'object'),
  is_inactive  boolean NOT NULL DEFAULT false,
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid
);
CREATE UNIQUE INDEX tenant_name ON tenant (lower(name));
-- A firm has one sample firm at a time.
CREATE UNIQUE INDEX tenant_sample ON tenant (sample_of) WHERE sample_of IS NOT NULL AND NOT is_inactive;
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON tenant TO carrara_app USING (id = (SELECT current_tenant())) WITH CHECK (id = (SELECT current_tenant()));
CREATE POLICY worker_rows ON tenant TO carrara_worker USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON tenant TO carrara_app;
GRANT SELECT, INSERT, UPDATE ON tenant TO carrara_worker;

-- Returns the local date of the tenant: the instant of the request, in the tenant's time zone. A status is always as of a date.
CREATE FUNCTION firm_day() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) AT TIME ZONE coalesce(
    (SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t
     WHERE t.id = nullif(current_setting('app.tenant_id', true), '')::uuid), 'UTC'))::date
$$;

-- Facts about the whole installation: a fingerprint of the key that chains the audit log, and whether the demo firms are complete.
CREATE TABLE installation (
  name  text PRIMARY KEY,
  value text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON installation TO carrara_worker;

-- People and sign-in: outside the tenants, since one person may be a member of several --------------------------------

-- People sign in with one login for all of their tenants. The home tenant alone sets a person's name, email, login and password; other
-- tenants invite the person.
CREATE TABLE person (
  id             uuid PRIMARY KEY,
  home_tenant_id uuid REFERENCES tenant,
  login          text NOT NULL CHECK (login <> '' AND length(login) <= 200),
  first_name     text NOT NULL DEFAULT '' CHECK (length(first_name) <= 200),
  last_name      text NOT NULL DEFAULT '' CHECK (length(last_name) <= 200),
  email          text CHECK (length(email) <= 320),
  picture        bytea CHECK (octet_length(picture) <= 4194304),
  picture_type   text CHECK (picture_type ~ '^image/'),
  -- A program acts with API tokens and cannot sign in.
  is_program     boolean NOT NULL DEFAULT false,
  is_inactive    boolean NOT NULL DEFAULT false,
  row_version    integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid,
  updated_at     timestamptz NOT NULL DEFAULT now(),
  updated_by     uuid
);
CREATE UNIQUE INDEX person_login ON person (lower(login));
CREATE INDEX person_email ON person (lower(email));
CREATE INDEX person_home ON person (home_tenant_id);
GRANT SELECT, INSERT, UPDATE ON person TO carrara_app, carrara_worker;

-- Password hashes are stored apart from people, so that no list of people can expose one.
CREATE TABLE credential (
  person_id     uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  password_hash text NOT NULL,
  must_change   boolean NOT NULL DEFAULT false,
  changed_at    timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON credential TO carrara_app, carrara_worker;

-- The accounts of a person at OpenID Connect providers.
CREATE TABLE person_identity (
  issuer    text NOT NULL,
  subject   text NOT NULL,
  person_id uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
);
GRANT SELECT, INSERT, DELETE ON person_identity TO carrara_app, carrara_worker;

-- Sessions are found by the SHA-256 of their token, so that read access to this table is not enough to sign in. A session knows how it was
-- authenticated and whether a password change or a second factor is still due.
CREATE TABLE session (
  token_hash          bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  id                  uuid NOT NULL UNIQUE,
  person_id           uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  -- The factors that the person has passed, such as password and totp.
  methods             text[] NOT NULL DEFAULT '{password}',
  -- The OpenID Connect provider of the sign-in, with its ID token, which ends the provider's session at sign-out. The token is sealed by a
  -- key that is not in the database.
  provider            text,
  id_token            bytea,
  -- The time when the person last passed a second factor.
  strengthened_at     timestamptz,
  password_due        boolean NOT NULL DEFAULT false,
  -- Nothing is possible in the session before the second factor is passed.
  factor_due          boolean NOT NULL DEFAULT false,
  created_at          timestamptz NOT NULL,
  last_used_at        timestamptz NOT NULL,
  idle_hours          integer NOT NULL DEFAULT 12 CHECK (idle_hours BETWEEN 1 AND 12),
  idle_until          timestamptz NOT NULL,
  expires_at          timestamptz NOT NULL,
  revoked_at          timestamptz,
  -- The token before the last rotation stays valid for moments, for requests that were under way.
  previous_token_hash bytea UNIQUE CHECK (octet_length(previous_token_hash) = 32),
  previous_until      timestamptz,
  address             text,
  user_agent          text CHECK (length(user_agent) <= 400)
);
CREATE INDEX session_person ON session (person_id);
CREATE INDEX session_expiry ON session (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO carrara_app, carrara_worker;

-- Download tokens let a browser fetch one file without a session cookie. Each is good for one path, in one tenant, for a short time.
CREATE TABLE download_token (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  person_id  uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  tenant_id  uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  path       text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX download_token_expiry ON download_token (expires_at);
ALTER TABLE download_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE download_token FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON download_token TO carrara_app USING (tenant_id = (SELECT current_tenant())) WITH CHECK (tenant_id = (SELECT current_tenant()));
CREATE POLICY worker_rows ON download_token TO carrara_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON download_token TO carrara_app, carrara_worker;

-- Sign-ins that are under way at an OpenID Connect provider, with the one-time code that the browser comes back with.
CREATE TABLE pending_sign_in (
  token_hash    bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  provider      text NOT NULL,
  state         text NOT NULL,
  nonce         text NOT NULL,
  code_verifier text NOT NULL,
  return_path   text,
  code_hash     bytea UNIQUE,
  person_id     uuid REFERENCES person ON DELETE CASCADE,
  -- The strength of the sign-in at the provider.
  method        text CHECK (method IN ('provider', 'providerMfa')),
  id_token      bytea,
  -- The groups claim of the provider. Null if the provider does not manage groups here.
  groups        text[],
  expires_at    timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_sign_in TO carrara_app, carrara_worker;

-- Failed sign-ins, counted by account and by address.
CREATE TABLE login_throttle (
  key             text PRIMARY KEY,
  failures        integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  first_failed_at timestamptz NOT NULL,
  blocked_until   timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_throttle TO carrara_app, carrara_worker;

-- The second factor of a person: the secret of an authenticator app, sealed by a key that is not in the database.
CREATE TABLE second_factor (
  person_id  uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  secret     bytea NOT NULL CHECK (octet_length(secret) BETWEEN 29 AND 200),
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor TO carrara_app, carrara_worker;

-- Recovery codes replace whichever factors a person has lost. Each works once and is then deleted. SHA-256 is enough for 79 random bits.
CREATE TABLE recovery_code (
  person_id uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, DELETE ON recovery_code TO carrara_app, carrara_worker;

-- An authenticator app that is being set up, until its first code is typed.
CREATE TABLE pending_factor (
  person_id  uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  secret     bytea NOT NULL CHECK (octet_length(secret) BETWEEN 29 AND 200),
  expires_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_factor TO carrara_app, carrara_worker;

-- Codes that were used, for as long as they would still be accepted.
CREATE TABLE used_code (
  person_id  uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  period     bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, period)
);
GRANT SELECT, INSERT, DELETE ON used_code TO carrara_app, carrara_worker;

-- Passkeys are a second factor, or a complete sign-in, at the host where they were created.
CREATE TABLE passkey (
  id            uuid PRIMARY KEY,
  person_id     uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  -- The random id by which its device finds it.
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
  host          text NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  public_key    bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 20 AND 2000),
  -- The ways in which a browser reaches the device, such as usb.
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL
);
CREATE INDEX passkey_person ON passkey (person_id);
GRANT SELECT, INSERT, DELETE ON passkey TO carrara_app, carrara_worker;

-- The signature counter of a device. A passkey whose counter does not grow has been copied.
CREATE TABLE passkey_use (
  passkey_id uuid PRIMARY KEY REFERENCES passkey ON DELETE CASCADE,
  counter    bigint NOT NULL CHECK (counter >= 0),
  used_at    timestamptz
);
GRANT SELECT, INSERT, UPDATE ON passkey_use TO carrara_app, carrara_worker;

-- Challenges that passkeys have signed, for as long as they would still be accepted.
CREATE TABLE used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
  expires_at     timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON used_challenge TO carrara_app, carrara_worker;

-- Returns whether a person has a second factor. Every sign-in then requires it.
CREATE FUNCTION has_second_factor(person uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM second_factor f WHERE f.person_id = person) OR EXISTS (SELECT FROM passkey k WHERE k.person_id = person);

-- Devices that a person has signed in from: a digest of the browser and its network. A sign-in from a new one causes a notification.
CREATE TABLE sign_in_device (
  person_id    uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  device       bytea NOT NULL CHECK (octet_length(device) = 32),
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, device)
);
CREATE INDEX sign_in_device_age ON sign_in_device (last_used_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_device TO carrara_app, carrara_worker;

-- Links to reset a password, sent by mail. Only the SHA-256 of their token is stored.
CREATE TABLE password_reset (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  person_id  uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_reset_person ON password_reset (person_id);
CREATE INDEX password_reset_expiry ON password_reset (expires_at);
GRANT SELECT, INSERT, DELETE ON password_reset TO carrara_app, carrara_worker;

-- People of another tenant --------------------------------------------------------------------------------------------

-- Returns whether the transaction may change a person: a tenant may change those whose home it is, and people may always change their own
-- data.
CREATE FUNCTION is_controlled_by_tenant(person uuid, home uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN current_tenant() IS NULL OR home = current_tenant() OR person = current_person();

-- Refuses to change the name, login, email or status of a person of another tenant, or anybody's home.
CREATE FUNCTION guard_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.login, NEW.first_name, NEW.last_name, NEW.email, NEW.is_inactive) IS DISTINCT FROM
     (OLD.login, OLD.first_name, OLD.last_name, OLD.email, OLD.is_inactive)
     AND is_controlled_by_tenant(OLD.id, OLD.home_tenant_id) IS NOT TRUE
     OR OLD.home_tenant_id IS NOT NULL AND NEW.home_tenant_id IS DISTINCT FROM OLD.home_tenant_id AND current_tenant() IS NOT NULL THEN
    RAISE EXCEPTION 'you can''t change a person of another firm' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER person_guard BEFORE UPDATE ON person FOR EACH ROW EXECUTE FUNCTION guard_person();

-- Refuses to change the password of a person of another tenant.
CREATE FUNCTION guard_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_controlled_by_tenant(NEW.person_id, (SELECT home_tenant_id FROM person WHERE id = NEW.person_id)) IS NOT TRUE THEN
    RAISE EXCEPTION 'you can''t change the password of a person of another firm' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credential_guard BEFORE INSERT OR UPDATE ON credential FOR EACH ROW EXECUTE FUNCTION guard_credential();

-- People set up their second factor themselves. Their home tenant may remove it, for example when a phone is lost.
CREATE FUNCTION guard_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_controlled_by_tenant(OLD.person_id, (SELECT home_tenant_id FROM person WHERE id = OLD.person_id)) IS NOT TRUE THEN
      RAISE EXCEPTION 'you can''t remove the second factor of a person of another firm' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
  END IF;
  IF (current_tenant() IS NULL OR NEW.person_id = current_person()) IS NOT TRUE THEN
    RAISE EXCEPTION 'you can''t set up a second factor for somebody else' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER second_factor_guard BEFORE INSERT OR UPDATE OR DELETE ON second_factor FOR EACH ROW EXECUTE FUNCTION guard_second_factor();
CREATE TRIGGER recovery_code_guard BEFORE INSERT OR UPDATE OR DELETE ON recovery_code FOR EACH ROW EXECUTE FUNCTION guard_second_factor();
CREATE TRIGGER passkey_guard BEFORE INSERT OR UPDATE OR DELETE ON passkey FOR EACH ROW EXECUTE FUNCTION guard_second_factor();

-- Members, groups and roles of a tenant -------------------------------------------------------------------------------

-- The people of a tenant.
CREATE TABLE membership (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  person_id     uuid NOT NULL REFERENCES person,
  -- The invitation by which a person of another tenant joined, so that its address leads to the member.
  invitation_id uuid,
  is_inactive   boolean NOT NULL DEFAULT false,
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, person_id)
);
CREATE INDEX membership_person ON membership (person_id);
CALL protect_tenant_table('membership');
GRANT INSERT, UPDATE ON membership TO carrara_worker;

-- People without a home get the first tenant that they join as their home.
CREATE FUNCTION find_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE person SET home_tenant_id = NEW.tenant_id WHERE id = NEW.person_id AND home_tenant_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER home_found AFTER INSERT ON membership FOR EACH ROW EXECUTE FUNCTION find_home();

-- A member's own role in each application.
CREATE TABLE membership_role (
  tenant_id   uuid NOT NULL,
  person_id   uuid NOT NULL,
  application text NOT NULL CHECK (application IN ('carry', 'comp', 'performance', 'performance-lp', 'reporting', 'participant-portal')),
  role        text NOT NULL CHECK (role IN ('viewer', 'editor', 'administrator')),
  PRIMARY KEY (tenant_id, person_id, application),
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership ON DELETE CASCADE
);
CALL protect_tenant_table('membership_role');
GRANT INSERT, UPDATE, DELETE ON membership_role TO carrara_worker;

-- Groups give their roles to all of their members.
CREATE TABLE user_group (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  is_inactive boolean NOT NULL DEFAULT false,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX user_group_name ON user_group (tenant_id, lower(name));
CALL protect_tenant_table('user_group');

-- The members of a group.
CREATE TABLE user_group_member (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  group_id    uuid NOT NULL,
  person_id   uuid NOT NULL,
  is_inactive boolean NOT NULL DEFAULT false,
  -- The provider that put the person into the group. Null if somebody of the tenant did.
  provider    text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, group_id, person_id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES user_group ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership ON DELETE CASCADE
);
CREATE INDEX user_group_member_person ON user_group_member (tenant_id, person_id);
CALL protect_tenant_table('user_group_member');

-- The roles that a group gives.
CREATE TABLE user_group_role (
  tenant_id   uuid NOT NULL,
  group_id    uuid NOT NULL,
  application text NOT NULL CHECK (application IN ('carry', 'comp', 'performance', 'performance-lp', 'reporting', 'participant-portal')),
  role        text NOT NULL CHECK (role IN ('viewer', 'editor', 'administrator')),
  PRIMARY KEY (tenant_id, group_id, application),
  FOREIGN KEY (tenant_id, group_id) REFERENCES user_group ON DELETE CASCADE
);
CALL protect_tenant_table('user_group_role');

-- Invitations of people who have not joined yet. An invitation is deleted when it is accepted, declined or withdrawn, and remains in the
-- audit log. Name and email are as the tenant typed them: a tenant learns nothing about a person of another tenant before that person
-- agrees.
CREATE TABLE invitation (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  person_id   uuid NOT NULL REFERENCES person,
  login       text NOT NULL,
  first_name  text NOT NULL CHECK (length(first_name) <= 200),
  last_name   text NOT NULL CHECK (length(last_name) <= 200),
  email       text CHECK (length(email) <= 320),
  roles       jsonb NOT NULL CHECK (jsonb_typeof(roles) = 'array'),
  -- The hash of the first password, which the tenant hands to the person: the login alone is not enough to accept.
  code_hash   text,
  token_hash  bytea CHECK (octet_length(token_hash) = 32),
  token_until timestamptz,
  is_inactive boolean NOT NULL DEFAULT false,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  created_by  uuid,
  updated_at  timestamptz NOT NULL,
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, person_id),
  CHECK ((token_hash IS NULL) = (token_until IS NULL))
);
CREATE INDEX invitation_person ON invitation (person_id);
CREATE INDEX invitation_token ON invitation (token_hash) WHERE token_hash IS NOT NULL;
CALL protect_tenant_table('invitation');

-- Returns a person's roles in each tenant, their own and those of their groups, for sign-in and the choice of a tenant. It runs as the
-- worker because no tenant is set at that moment, and answers about one person only.
CREATE FUNCTION roles_of_person(person uuid)
RETURNS TABLE (tenant_id uuid, tenant_name text, is_lp_tenant boolean, application text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, t.is_lp_tenant, r.application, r.role
  FROM membership m
  JOIN tenant t ON t.id = m.tenant_id AND NOT t.is_inactive
  JOIN person p ON p.id = m.person_id AND NOT p.is_inactive
  LEFT JOIN LATERAL (
    SELECT own.application, own.role FROM membership_role own
    WHERE own.tenant_id = m.tenant_id AND own.person_id = m.person_id
    UNION
    SELECT gr.application, gr.role FROM user_group_member gm
    JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
    JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
    WHERE gm.tenant_id = m.tenant_id AND gm.person_id = m.person_id AND NOT gm.is_inactive
  ) r ON true
  WHERE m.person_id = person AND NOT m.is_inactive
  ORDER BY t.name, t.id, r.application, r.role
$$;

-- Returns what a person may do in a tenant, with the tenant itself; no row for people who are not members. Every request calls it, so its
-- plan is cached. The higher role counts if a person has two in one application.
CREATE FUNCTION membership_in(firm uuid, member uuid)
RETURNS TABLE (grants jsonb, tenant jsonb)
LANGUAGE plpgsql STABLE ROWS 1 SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT coalesce((
      SELECT jsonb_object_agg(best.application, best.role) FROM (
        SELECT DISTINCT ON (r.application) r.application, r.role FROM (
          SELECT own.application, own.role FROM membership_role own WHERE own.tenant_id = firm AND own.person_id = member
          UNION ALL
          SELECT gr.application, gr.role FROM user_group_member gm
          JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
          JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
          WHERE gm.tenant_id = firm AND gm.person_id = member AND NOT gm.is_inactive
        ) r ORDER BY r.application, array_position(ARRAY['administrator', 'editor', 'viewer'], r.role)
      ) best), '{}'),
    jsonb_build_object('id', t.id, 'name', t.name, 'isLpTenant', t.is_lp_tenant, 'isDemo', t.is_demo, 'isSample', t.sample_of IS NOT NULL, 'rowVersion', t.row_version,
      'settings', t.settings)
  FROM membership m JOIN tenant t ON t.id = m.tenant_id AND NOT t.is_inactive
  WHERE m.tenant_id = firm AND m.person_id = member AND NOT m.is_inactive;
END $$;

-- Returns the settings of all tenants of a person. They decide about sessions and passwords, which a person has once for all tenants; no
-- tenant is set at that moment.
CREATE FUNCTION settings_of_firms(person uuid) RETURNS TABLE (settings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.settings FROM membership m JOIN tenant t ON t.id = m.tenant_id AND NOT t.is_inactive
  WHERE m.person_id = person AND NOT m.is_inactive
$$;

-- Returns the open invitations of a person in any tenant, for the choice after sign-in; no tenant is set at that moment. A mailed link
-- proves that the tenant means this person, as a handed-over password does.
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

-- Returns the invitation of a mailed link for somebody who has not signed in; no tenant is set at that moment.
CREATE FUNCTION invitation_of_token(hash bytea, at timestamptz)
RETURNS TABLE (tenant_id uuid, tenant_name text, settings jsonb, id uuid, person_id uuid, login text, is_home boolean, token_until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, t.settings, i.id, p.id, p.login, p.home_tenant_id IS NOT DISTINCT FROM t.id, i.token_until
  FROM invitation i
  JOIN tenant t ON t.id = i.tenant_id AND NOT t.is_inactive
  JOIN person p ON p.id = i.person_id AND NOT p.is_inactive
  WHERE i.token_hash = hash AND i.token_until > at AND NOT i.is_inactive
$$;

-- Returns the tenant of a host before anybody has signed in: the sign-in page shows its name and logo.
CREATE FUNCTION tenant_of_host(requested text) RETURNS TABLE (id uuid, name text, settings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, t.settings FROM tenant t WHERE t.host = lower(requested) AND NOT t.is_inactive
$$;

-- Uses up a download token: returns a row once, while it is valid, for its path and tenant.
CREATE FUNCTION consume_download_token(hash bytea, for_path text, for_tenant uuid, at timestamptz)
RETURNS TABLE (person_id uuid, session_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE download_token d SET used_at = at
  FROM session s
  WHERE d.token_hash = hash AND d.path = for_path AND d.tenant_id = for_tenant AND d.used_at IS NULL AND d.expires_at > at
    AND s.id = d.session_id AND s.revoked_at IS NULL AND s.expires_at > at AND s.idle_until > at
  RETURNING d.person_id, d.session_id
$$;

-- Returns the session of a token for the live channel, which stays valid until it expires.
CREATE FUNCTION session_of_live_token(hash bytea, for_tenant uuid, at timestamptz) RETURNS TABLE (session_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT d.session_id FROM download_token d
  WHERE d.token_hash = hash AND d.path = 'live' AND d.tenant_id = for_tenant AND d.expires_at > at
$$;

-- The audit log -------------------------------------------------------------------------------------------------------

-- The head of each tenant's hash chain. Its row is the lock that puts the writes of the tenant in one order.
CREATE TABLE activity_head (
  tenant_id uuid PRIMARY KEY REFERENCES tenant,
  seq       bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
  hash      bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(hash) = 32)
);
CALL protect_tenant_table('activity_head', 'SELECT, INSERT, UPDATE');
GRANT INSERT, UPDATE ON activity_head TO carrara_worker;

-- A chain only grows, whatever the program does.
CREATE FUNCTION refuse_shorter_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq < OLD.seq OR (NEW.seq = OLD.seq AND NEW.hash <> OLD.hash) THEN
    RAISE EXCEPTION 'entries of the audit chain can''t be removed or replaced' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER chain_grows BEFORE UPDATE ON activity_head FOR EACH ROW EXECUTE FUNCTION refuse_shorter_chain();

-- Every tenant starts with an empty chain.
CREATE FUNCTION start_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_head (tenant_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER chain_starts AFTER INSERT ON tenant FOR EACH ROW EXECUTE FUNCTION start_chain();

-- The audit log has one entry for each changed record. Nobody has the privilege to change or delete one. The command line writes entries,
-- too.
CREATE TABLE activity (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  seq          bigint NOT NULL CHECK (seq > 0),
  id           uuid NOT NULL,
  operation    text NOT NULL,
  object_type  text NOT NULL,
  object_id    uuid NOT NULL,
  object_name  text,
  container_id uuid,
  person_id    uuid,
  person_name  text,
  reason       text CHECK (length(reason) <= 4000),
  before       jsonb,
  after        jsonb,
  created_at   timestamptz NOT NULL,
  hash         bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- The record as it was stored, covered by the keyed hash: a change from outside the product differs from the last state.
  state        jsonb CHECK (jsonb_typeof(state) = 'object'),
  PRIMARY KEY (tenant_id, seq),
  UNIQUE (tenant_id, id)
);
CREATE INDEX activity_object ON activity (tenant_id, object_id, seq DESC);
CREATE INDEX activity_container ON activity (tenant_id, container_id, seq DESC) WHERE container_id IS NOT NULL;
CREATE INDEX activity_time ON activity (tenant_id, created_at DESC, seq DESC);
CREATE INDEX activity_state ON activity (tenant_id, object_type, object_id, seq DESC) WHERE state IS NOT NULL;
CALL protect_tenant_table('activity', 'SELECT, INSERT');
GRANT INSERT ON activity TO carrara_worker;

-- The columns that a record state holds, in order: one row for each version of the schema, named by the hash of its content.
CREATE TABLE record_layout (
  id      text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'object')
);
GRANT SELECT ON record_layout TO carrara_app, carrara_worker;

-- Sign-ins and downloads: actions of people that change nothing.
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

-- The daily seal of access events: their number and a digest over them. The audit log has a copy.
CREATE TABLE access_day (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  day        date NOT NULL,
  number     integer NOT NULL,
  digest     text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, day)
);
CALL protect_tenant_table('access_day', 'SELECT, INSERT');

-- Records a sign-in in every tenant of the person; no tenant is chosen at that moment.
CREATE FUNCTION record_sign_in(person uuid, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO access_event (tenant_id, id, person_id, kind, created_at)
  SELECT r.tenant_id, uuid_v7(), person, 'SIGN_IN', at FROM (SELECT DISTINCT o.tenant_id FROM roles_of_person(person) o) r
$$;

-- Events for the open screens of other people. seq is that of the audit log, so an event never gets a lower number than a visible one. A
-- reader that remembers the last seq misses none.
CREATE TABLE outbox (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  seq         bigint NOT NULL,
  operation   text NOT NULL,
  application text NOT NULL,
  link_type   text NOT NULL,
  object_id   uuid NOT NULL,
  row_version integer,
  person_id   uuid,
  params      jsonb NOT NULL DEFAULT '[]',
  -- Ids of other records that the action made stale. Each is an event of its own for open screens.
  also        jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(also) = 'array'),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);
CALL protect_tenant_table('outbox', 'SELECT, INSERT');
GRANT INSERT, DELETE ON outbox TO carrara_worker;

-- The first response to a request that moves money, returned again when the request is repeated.
CREATE TABLE idempotency (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  person_id  uuid NOT NULL,
  key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  operation  text NOT NULL,
  body_hash  bytea NOT NULL CHECK (octet_length(body_hash) = 32),
  status     integer,
  answer     jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, person_id, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);
CALL protect_tenant_table('idempotency');
GRANT DELETE ON idempotency TO carrara_worker;

-- Reference data, exchange rates and pictures -------------------------------------------------------------------------

-- The lists of values that a tenant maintains: currencies, sectors, titles and so on. The worker writes the standard ones in the
-- transaction that creates the tenant.
CREATE TABLE reference_entry (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  type          text NOT NULL CHECK (type ~ '^[a-z][a-z0-9-]*$'),
  sub_type      text NOT NULL DEFAULT '',
  code          text NOT NULL CHECK (code <> '' AND length(code) <= 50),
  description   text NOT NULL CHECK (description <> '' AND length(description) <= 4000),
  symbol        text CHECK (length(symbol) <= 10),
  parent_id     uuid,
  display_order integer NOT NULL DEFAULT 0,
  is_inactive   boolean NOT NULL DEFAULT false,
  attributes    jsonb NOT NULL DEFAULT '{}',
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, type, sub_type, code),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES reference_entry
);
CREATE INDEX reference_entry_order ON reference_entry (tenant_id, type, display_order, description);
CALL protect_tenant_table('reference_entry');
GRANT INSERT ON reference_entry TO carrara_worker;

-- Pairs of currencies that have exchange rates.
CREATE TABLE currency_pair (
  tenant_id               uuid NOT NULL REFERENCES tenant,
  id                      uuid NOT NULL,
  source_currency_id      uuid NOT NULL,
  destination_currency_id uuid NOT NULL CHECK (destination_currency_id <> source_currency_id),
  display_order           integer NOT NULL DEFAULT 0,
  is_inactive             boolean NOT NULL DEFAULT false,
  row_version             integer NOT NULL DEFAULT 1,
  created_at              timestamptz NOT NULL DEFAULT now(),
  created_by              uuid,
  updated_at              timestamptz NOT NULL DEFAULT now(),
  updated_by              uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, source_currency_id, destination_currency_id),
  FOREIGN KEY (tenant_id, source_currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, destination_currency_id) REFERENCES reference_entry
);
CREATE INDEX currency_pair_destination ON currency_pair (tenant_id, destination_currency_id);
CALL protect_tenant_table('currency_pair');

-- The price of one unit of the source currency, by day. A correction changes the rate of its day; the audit log has the earlier one.
CREATE TABLE exchange_rate (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  currency_pair_id uuid NOT NULL,
  effective_date   date NOT NULL,
  rate             numeric(20,10) NOT NULL CHECK (rate > 0),
  row_version      integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  created_by       uuid,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  updated_by       uuid,
  PRIMARY KEY (tenant_id, id),
  -- Rates are read as the latest of a pair on or before a day.
  UNIQUE (tenant_id, currency_pair_id, effective_date),
  FOREIGN KEY (tenant_id, currency_pair_id) REFERENCES currency_pair
);
CALL protect_tenant_table('exchange_rate');

-- Pictures of people and logos of companies.
CREATE TABLE image (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  id           uuid NOT NULL,
  container_id uuid,
  mime_type    text NOT NULL CHECK (mime_type ~ '^image/[a-z0-9.+-]+$'),
  content      bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 4194304),
  sha256       bytea NOT NULL CHECK (octet_length(sha256) = 32),
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX image_container ON image (tenant_id, container_id);
CALL protect_tenant_table('image');

-- Background jobs, notifications and mail -----------------------------------------------------------------------------

-- Background jobs that a person has started. Every server process works on them and takes over when one dies. Nobody else sees a job,
-- whatever their role. The result is a stored file that is deleted after some days.
CREATE TABLE task (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  id           uuid NOT NULL,
  -- Null for a job of the product itself.
  person_id    uuid REFERENCES person,
  kind         text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]*$'),
  title        text NOT NULL CHECK (title <> '' AND length(title) <= 400),
  input        jsonb NOT NULL CHECK (jsonb_typeof(input) = 'object'),
  status       text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED')),
  done         integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total        integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  -- Remarks about the result, or the reason why there is none.
  remarks      jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(remarks) = 'array'),
  stop_requested   boolean NOT NULL DEFAULT false,
  -- The number of the run. Late results of an earlier run are dropped.
  attempt      integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  heartbeat_at timestamptz,
  storage_key  text CHECK (length(storage_key) <= 200),
  file_name    text CHECK (length(file_name) <= 300),
  mime_type    text CHECK (length(mime_type) <= 200),
  created_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((storage_key IS NULL) = (file_name IS NULL) AND (storage_key IS NULL) = (mime_type IS NULL)),
  CHECK (storage_key IS NULL OR status = 'DONE'),
  CHECK ((ended_at IS NULL) = (status IN ('WAITING', 'RUNNING'))),
  CONSTRAINT task_own_file CHECK (starts_with(storage_key, tenant_id::text || '/'))
);
CREATE INDEX task_person ON task (tenant_id, person_id, created_at DESC);
CREATE INDEX task_open ON task (created_at) WHERE status IN ('WAITING', 'RUNNING');
CREATE INDEX task_ended ON task (ended_at) WHERE ended_at IS NOT NULL;
ALTER TABLE task ENABLE ROW LEVEL SECURITY;
ALTER TABLE task FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON task TO carrara_app;
GRANT SELECT, UPDATE, DELETE ON task TO carrara_worker;

-- People see only their own jobs. Jobs of the product itself have no person: nobody sees them, because no request runs without a person.
CREATE POLICY own_rows ON task TO carrara_app
  USING (tenant_id = (SELECT current_tenant()) AND person_id IS NOT DISTINCT FROM (SELECT current_person()))
  WITH CHECK (tenant_id = (SELECT current_tenant()) AND person_id IS NOT DISTINCT FROM (SELECT current_person()));
CREATE POLICY worker_rows ON task TO carrara_worker USING (true) WITH CHECK (true);

-- Notifications of people, written in the transaction that causes them.
CREATE TABLE notification (
  tenant_id           uuid NOT NULL REFERENCES tenant,
  id                  uuid NOT NULL,
  person_id           uuid NOT NULL REFERENCES person,
  kind                text NOT NULL CHECK (kind IN ('approval', 'upload', 'transfer', 'document', 'access', 'token', 'task', 'mention', 'assignment', 'subscription')),
  subject             text NOT NULL CHECK (subject <> '' AND length(subject) <= 300),
  -- The address of the screen that shows it.
  link                text CHECK (link ~ '^/' AND length(link) <= 400),
  created_at          timestamptz NOT NULL,
  read_at             timestamptz,
  -- The time when a mail is due. Null if none is, and once it was created.
  mail_at             timestamptz,
  -- The release that it announces, so that the mail can be recorded as evidence of the delivery.
  delivery_release_id uuid,
  -- The record that the person has to decide on. It is marked as read once that is decided or withdrawn.
  decision_record_id             uuid,
  -- The record that it is about, under which the inbox lists it.
  object_type         text CHECK (length(object_type) <= 50),
  object_id           uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX notification_person ON notification (tenant_id, person_id, created_at DESC);
CREATE INDEX notification_mail ON notification (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX notification_age ON notification (created_at);
CREATE INDEX notification_decision ON notification (tenant_id, decision_record_id) WHERE decision_record_id IS NOT NULL AND read_at IS NULL;
ALTER TABLE notification ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON notification TO carrara_app;
GRANT UPDATE (read_at) ON notification TO carrara_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO carrara_worker;

-- Any member may notify another one; only the recipient reads it.
CREATE POLICY own_rows ON notification TO carrara_app
  USING (tenant_id = (SELECT current_tenant()) AND person_id = (SELECT current_person()))
  WITH CHECK (tenant_id = (SELECT current_tenant()));
CREATE POLICY worker_rows ON notification TO carrara_worker USING (true) WITH CHECK (true);

-- Tells every server process whose inbox has changed. They update that person's open screens, after the commit.
CREATE FUNCTION announce_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('carrara_notices', 'notices ' || jsonb_build_object('tenantId', NEW.tenant_id, 'seq', 0, 'operation', 'changeInbox',
    'application', 'platform', 'linkType', 'Inbox', 'id', NEW.person_id, 'version', NULL, 'personId', NULL, 'params', '[]'::jsonb,
    'createdDate', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER announce AFTER INSERT OR UPDATE OF read_at ON notification FOR EACH ROW EXECUTE FUNCTION announce_notification();

-- The choice of a person about mails for a kind of notification, in all of their tenants.
CREATE TABLE mail_choice (
  person_id uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  kind      text NOT NULL,
  choice    text NOT NULL CHECK (choice IN ('ONCE', 'DAILY', 'NEVER')),
  PRIMARY KEY (person_id, kind)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_choice TO carrara_app, carrara_worker;

-- People who have taken or declined the tour of the screens.
CREATE TABLE finished_tour (
  person_id   uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  finished_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON finished_tour TO carrara_app, carrara_worker;

-- How a person's screens show dates and numbers, in all of their tenants. Without a row, it is the default.
CREATE TABLE display_format (
  person_id     uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  date_format   text NOT NULL CHECK (date_format IN ('MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD', 'D MMM YYYY')),
  number_format text NOT NULL CHECK (number_format IN ('1,234.56', '1.234,56', '1 234,56', '1''234.56'))
);
GRANT SELECT, INSERT, UPDATE ON display_format TO carrara_app, carrara_worker;

-- Mails on their way, written in the transaction that causes them. Every server process works on them and takes over when one dies.
CREATE TABLE mail (
  tenant_id            uuid NOT NULL REFERENCES tenant,
  id                   uuid NOT NULL,
  person_id            uuid REFERENCES person,
  kind                 text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]*$'),
  address              text NOT NULL CHECK (length(address) BETWEEN 3 AND 320),
  subject              text NOT NULL CHECK (subject <> '' AND length(subject) <= 400),
  -- Its parts, each a text with an optional address of a screen.
  parts                jsonb NOT NULL CHECK (jsonb_typeof(parts) = 'array'),
  -- The token of its link, sealed by a key that is not in the database, and deleted once the mail was accepted.
  token                bytea CHECK (octet_length(token) BETWEEN 29 AND 200),
  status               text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'SENDING', 'SENT', 'FAILED')),
  -- Refusals since the last request to send it.
  refusals             integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  -- The number of the sending. Late results of an earlier one are dropped.
  attempt              integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  due_at               timestamptz NOT NULL,
  -- The time when its link expires. It is not sent afterwards.
  good_until           timestamptz,
  heartbeat_at         timestamptz,
  -- The last response of the mail server.
  answer               text CHECK (length(answer) <= 500),
  created_at           timestamptz NOT NULL,
  created_by           uuid,
  ended_at             timestamptz,
  -- The releases that it announces.
  delivery_release_ids uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, id),
  CHECK ((ended_at IS NULL) = (status IN ('WAITING', 'SENDING')))
);
CREATE INDEX mail_open ON mail (due_at) WHERE status IN ('WAITING', 'SENDING');
CREATE INDEX mail_time ON mail (tenant_id, created_at DESC);
CREATE INDEX mail_ended ON mail (ended_at) WHERE ended_at IS NOT NULL;
CALL protect_tenant_table('mail', 'SELECT, INSERT, UPDATE');
GRANT INSERT, UPDATE, DELETE ON mail TO carrara_worker;

-- Returns when a notification is mailed: at once, with the daily mail at an hour of the tenant's time zone, or never (null).
CREATE FUNCTION notice_mail_at(firm uuid, recipient uuid, notice_kind text, initial text, day_hour integer, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE coalesce((SELECT c.choice FROM mail_choice c WHERE c.person_id = recipient AND c.kind = notice_kind), initial)
    WHEN 'ONCE' THEN at
    WHEN 'DAILY' THEN
      (date_trunc('day', at AT TIME ZONE zone - make_interval(hours => day_hour)) + interval '1 day' + make_interval(hours => day_hour)) AT TIME ZONE zone END
  FROM (SELECT coalesce((SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t WHERE t.id = firm), 'UTC') AS zone) z
$$;

-- Marks a request to decide as read for everybody who is no longer waited for, which includes other people than the caller. A mail that has
-- not left is not sent.
CREATE FUNCTION settle_decisions(record uuid, waited_for uuid[], at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE notification SET read_at = at, mail_at = NULL
  WHERE tenant_id = current_tenant() AND decision_record_id = record AND read_at IS NULL AND person_id <> ALL (waited_for)
$$;

-- Notifies a person of a sign-in from a new device, in the home tenant and always by mail. No tenant is set at that moment.
CREATE FUNCTION notify_new_device(person uuid, message text, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at, mail_at)
  SELECT p.home_tenant_id, uuid_v7(), p.id, 'access', left(message, 300), '/account', at, at
  FROM person p WHERE p.id = person AND p.home_tenant_id IS NOT NULL
$$;

-- API tokens ----------------------------------------------------------------------------------------------------------

-- Programs act with API tokens. A token has the current privileges of its owner at each request, and never more. The owner may be a
-- program: a user with roles that cannot sign in.
CREATE TABLE api_token (
  tenant_id           uuid NOT NULL REFERENCES tenant,
  id                  uuid NOT NULL,
  -- The owner, whose privileges it has.
  person_id           uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  name                text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  token_hash          bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  access              text NOT NULL CHECK (access IN ('READ', 'WRITE')),
  with_pay            boolean NOT NULL,
  -- True if it was created in a session that had passed a second factor.
  is_strong           boolean NOT NULL,
  -- The addresses that it is accepted from. Empty: any.
  addresses           inet[] NOT NULL DEFAULT '{}' CHECK (cardinality(addresses) <= 20),
  requests_per_minute integer NOT NULL CHECK (requests_per_minute BETWEEN 1 AND 12000),
  expires_at          timestamptz NOT NULL,
  ended_at            timestamptz,
  ended_by            uuid,
  last_used_at        timestamptz,
  last_address        inet,
  -- The times when its owner was notified of its end, and of the last use from an address that is not accepted.
  end_notified_at         timestamptz,
  refusal_notified_at     timestamptz,
  created_at          timestamptz NOT NULL,
  created_by          uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT api_token_year CHECK (expires_at <= created_at + interval '367 days')
);
-- The index is not unique: every key of a tenant's table begins with the tenant, and the hash of 32 random bytes is unique anyway.
CREATE INDEX api_token_hash ON api_token (token_hash);
CREATE INDEX api_token_person ON api_token (tenant_id, person_id);
CALL protect_tenant_table('api_token', 'SELECT, INSERT');
GRANT UPDATE (ended_at, ended_by) ON api_token TO carrara_app;
GRANT UPDATE (last_used_at, last_address, end_notified_at, refusal_notified_at) ON api_token TO carrara_worker;

-- Returns the token that a request came with, before a tenant is chosen.
CREATE FUNCTION api_token_by_hash(hash bytea) RETURNS SETOF api_token
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.* FROM api_token t WHERE t.token_hash = hash
$$;

-- Records the last use of a token.
CREATE FUNCTION note_api_token_use(token uuid, from_address inet, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE api_token SET last_used_at = at, last_address = from_address WHERE id = token
$$;

-- Notifies the owner of a token, or the creator of a program, of a use from a forbidden address. Does so once a day, with no tenant set.
CREATE FUNCTION notify_refused_api_token(token uuid, from_address text, initial text, day_hour integer, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH notified AS (
    UPDATE api_token t SET refusal_notified_at = at
    WHERE t.id = token AND (t.refusal_notified_at IS NULL OR t.refusal_notified_at <= at - interval '1 day') RETURNING t.*)
  INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at, mail_at)
  SELECT t.tenant_id, uuid_v7(), p.id, 'token',
    left('The API token ' || t.name || ' came from ' || from_address || ', which is not accepted, and was refused. If this is not its program, end it.', 300),
    '/account', at, notice_mail_at(t.tenant_id, p.id, 'token', initial, day_hour, at)
  FROM notified t JOIN person o ON o.id = t.person_id JOIN person p ON p.id = CASE WHEN o.is_program THEN t.created_by ELSE o.id END
$$;

-- Programs have nothing to sign in with.
CREATE FUNCTION refuse_program() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT p.is_program FROM person p WHERE p.id = NEW.person_id) THEN
    RAISE EXCEPTION 'a program can''t have credentials to sign in with' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER no_program BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_program();
CREATE TRIGGER no_program BEFORE INSERT ON credential FOR EACH ROW EXECUTE FUNCTION refuse_program();
CREATE TRIGGER no_program BEFORE INSERT ON person_identity FOR EACH ROW EXECUTE FUNCTION refuse_program();
CREATE TRIGGER no_program BEFORE INSERT ON invitation FOR EACH ROW EXECUTE FUNCTION refuse_program();

-- Sample firms --------------------------------------------------------------------------------------------------------

-- Creates the sample firm of a firm as the tenant of the transaction, with its person as the only member. Returns its name, with a number
-- if the requested name is in use. The person has to be an administrator of the firm.
CREATE FUNCTION add_sample_firm(firm uuid, base_name text, initial jsonb, applications text[], at timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE chosen text;
BEGIN
  IF NOT EXISTS (SELECT FROM roles_of_person(current_person()) r WHERE r.tenant_id = firm AND r.role = 'administrator') THEN
    RAISE EXCEPTION 'only an administrator adds a sample firm' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT c.name INTO chosen FROM (
    SELECT n, base_name || CASE n WHEN 1 THEN '' ELSE ' ' || n END FROM generate_series(1, 1000) n) c (n, name)
  WHERE NOT EXISTS (SELECT FROM tenant t WHERE lower(t.name) = lower(c.name)) ORDER BY c.n LIMIT 1;
  INSERT INTO tenant (id, name, sample_of, settings, created_at, created_by, updated_at, updated_by)
  VALUES (current_tenant(), chosen, firm, initial, at, current_person(), at, current_person());
  INSERT INTO membership (tenant_id, person_id, created_at, created_by, updated_at, updated_by)
  VALUES (current_tenant(), current_person(), at, current_person(), at, current_person());
  INSERT INTO membership_role (tenant_id, person_id, application, role)
  SELECT current_tenant(), current_person(), unnest(applications), 'administrator';
  RETURN chosen;
END $$;

-- Returns the sample firms of this tenant, and whether the person is a member.
CREATE FUNCTION sample_firms() RETURNS TABLE (id uuid, name text, is_archived boolean, is_member boolean, created_at timestamptz, created_by uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, t.is_inactive, EXISTS (
    SELECT FROM membership m WHERE m.tenant_id = t.id AND m.person_id = current_person() AND NOT m.is_inactive), t.created_at, t.created_by
  FROM tenant t WHERE t.sample_of = current_tenant()
$$;

-- True while a job, of whichever person, adds a sample firm to this tenant.
CREATE FUNCTION is_sample_firm_coming() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM task t WHERE t.tenant_id = current_tenant() AND t.kind = 'sampleFirm' AND t.status IN ('WAITING', 'RUNNING'))
$$;

CREATE FUNCTION refuse_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT t.sample_of IS NOT NULL FROM tenant t WHERE t.id = NEW.tenant_id) THEN
    RAISE EXCEPTION 'nobody can be invited to a sample firm' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER no_sample_firm BEFORE INSERT ON invitation FOR EACH ROW EXECUTE FUNCTION refuse_invitation();

-- Links between tenants -----------------------------------------------------------------------------------------------

-- Requests to link two tenants. Both tenants see this row: the sender, named by tenant_id, and the receiver. The records that a link is
-- about stay with each tenant, in tables that the other one does not see. The request holds only names, as they were sent to the other
-- tenant.
CREATE TABLE tenant_link (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  target_id   uuid NOT NULL REFERENCES tenant,
  status      text NOT NULL DEFAULT 'PEND' CHECK (status IN ('PEND', 'ACCEPT', 'REJ', 'REM')),
  -- The investors of one side and the firm of the other: [{id, investorName}] and {id, name}.
  investors   jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(investors) = 'array'),
  firm        jsonb CHECK (jsonb_typeof(firm) = 'object'),
  comments    text CHECK (length(comments) <= 4000),
  answer      text CHECK (length(answer) <= 4000),
  answered_at timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT tenant_link_two_tenants CHECK (tenant_id <> target_id)
);
CREATE INDEX tenant_link_target ON tenant_link (target_id);
ALTER TABLE tenant_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_link FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON tenant_link TO carrara_app;
GRANT UPDATE (status, investors, firm, answer, answered_at, row_version, updated_at) ON tenant_link TO carrara_app;
GRANT SELECT ON tenant_link TO carrara_worker;

-- Both tenants see a link and may move it on. Only the sender creates one, and neither can hand it to another pair.
CREATE POLICY tenant_rows ON tenant_link FOR SELECT TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id));
CREATE POLICY sender_rows ON tenant_link FOR INSERT TO carrara_app WITH CHECK (tenant_id = (SELECT current_tenant()));
CREATE POLICY moved_rows ON tenant_link FOR UPDATE TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id)) WITH CHECK ((SELECT current_tenant()) IN (tenant_id, target_id));
CREATE POLICY worker_rows ON tenant_link TO carrara_worker USING (true) WITH CHECK (true);

-- Returns the tenants that this tenant can send a link request to. They are of the other kind, and listed in search unless the full name
-- is typed.
CREATE FUNCTION link_targets(whole_name text) RETURNS TABLE (id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name FROM tenant own JOIN tenant t ON t.is_lp_tenant <> own.is_lp_tenant AND NOT t.is_inactive AND t.sample_of IS NULL
  WHERE own.id = current_tenant() AND own.sample_of IS NULL AND (t.settings ->> 'isListedForOtherTenants' = 'True' OR lower(t.name) = lower(trim(whole_name)))
$$;

-- Returns the tenants on this tenant's links, itself included. Their names are read nowhere else.
CREATE FUNCTION linked_tenants() RETURNS TABLE (id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name FROM tenant t
  WHERE t.id = current_tenant() OR EXISTS (
    SELECT FROM tenant_link l WHERE (l.tenant_id = current_tenant() AND l.target_id = t.id) OR (l.target_id = current_tenant() AND l.tenant_id = t.id))
$$;

-- Notifies the people who may act on a link or a transfer, in this tenant or a linked one. Nothing else of a linked tenant is visible
-- here.
CREATE FUNCTION notify_linked_firm(
  to_firm uuid, applications text[], roles text[], message text, leads_to text, initial text, day_hour integer, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at, mail_at)
  SELECT to_firm, uuid_v7(), p.id, 'transfer', left(message, 300), leads_to, at, notice_mail_at(to_firm, p.id, 'transfer', initial, day_hour, at)
  FROM membership m JOIN person p ON p.id = m.person_id AND NOT p.is_inactive AND NOT p.is_program
  WHERE m.tenant_id = to_firm AND NOT m.is_inactive AND p.id IS DISTINCT FROM current_person()
    AND (to_firm = current_tenant() OR EXISTS (
      SELECT FROM tenant_link l WHERE (l.tenant_id, l.target_id) IN ((current_tenant(), to_firm), (to_firm, current_tenant()))))
    AND EXISTS (SELECT FROM roles_of_person(p.id) r WHERE r.tenant_id = to_firm AND r.application = ANY (applications) AND r.role = ANY (roles))
$$;

-- Uploads -------------------------------------------------------------------------------------------------------------

-- Uploaded files, with what their import found. A deleted upload is hidden, and an administrator can bring it back.
CREATE TABLE upload_history (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  application text NOT NULL,
  file_type   text NOT NULL,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  mime_type   text NOT NULL,
  size_bytes  bigint NOT NULL CHECK (size_bytes >= 0),
  sha256      bytea CHECK (octet_length(sha256) = 32),
  storage_key text,
  -- The mapping that the file was read with.
  mapping     jsonb CHECK (jsonb_typeof(mapping) = 'object'),
  status      text NOT NULL CHECK (status IN ('UPLOADED', 'CHECKED', 'CONFLICT', 'IMPORTED', 'FAILED', 'DELETED', 'UNDONE')),
  summary     jsonb NOT NULL DEFAULT '{}',
  errors      jsonb NOT NULL DEFAULT '[]',
  deleted_at  timestamptz,
  deleted_by  uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT upload_history_own_file CHECK (starts_with(storage_key, tenant_id::text || '/'))
);
CREATE INDEX upload_history_list ON upload_history (tenant_id, application, created_at DESC, id);
CALL protect_tenant_table('upload_history');

-- Returns the uploads that the policies of uploads show to the caller.
CREATE FUNCTION visible_uploads() RETURNS SETOF uuid LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM upload_history WHERE tenant_id = current_tenant()
$$;
REVOKE EXECUTE ON FUNCTION visible_uploads() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION visible_uploads() TO carrara_app, carrara_worker;

-- The records that an upload created or changed. Undoing the upload reverses them.
CREATE TABLE upload_record (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  upload_id      uuid NOT NULL,
  -- In the order of writing, from 1.
  position       integer NOT NULL CHECK (position > 0),
  object_type    text NOT NULL CHECK (object_type <> '' AND length(object_type) <= 50),
  object_id      uuid NOT NULL,
  object_name    text NOT NULL CHECK (length(object_name) <= 400),
  version_before integer CHECK (version_before > 0),
  version_after  integer NOT NULL CHECK (version_after > 0),
  -- The content of a changed record. Null if the upload created it.
  before         jsonb CHECK (jsonb_typeof(before) = 'object'),
  -- The version that restored `before` when the upload was undone. It counts as unchanged for an earlier upload.
  version_undone integer CHECK (version_undone > 0),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, upload_id, position),
  UNIQUE (tenant_id, upload_id, object_id),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES upload_history,
  CONSTRAINT upload_record_changed CHECK ((version_before IS NULL) = (before IS NULL))
);
CREATE INDEX upload_record_object ON upload_record (tenant_id, object_id);
CALL protect_tenant_table('upload_record', 'SELECT, INSERT');
GRANT UPDATE (version_undone) ON upload_record TO carrara_app;

-- Records of an upload are visible to those who see the upload.
CREATE POLICY visible_uploads ON upload_record AS RESTRICTIVE TO carrara_app
  USING (upload_id IN (SELECT visible_uploads())) WITH CHECK (upload_id IN (SELECT visible_uploads()));
CREATE POLICY visible_uploads ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'upload' OR object_id IN (SELECT visible_uploads()));

-- Saved mappings from the columns of other systems' files.
CREATE TABLE mapping_template (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  application text NOT NULL,
  file_type   text NOT NULL,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  mapping     jsonb NOT NULL CHECK (jsonb_typeof(mapping) = 'object'),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX mapping_template_name ON mapping_template (tenant_id, file_type, lower(name));
CALL protect_tenant_table('mapping_template');

-- Views of lists ------------------------------------------------------------------------------------------------------

-- Saved views: named filters, sort and columns of a list, owned by the person who created them.
CREATE TABLE saved_view (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  -- The call that returns the list.
  list        text NOT NULL CHECK (list <> '' AND length(list) <= 100),
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  is_shared   boolean NOT NULL DEFAULT false,
  -- True if the list contains pay.
  is_pay      boolean NOT NULL DEFAULT false,
  state       jsonb NOT NULL CHECK (jsonb_typeof(state) = 'object'),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX saved_view_shared_name ON saved_view (tenant_id, created_by, list, lower(name)) WHERE is_shared;
CREATE UNIQUE INDEX saved_view_private_name ON saved_view (tenant_id, created_by, list, lower(name)) WHERE NOT is_shared;
CALL protect_tenant_table('saved_view');

-- A private view is visible to its owner only, and so are its entries in the audit log.
CREATE POLICY own_or_shared ON saved_view AS RESTRICTIVE TO carrara_app
  USING (is_shared OR created_by = (SELECT current_person())) WITH CHECK (is_shared OR created_by = (SELECT current_person()));
CREATE POLICY own_or_shared_views ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type NOT IN ('savedView', 'carryScenario') OR coalesce(after, before) ->> 'isShared' = 'true' OR person_id = (SELECT current_person()));

-- The last state of each list for each member, and the view that opens first.
CREATE TABLE list_state (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  person_id       uuid NOT NULL,
  list            text NOT NULL CHECK (list <> '' AND length(list) <= 100),
  -- Null if the person only chose a default view.
  state           jsonb CHECK (jsonb_typeof(state) = 'object'),
  view_id         uuid,
  default_view_id uuid,
  PRIMARY KEY (tenant_id, person_id, list),
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership ON DELETE CASCADE,
  CONSTRAINT list_state_view_id_fkey FOREIGN KEY (tenant_id, view_id) REFERENCES saved_view ON DELETE SET NULL (view_id),
  CONSTRAINT list_state_default_view_id_fkey FOREIGN KEY (tenant_id, default_view_id) REFERENCES saved_view ON DELETE SET NULL (default_view_id)
);
CALL protect_tenant_table('list_state');
CREATE POLICY own_rows ON list_state AS RESTRICTIVE TO carrara_app
  USING (person_id = (SELECT current_person())) WITH CHECK (person_id = (SELECT current_person()));

-- Subscriptions: files of reports and lists that are created on a schedule, for the person who subscribed.
CREATE TABLE subscription (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  person_id       uuid NOT NULL,
  name            text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  -- The call that returns the file, and its path and query.
  call            text NOT NULL CHECK (call <> '' AND length(call) <= 100),
  address         text NOT NULL CHECK (address ~ '^/api/' AND length(address) <= 8000),
  schedule_kind   text NOT NULL CHECK (schedule_kind IN ('WEEKLY', 'MONTHLY', 'QUARTERLY')),
  schedule_day    integer NOT NULL CHECK (schedule_day BETWEEN 0 AND 60),
  dates           text NOT NULL CHECK (dates IN ('FIXED', 'RUN_DAY', 'QUARTER_END')),
  is_paused       boolean NOT NULL DEFAULT false,
  -- The last day of the schedule that was handled, or the day on which the subscription began, was changed or resumed.
  handled_through date NOT NULL,
  -- The outcome of the last file.
  last_at         timestamptz,
  last_result     text CHECK (last_result IN ('CREATED', 'REFUSED', 'FAILED')),
  last_remark     text CHECK (length(last_remark) <= 400),
  last_task_id    uuid,
  row_version     integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  created_by      uuid,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  updated_by      uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership ON DELETE CASCADE,
  CONSTRAINT subscription_last_check CHECK (num_nulls(last_at, last_result, last_remark) IN (0, 3))
);
CREATE INDEX subscription_person ON subscription (tenant_id, person_id);
CALL protect_tenant_table('subscription');

-- A subscription is visible to its subscriber only, and so are its entries in the audit log.
CREATE POLICY own_rows ON subscription AS RESTRICTIVE TO carrara_app
  USING (person_id = (SELECT current_person())) WITH CHECK (person_id = (SELECT current_person()));
CREATE POLICY own_subscriptions ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'subscription' OR person_id = (SELECT current_person()));

-- Maintenance ---------------------------------------------------------------------------------------------------------

-- Refreshes the statistics of tables that a transaction has added many rows to, so that the first queries after an import get good plans.
-- PostgreSQL does so itself only a while later; until then a query over several tables can take a minute.
CREATE FUNCTION refresh_statistics() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE written regclass;
BEGIN
  -- The tables are analyzed in one order, so that two imports never deadlock.
  FOR written IN
    SELECT s.relid FROM pg_stat_xact_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = 'public' AND s.n_tup_ins > 0.1 * c.reltuples ORDER BY s.relid
  LOOP
    EXECUTE format('ANALYZE %s', written);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_statistics() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics() TO carrara_app, carrara_worker;

-- Functions that run as the worker: they answer without a tenant, or about rows that their caller does not see --------

DO $$
DECLARE f regprocedure;
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY[
    'roles_of_person(uuid)',
    'membership_in(uuid, uuid)',
    'settings_of_firms(uuid)',
    'invitations_of_person(uuid)',
    'invitation_of_token(bytea, timestamptz)',
    'tenant_of_host(text)',
    'consume_download_token(bytea, text, uuid, timestamptz)',
    'session_of_live_token(bytea, uuid, timestamptz)',
    'record_sign_in(uuid, timestamptz)',
    'settle_decisions(uuid, uuid[], timestamptz)',
    'notify_new_device(uuid, text, timestamptz)',
    'api_token_by_hash(bytea)',
    'note_api_token_use(uuid, inet, timestamptz)',
    'notify_refused_api_token(uuid, text, text, integer, timestamptz)',
    'add_sample_firm(uuid, text, jsonb, text[], timestamptz)',
    'sample_firms()',
    'is_sample_firm_coming()',
    'link_targets(text)',
    'linked_tenants()',
    'notify_linked_firm(uuid, text[], text[], text, text, text, integer, timestamptz)'
  ]::regprocedure[] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_app, carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
