-- The ground every record stands on: roles, the rules that keep tenants apart, people and their sessions, and the shared
-- records (groups, reference data, notes, documents, pictures, the audit trail, outgoing events, repeated requests).
--
-- Two group roles carry every right; the login roles of a database are members of one of them and own nothing.
--   carrara_app     serves requests, sees one tenant at a time
--   carrara_worker  works over all tenants: publishes events, verifies, backs up, creates tenants

DO $$
BEGIN
  -- Roles belong to the whole cluster, so another database of it may have made them already, or be making them now.
  PERFORM pg_advisory_xact_lock(hashtext('carrara roles'));
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carrara_app') THEN
    CREATE ROLE carrara_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carrara_worker') THEN
    CREATE ROLE carrara_worker NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO carrara_app, carrara_worker;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The tenant of the running transaction, or null when none is set (then no tenant row is visible).
CREATE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.tenant_id', true), '')::uuid;

-- The person on whose behalf the transaction runs, or null.
CREATE FUNCTION current_person() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.person_id', true), '')::uuid;

-- Puts a table with a tenant_id under row-level security and grants the two group roles their rights on it.
-- The application sees and writes the rows of its transaction's tenant; the worker reads all of them.
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

-- Tenants ------------------------------------------------------------------------------------------------------------

CREATE TABLE tenant (
  id           uuid PRIMARY KEY,
  name         text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  host         text UNIQUE CHECK (host ~ '^[a-z0-9.-]{1,253}$'),
  is_lp_tenant boolean NOT NULL DEFAULT false,
  is_demo      boolean NOT NULL DEFAULT false,
  settings     jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings) = 'object'),
  is_inactive  boolean NOT NULL DEFAULT false,
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid
);
CREATE UNIQUE INDEX tenant_name ON tenant (lower(name));
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON tenant TO carrara_app USING (id = (SELECT current_tenant())) WITH CHECK (id = (SELECT current_tenant()));
CREATE POLICY worker_rows ON tenant TO carrara_worker USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON tenant TO carrara_app;
GRANT SELECT, INSERT, UPDATE ON tenant TO carrara_worker;

-- People and their sessions: outside the tenants, since one person may belong to several ------------------------------

CREATE TABLE person (
  id           uuid PRIMARY KEY,
  login        text NOT NULL CHECK (login <> '' AND length(login) <= 200),
  first_name   text NOT NULL DEFAULT '' CHECK (length(first_name) <= 200),
  last_name    text NOT NULL DEFAULT '' CHECK (length(last_name) <= 200),
  email        text CHECK (length(email) <= 320),
  picture      bytea CHECK (octet_length(picture) <= 4194304),
  picture_type text CHECK (picture_type ~ '^image/'),
  is_inactive  boolean NOT NULL DEFAULT false,
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid
);
CREATE UNIQUE INDEX person_login ON person (lower(login));
CREATE INDEX person_email ON person (lower(email));
GRANT SELECT, INSERT, UPDATE ON person TO carrara_app, carrara_worker;

