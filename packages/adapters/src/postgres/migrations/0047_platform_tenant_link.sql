-- Links between firms. A request is the one row that two tenants see: whoever asked, whose tenant_id it carries, and whoever was asked. What a link is
-- about stays with each of them: their investors here, their firm there, in tables that the other one does not see. The request holds the names only,
-- as they were said to the other one.

CREATE TABLE tenant_link (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  target_id   uuid NOT NULL REFERENCES tenant,
  status      text NOT NULL DEFAULT 'PEND' CHECK (status IN ('PEND', 'ACCEPT', 'REJ', 'REM')),
  -- The investors of the one side and the firm of the other: [{id, investorName}] and {id, name}.
  investors   jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(investors) = 'array'),
  firm        jsonb CHECK (jsonb_typeof(firm) = 'object'),
  comments    text CHECK (length(comments) <= 4000),
  answer      text CHECK (length(answer) <= 4000),
  answered_at timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT tenant_link_of_two CHECK (tenant_id <> target_id)
);
CREATE INDEX tenant_link_target ON tenant_link (target_id);
ALTER TABLE tenant_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_link FORCE ROW LEVEL SECURITY;
-- Both see it and both may move it on; only the asking tenant makes one, and neither can hand it to another pair.
CREATE POLICY tenant_rows ON tenant_link FOR SELECT TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id));
CREATE POLICY asked_rows ON tenant_link FOR INSERT TO carrara_app WITH CHECK (tenant_id = (SELECT current_tenant()));
CREATE POLICY moved_rows ON tenant_link FOR UPDATE TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id)) WITH CHECK ((SELECT current_tenant()) IN (tenant_id, target_id));
CREATE POLICY worker_rows ON tenant_link TO carrara_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON tenant_link TO carrara_app;
GRANT UPDATE (status, investors, firm, answer, answered_at, row_version, updated_at) ON tenant_link TO carrara_app;
GRANT SELECT ON tenant_link TO carrara_worker;

-- The investors of this tenant that a link is about.
CREATE TABLE investor_link (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  link_id     uuid NOT NULL,
  investor_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, link_id, investor_id),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX investor_link_investor ON investor_link (tenant_id, investor_id);
CALL protect_tenant_table('investor_link', 'SELECT, INSERT, DELETE');

-- The firm of this tenant, a manager, that a link is about.
CREATE TABLE firm_link (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  link_id     uuid NOT NULL,
  firm_id     uuid NOT NULL,
  PRIMARY KEY (tenant_id, link_id),
  FOREIGN KEY (tenant_id, firm_id) REFERENCES firm
);
CREATE INDEX firm_link_firm ON firm_link (tenant_id, firm_id);
CALL protect_tenant_table('firm_link', 'SELECT, INSERT, DELETE');

-- Whom this tenant can ask for a link: those of the other kind that let themselves be found, and one whose whole name is known.
CREATE FUNCTION link_targets(whole_name text) RETURNS TABLE (id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name FROM tenant own JOIN tenant t ON t.is_lp_tenant <> own.is_lp_tenant AND NOT t.is_inactive
  WHERE own.id = current_tenant() AND (t.settings ->> 'letsItselfBeFound' = 'True' OR lower(t.name) = lower(trim(whole_name)))
$$;

-- The tenants on this tenant's links, itself among them: their names are read from nowhere else.
CREATE FUNCTION linked_tenants() RETURNS TABLE (id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, t.name FROM tenant t
  WHERE t.id = current_tenant() OR EXISTS (
    SELECT FROM tenant_link l WHERE (l.tenant_id = current_tenant() AND l.target_id = t.id) OR (l.target_id = current_tenant() AND l.tenant_id = t.id))
$$;

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION link_targets(text), linked_tenants() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION link_targets(text), linked_tenants() TO carrara_app, carrara_worker;
ALTER FUNCTION link_targets(text) OWNER TO carrara_worker;
ALTER FUNCTION linked_tenants() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