-- Apart from person, so that no list of people can carry a password hash along.
CREATE TABLE credential (
  person_id     uuid PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  password_hash text NOT NULL,
  must_change   boolean NOT NULL DEFAULT false,
  changed_at    timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON credential TO carrara_app, carrara_worker;

-- A person's account at an OpenID Connect provider.
CREATE TABLE person_identity (
  issuer    text NOT NULL,
  subject   text NOT NULL,
  person_id uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
);
GRANT SELECT, INSERT, DELETE ON person_identity TO carrara_app, carrara_worker;

-- Only the SHA-256 of a token is kept: who reads the table cannot sign in with it.
CREATE TABLE session (
  token_hash   bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  id           uuid NOT NULL UNIQUE,
  person_id    uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  idle_until   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  revoked_at   timestamptz,
  address      text,
  user_agent   text CHECK (length(user_agent) <= 400)
);
CREATE INDEX session_person ON session (person_id);
CREATE INDEX session_expiry ON session (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO carrara_app, carrara_worker;

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

-- A sign-in under way at an OpenID Connect provider, and the one-time code with which the browser comes back.
CREATE TABLE pending_sign_in (
  token_hash    bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  provider      text NOT NULL,
  state         text NOT NULL,
  nonce         text NOT NULL,
  code_verifier text NOT NULL,
  return_path   text,
  code_hash     bytea UNIQUE,
  person_id     uuid REFERENCES person ON DELETE CASCADE,
  expires_at    timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_sign_in TO carrara_app, carrara_worker;

-- Failed sign-ins per account and per address.
CREATE TABLE login_throttle (
  key             text PRIMARY KEY,
  failures        integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  first_failed_at timestamptz NOT NULL,
  blocked_until   timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_throttle TO carrara_app, carrara_worker;

-- Members, groups and roles of a tenant -------------------------------------------------------------------------------

CREATE TABLE membership (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  person_id   uuid NOT NULL REFERENCES person,
  is_inactive boolean NOT NULL DEFAULT false,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, person_id)
);
CREATE INDEX membership_person ON membership (person_id);
CALL protect_tenant_table('membership');
GRANT INSERT, UPDATE ON membership TO carrara_worker;

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

CREATE TABLE user_group_member (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  group_id    uuid NOT NULL,
  person_id   uuid NOT NULL,
  is_inactive boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, group_id, person_id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES user_group ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership ON DELETE CASCADE
);
CREATE INDEX user_group_member_person ON user_group_member (tenant_id, person_id);
CALL protect_tenant_table('user_group_member');

CREATE TABLE user_group_role (
  tenant_id   uuid NOT NULL,
  group_id    uuid NOT NULL,
  application text NOT NULL CHECK (application IN ('carry', 'comp', 'performance', 'performance-lp', 'reporting', 'participant-portal')),
  role        text NOT NULL CHECK (role IN ('viewer', 'editor', 'administrator')),
  PRIMARY KEY (tenant_id, group_id, application),
  FOREIGN KEY (tenant_id, group_id) REFERENCES user_group ON DELETE CASCADE
);
CALL protect_tenant_table('user_group_role');

-- The roles a person has in each tenant, own and by group, for sign-in and the choice of a tenant. It runs as the worker
-- because at that moment no tenant is set; it answers about one person only.
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

-- Takes a download token: true once, within its time, for its path and tenant.
CREATE FUNCTION take_download_token(hash bytea, for_path text, for_tenant uuid, at timestamptz)
RETURNS TABLE (person_id uuid, session_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE download_token d SET used_at = at
  FROM session s
  WHERE d.token_hash = hash AND d.path = for_path AND d.tenant_id = for_tenant AND d.used_at IS NULL AND d.expires_at > at
    AND s.id = d.session_id AND s.revoked_at IS NULL AND s.expires_at > at AND s.idle_until > at
  RETURNING d.person_id, d.session_id
$$;

-- What the rest of the platform calls the host's tenant before anyone has signed in: its name for the logo on the sign-in page.
CREATE FUNCTION tenant_of_host(wanted text) RETURNS TABLE (id uuid, name text, settings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name, t.settings FROM tenant t WHERE t.host = lower(wanted) AND NOT t.is_inactive
$$;

DO $$
DECLARE f text;
BEGIN
  -- A superuser needs no membership; another owner has to be a member of the role it hands a function to.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT carrara_worker TO %I', current_user);
  END IF;
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY['roles_of_person(uuid)', 'take_download_token(bytea, text, uuid, timestamptz)', 'tenant_of_host(text)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_app, carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;

-- The audit trail ----------------------------------------------------------------------------------------------------

-- Where each tenant's chain ends. Its row is the lock that puts the tenant's writes in one order.
CREATE TABLE activity_head (
  tenant_id uuid PRIMARY KEY REFERENCES tenant,
  seq       bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
  hash      bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(hash) = 32)
);
CALL protect_tenant_table('activity_head', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION refuse_shorter_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq < OLD.seq OR (NEW.seq = OLD.seq AND NEW.hash <> OLD.hash) THEN
    RAISE EXCEPTION 'the audit chain only grows' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
GRANT INSERT ON activity_head TO carrara_worker;
CREATE FUNCTION start_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_head (tenant_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER chain_starts AFTER INSERT ON tenant FOR EACH ROW EXECUTE FUNCTION start_chain();
CREATE TRIGGER chain_grows BEFORE UPDATE ON activity_head FOR EACH ROW EXECUTE FUNCTION refuse_shorter_chain();

-- One entry for each changed record; no right to change or delete one is given to anybody.
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
  PRIMARY KEY (tenant_id, seq),
  UNIQUE (tenant_id, id)
);
CREATE INDEX activity_object ON activity (tenant_id, object_id, seq DESC);
CREATE INDEX activity_container ON activity (tenant_id, container_id, seq DESC) WHERE container_id IS NOT NULL;
CREATE INDEX activity_time ON activity (tenant_id, created_at DESC, seq DESC);
CALL protect_tenant_table('activity', 'SELECT, INSERT');

-- What the open screens of other people have to hear of. seq is that of the chain, so an event is never numbered before
-- one that is already visible, and a reader that remembers the last seq misses none.
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
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);
CALL protect_tenant_table('outbox', 'SELECT, INSERT');
GRANT DELETE ON outbox TO carrara_worker;

-- The first answer to a money-moving request, given again when the request is repeated.
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

-- Reference data ------------------------------------------------------------------------------------------------------

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

-- Pictures and logos --------------------------------------------------------------------------------------------------

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
